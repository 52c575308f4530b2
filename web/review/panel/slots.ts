import { type Choice, missingVotes } from '#domain/review/round.ts';
import type { Discount } from '#domain/review/voter.ts';

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five'] as const;
const word = (count: number): string => NUMBERS[count] ?? String(count);

/**
 * What the votes that are still missing would do, one sentence per free slot: there are as many as votes that are
 * needed at least until the round is decided.
 */
export function freeSlots(
  votes: readonly Readonly<{ choice: Choice; discounted: Discount | null }>[],
  required: number,
): string[] {
  const approvals = missingVotes(votes, required, 'approve');
  const rejections = missingVotes(votes, required, 'reject');
  const hasVotes = votes.some(({ discounted }) => discounted === null);
  const free = Math.min(approvals, rejections);
  if (free <= 0) return [];
  if (approvals === 1 && rejections === 1)
    return ['One more approval makes it Active, one more rejection sends it back to Draft'];
  const said = [approvalText(approvals, hasVotes), rejectionText(rejections, hasVotes)];
  const nearest = approvals <= rejections ? said : said.toReversed();
  return Array.from({ length: free }, (_, index) => nearest[index] ?? 'Waiting for a vote');
}

function approvalText(missing: number, more: boolean): string {
  const what = `${word(missing)}${more ? ' more' : ''}`;
  return missing === 1 ? `${what} approval makes it Active` : `${what} approvals make it Active`;
}

function rejectionText(missing: number, more: boolean): string {
  const what = `${word(missing)}${more ? ' more' : ''}`;
  return missing === 1 ? `${what} rejection sends it back to Draft` : `${what} rejections send it back to Draft`;
}
