import type { ReactNode } from 'react';
import { writeDay } from '#domain/day/day.ts';
import { commonGoLive } from '#domain/review/votes.ts';
import { ConfirmDialog } from '#web/kit/Dialog.tsx';
import type { ReviewState } from './useReviewing.ts';

/** Wide enough for the facts of a draft. */
const WIDTH = 620;

type LiveQuestionProps = Readonly<{ reviewing: ReviewState; question: string; children: ReactNode }>;

/** Asks before a draft goes live. It belongs to the page: the panel with the vote may be closed. */
export function LiveQuestion({ reviewing, question, children }: LiveQuestionProps) {
  const common = commonGoLive(reviewing.forecast);
  if (reviewing.toConfirm === undefined) return null;
  return (
    <ConfirmDialog
      size={WIDTH}
      title={question}
      text={children}
      submit={
        common === 'now'
          ? 'Approve and make live'
          : `Approve for ${common === 'each' ? 'their days' : writeDay(common.day)}`
      }
      keep="Continue reviewing"
      onConfirm={() => reviewing.confirm(true)}
      onClose={() => reviewing.confirm(false)}
    />
  );
}
