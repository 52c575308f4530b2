import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconVotes from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import IconReject from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { HeaderAction } from '#web/kit/PageHeader.tsx';
import { agree } from '#web/kit/plural.ts';
import { usePhone } from '#web/kit/usePhone.ts';
import { CommentField } from './ReviewForm.tsx';
import { VoteBar } from './VoteBar.tsx';
import type { ReviewState } from './useReviewing.ts';
import classes from './ReviewPanel.module.css';

/** `bar`: on a phone, at the foot of the page. */
type PanelParts = Readonly<{ aside: ReactNode; actions: readonly HeaderAction[]; bar?: ReactNode }>;
type Reviewed = Readonly<{
  /** Votes and comments. On a narrow screen they are in a drawer, and nothing in them is seen while it is closed. */
  panel: ReactNode;
  /** The question before a draft goes live, which belongs to the page. */
  question: ReactNode;
  /** What exactly a vote is about, above its buttons on a phone. */
  note: ReactNode;
  reviewing: ReviewState;
  /** Reads the draft again, if it changed. */
  onReadAgain?: (() => void) | undefined;
}>;

/** Votes and comments beside the page, or on narrow screens in a drawer opened by a header button. */
export function useSidePanel() {
  const narrow = useMediaQuery('(max-width: 1199.98px)', undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  const [rejecting, setRejecting] = useState(false);
  const phone = usePhone();
  const place = ({ panel, question, note, reviewing, onReadAgain }: Reviewed): PanelParts => {
    const ofPage = (
      <>
        {question}
        <p role="status" className="ls-hidden">
          {reviewing.feedback.announcement}
        </p>
      </>
    );
    if (!narrow)
      return {
        aside: (
          <>
            <aside className={`ls-stack ls-fixed ls-surface ${classes.panel}`} aria-label="Review">
              {panel}
            </aside>
            {ofPage}
          </>
        ),
        actions: [],
      };
    return {
      aside: (
        <>
          <Drawer
            opened={opened}
            onClose={() => setOpened(false)}
            // Escape closes the question above it first.
            closeOnEscape={reviewing.toConfirm === undefined}
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
          {phone && <RejectSheet opened={rejecting} reviewing={reviewing} onClose={() => setRejecting(false)} />}
          {ofPage}
        </>
      ),
      ...(phone && {
        bar: (
          <VoteBar
            reviewing={reviewing}
            note={note}
            onReadAgain={onReadAgain}
            onOpen={() => setOpened(true)}
            onReject={() => setRejecting(true)}
          />
        ),
      }),
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

type RejectSheetProps = Readonly<{ opened: boolean; reviewing: ReviewState; onClose: () => void }>;

/** On a phone: the comment that a rejection needs, above the keyboard, with Reject below it. */
function RejectSheet({ opened, reviewing, onClose }: RejectSheetProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const { text, votable } = reviewing;
  const reject = (event: FormEvent) => {
    event.preventDefault();
    reviewing.cast('reject');
    if (text.trim() === '') input.current?.focus();
    // What becomes of the vote stands in the bar.
    else onClose();
  };
  return (
    <Drawer opened={opened} onClose={onClose} position="bottom" size="auto" title="Reject">
      <form className="ls-grid ls-gap-10" onSubmit={reject}>
        <CommentField reviewing={reviewing} mayVote input={input} isFirst />
        <Button type="submit" size="lg" color="red" leftSection={<IconReject size={16} aria-hidden />}>
          {agree(votable.length, 'Reject', `Reject ${votable.length}`)}
        </Button>
      </form>
    </Drawer>
  );
}
