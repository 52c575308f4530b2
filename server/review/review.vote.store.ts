import { type Insertable, sql } from 'kysely';
import type { Discount } from '#domain/review/voter.ts';
import type { Db } from '#server/db/connect.ts';
import type { ReviewVoteRow } from '#server/db/schema.buckets.ts';

export type StoredVote = Awaited<ReturnType<typeof findVotes>>[number];

/** Oldest first. */
export async function findVotes(db: Db, roundIds: readonly string[]) {
  return db
    .selectFrom('review_vote as v')
    .innerJoin('person as p', 'p.id', 'v.person_id')
    .select(['v.round_id', 'v.person_id', 'p.name', 'v.choice', 'v.comment', 'v.content_hash', 'v.voted_at'])
    .select(['v.discounted', 'v.acts_for'])
    .where('v.round_id', '=', sql<string>`any(${roundIds}::uuid[])`)
    .orderBy('v.voted_at')
    .orderBy('v.person_id')
    .execute();
}

/** Upserts: a person has one vote per round. */
export async function putVotes(trx: Db, votes: readonly Insertable<ReviewVoteRow>[]): Promise<void> {
  await trx
    .insertInto('review_vote')
    .values(votes)
    .onConflict((conflict) =>
      conflict.columns(['round_id', 'person_id']).doUpdateSet((of) => ({
        choice: of.ref('excluded.choice'),
        comment: of.ref('excluded.comment'),
        content_hash: of.ref('excluded.content_hash'),
        voted_at: of.ref('excluded.voted_at'),
        discounted: of.ref('excluded.discounted'),
        acts_for: of.ref('excluded.acts_for'),
      })),
    )
    .execute();
}

/** The vote stays on record, but no longer counts. */
export async function discountVote(
  trx: Db,
  { round_id, person_id, discounted }: Pick<ReviewVoteRow, 'round_id' | 'person_id'> & { discounted: Discount },
): Promise<void> {
  await trx
    .updateTable('review_vote')
    .set({ discounted })
    .where('round_id', '=', round_id)
    .where('person_id', '=', person_id)
    .execute();
}
