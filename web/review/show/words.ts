import type { ReviewComment, ReviewRound } from '#contract/review.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import type { Choice } from '#domain/review/round.ts';
import { DISCOUNT_TEXT, type Discount } from '#domain/review/voter.ts';

export const CHOICE_WORDS = { approve: 'Approved', reject: 'Rejected' } as const satisfies Record<Choice, string>;
export const CHOICE_TONES = { approve: 'green', reject: 'red' } as const satisfies Record<Choice, string>;
export const CHOICE_CLASSES = { approve: 'ls-green', reject: 'ls-red' } as const satisfies Record<Choice, string>;
export const YOUR_VOTE = { approve: 'You approved', reject: 'You rejected' } as const satisfies Record<Choice, string>;

export const OUTCOME_WORDS = {
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
} as const satisfies Record<RoundOutcome, string>;

/** "in reply to Demo Underwriter"; `comments` are those of the same round. */
export function replyText({ reply_to }: ReviewComment, comments: readonly ReviewComment[]): string | undefined {
  const answered = reply_to === null ? undefined : comments.find(({ id }) => id === reply_to);
  return answered && `in reply to ${answered.by.name}`;
}

const ENDED_WORDS = {
  approved: 'Approved, and live',
  rejected: 'Rejected, back to Draft',
  cancelled: 'Reviews cancelled',
} as const satisfies Record<RoundOutcome, string>;

/** How a round ended, as a line between the comments before and after. `all`: the rounds of its draft. */
export function endedText(round: ReviewRound, all: readonly ReviewRound[]): string {
  const { outcome, number, brings_forward: before } = round;
  if (outcome === null) return '';
  const later = all.find((one) => one.brings_forward === number && (one.outcome === 'approved' || one.approved_at));
  if (outcome === 'cancelled' && later) return `An earlier day was approved in round ${later.number}`;
  const standing = before === null ? undefined : all.find((one) => one.number === before);
  if (outcome === 'rejected' && standing) return `Rejected, round ${standing.number} stands`;
  return ENDED_WORDS[outcome];
}

/** The outcome as a sentence. */
export const OUTCOME_SENTENCES = {
  approved: 'This review has ended: the draft was approved and is Active.',
  rejected: 'This review has ended: the draft was rejected and is back to Draft.',
  cancelled: 'This review was cancelled. Its votes no longer count.',
} as const satisfies Record<RoundOutcome, string>;

/** "Not counted: this person was deactivated" */
export const discountText = (discount: Discount): string => `Not counted: ${DISCOUNT_TEXT[discount]}`;
