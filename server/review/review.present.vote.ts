import type { ReviewRound, ReviewVote } from '#contract/review.ts';
import { findPrincipal } from '#domain/authority/requirement.ts';
import type { Discount } from '#domain/review/voter.ts';
import { countedVoteOf } from '#domain/review/votes.ts';
import type { Db } from '#server/db/connect.ts';
import { findPersonNames } from '#server/person/person.service.ts';
import type { StoredVote } from './review.vote.store.ts';

export type Discounts = ReadonlyMap<string, Discount>;

/** The required signer for whom an approval counts. */
export function findSignedFor(
  vote: ShownVote,
  signers: ReviewRound['signers'],
  nameOf: (id: string) => string,
): ReviewVote['signs_for'] {
  const { person, actsFor, choice, discounted } = countedVoteOf(vote);
  if (choice !== 'approve' || discounted !== null) return null;
  const required = signers.map(({ people }) => ({ people: people.map(({ id }) => id) }));
  const principal = findPrincipal(required, { person, actsFor });
  return principal === undefined ? null : { id: principal, name: nameOf(principal) };
}

export type ShownVote = Omit<ReviewVote, 'signs_for'>;

export async function nameSignersFor(
  db: Db,
  votes: readonly (readonly ShownVote[])[],
): Promise<(id: string) => string> {
  const ids = [...new Set(votes.flat().flatMap(({ acts_for }) => acts_for))];
  const names = ids.length === 0 ? new Map<string, string>() : await findPersonNames(db, ids);
  return (id) => names.get(id) ?? '';
}

export const presentVote = (vote: StoredVote, discounts: Discounts): ShownVote => ({
  by: { id: vote.person_id, name: vote.name },
  choice: vote.choice,
  comment: vote.comment,
  at: vote.voted_at.toISOString(),
  discounted: vote.discounted ?? discounts.get(vote.person_id) ?? null,
  acts_for: vote.acts_for,
});
