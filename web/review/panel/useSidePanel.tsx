import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconVotes from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import { type ReactNode, useState } from 'react';
import type { HeaderAction } from '#web/kit/PageHeader.tsx';
import classes from './ReviewPanel.module.css';

type PanelParts = Readonly<{ aside: ReactNode; actions: readonly HeaderAction[] }>;

/**
 * Votes and comments beside the page, or on narrow screens in a drawer opened by a header button. `isConfirming`:
 * Escape closes the confirmation above it first.
 */
export function useSidePanel() {
  const narrow = useMediaQuery('(max-width: 1199.98px)', undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  const place = (panel: ReactNode, isConfirming: boolean): PanelParts => {
    if (!narrow)
      return {
        aside: (
          <aside className={`ls-stack ls-fixed ls-surface ${classes.panel}`} aria-label="Review">
            {panel}
          </aside>
        ),
        actions: [],
      };
    return {
      aside: (
        <Drawer
          opened={opened}
          onClose={() => setOpened(false)}
          closeOnEscape={!isConfirming}
          position="right"
          size={380}
          padding={0}
          title="Review"
          classNames={{
            title: 'ls-title',
            header: `ls-fixed ls-surface ls-rule-below ${classes.drawerHead}`,
            body: 'ls-fill',
            content: 'ls-stack ls-surface',
          }}
          closeButtonProps={{ 'aria-label': 'Close votes' }}
        >
          {panel}
        </Drawer>
      ),
      actions: [
        {
          label: 'Votes',
          variant: 'default',
          icon: <IconVotes size={15} aria-hidden />,
          onClick: () => setOpened(true),
        },
      ],
    };
  };
  return { place, open: () => setOpened(true) };
}
