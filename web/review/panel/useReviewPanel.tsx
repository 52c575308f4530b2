// The styles of a drawer come with the page that has one.
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconVotes from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import { type ReactNode, useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { useMay } from '#web/session/session.tsx';
import type { HeaderAction } from '#web/kit/PageHeader.tsx';
import { ReviewPanel } from './ReviewPanel.tsx';
import { useReviewing } from './useReviewing.ts';
import classes from './ReviewPanel.module.css';

export type ReviewParts = Readonly<{ aside: ReactNode; actions: readonly HeaderAction[] }>;

/** Beside the draft where there is room; where there is not, over it, opened by a button of the header. */
export function useReviewPanel(bucket: Bucket): ReviewParts {
  const narrow = useMediaQuery('(max-width: 1199.98px)', undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  const allowed = useMay()({ scope: 'review', action: 'view' }) && bucket.draft !== null;
  const reviewing = useReviewing(bucket, allowed);
  // A draft nobody asked to review has no votes to show.
  const nothing = reviewing.query.data !== undefined && reviewing.round === null;
  if (!allowed || nothing) return { aside: undefined, actions: [] };

  if (!narrow)
    return {
      aside: (
        <aside className={`ls-stack ls-fixed ls-surface ${classes.panel}`} aria-label="Review">
          <ReviewPanel bucket={bucket} reviewing={reviewing} />
        </aside>
      ),
      actions: [],
    };
  return {
    aside: (
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        // Escape answers the question above it first.
        closeOnEscape={!reviewing.asking}
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
        <ReviewPanel bucket={bucket} reviewing={reviewing} />
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
}
