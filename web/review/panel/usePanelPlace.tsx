// The styles of a drawer come with the page that has one.
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconVotes from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import { type ReactNode, useState } from 'react';
import type { HeaderAction } from '#web/kit/PageHeader.tsx';
import classes from './ReviewPanel.module.css';

type PanelParts = Readonly<{ aside: ReactNode; actions: readonly HeaderAction[] }>;

/**
 * Votes and comments beside what they are about where there is room; where there is not, over it, opened by a button of
 * the header. `asking`: a question lies above it, which Escape answers first.
 */
export function usePanelPlace() {
  const narrow = useMediaQuery('(max-width: 1199.98px)', undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  const place = (panel: ReactNode, asking: boolean): PanelParts => {
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
          closeOnEscape={!asking}
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
