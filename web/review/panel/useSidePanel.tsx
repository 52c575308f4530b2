import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { usePhone } from '#web/kit/usePhone.ts';
import IconVotes from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import { type ReactNode, useState } from 'react';
import type { HeaderAction } from '#web/kit/PageHeader.tsx';
import type { ReviewState } from './useReviewing.ts';
import { VoteBar } from './VoteBar.tsx';
import classes from './ReviewPanel.module.css';

/** `bar`: on a phone, at the foot of the page. */
type PanelParts = Readonly<{ aside: ReactNode; actions: readonly HeaderAction[]; bar?: ReactNode }>;

/**
 * Votes and comments beside the page, or on narrow screens in a drawer opened by a header button. Escape closes the
 * confirmation above it first.
 */
export function useSidePanel() {
  const narrow = useMediaQuery('(max-width: 1199.98px)', undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  const phone = usePhone();
  const place = (panel: ReactNode, reviewing: ReviewState): PanelParts => {
    const isConfirming = reviewing.toConfirm !== undefined;
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
          // The question before a draft goes live is part of it.
          keepMounted
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
      ...(phone && { bar: <VoteBar reviewing={reviewing} onOpen={() => setOpened(true)} /> }),
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
