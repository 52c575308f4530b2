import { Button, Drawer } from '@mantine/core';
import IconReject from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type FormEvent, useRef } from 'react';
import { agree } from '#web/kit/plural.ts';
import { CommentField } from './ReviewForm.tsx';
import type { ReviewState } from './useReviewing.ts';

type RejectSheetProps = Readonly<{ opened: boolean; reviewing: ReviewState; onClose: () => void }>;

/** On a phone: the comment that a rejection needs, above the keyboard, with Reject below it. */
export function RejectSheet({ opened, reviewing, onClose }: RejectSheetProps) {
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
