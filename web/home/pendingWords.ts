import type { PendingReview } from '#contract/review.ts';

/** Not with the other review texts, which would pull the voting rules into the first bundle. */
export const YOUR_VOTE = { approve: 'You approved', reject: 'You rejected' } as const;

/** Why the viewer has no vote on it; the draft's page has the full text. */
export const BARRED_WORDS = {
  submitter: 'You submitted it',
  editor: 'You edited it',
  dial_author: 'You wrote a dial in it',
  dependent: 'Others vote',
} as const satisfies Record<Exclude<NonNullable<PendingReview['barred']>, 'other_signer'>, string>;

/** "Waits for Demo Reviewer One", where only required signers move it on; else who must sign. More are only counted. */
export function describeSigners({ missing_signers: people, barred }: PendingReview, personId: string): string {
  const [first, second] = people;
  if (people.some(({ id }) => id === personId)) return 'Waits for you';
  const names = [first?.name, people.length > 2 ? `${people.length - 1} others` : second?.name].filter(Boolean);
  return barred === 'other_signer' ? `Waits for ${names.join(' or ')}` : `${names.join(' or ')} must sign`;
}
