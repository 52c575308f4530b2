import type { RoundOutcome } from '#domain/bucket/state.ts';
import type { Choice } from '#domain/review/round.ts';

export const CHOICE_WORDS = { approve: 'Approved', reject: 'Rejected' } as const satisfies Record<Choice, string>;
export const YOUR_VOTE = { approve: 'You approved', reject: 'You rejected' } as const satisfies Record<Choice, string>;

export const OUTCOME_WORDS = {
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
} as const satisfies Record<RoundOutcome, string>;

/** What became of it, as a sentence. */
export const OUTCOME_SENTENCES = {
  approved: 'This review has ended: the draft was approved and is Active.',
  rejected: 'This review has ended: the draft was rejected and is back to Draft.',
  cancelled: 'This review was cancelled. Its votes no longer count.',
} as const satisfies Record<RoundOutcome, string>;

type Voted = Readonly<{ choice: Choice }>;
export const countOf = (votes: readonly Voted[], choice: Choice): number =>
  votes.filter((vote) => vote.choice === choice).length;

/** "1 of 2 approvals, 0 of 2 rejections" */
export function tallyText(votes: readonly Voted[], required: number): string {
  const approvals = `${countOf(votes, 'approve')} of ${required} approvals`;
  return `${approvals}, ${countOf(votes, 'reject')} of ${required} rejections`;
}
