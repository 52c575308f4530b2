import { type Insertable, type Kysely, sql } from 'kysely';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import { REQUIRED_APPROVALS } from '#domain/review/approvals.ts';
import type { ReviewRoundRow, Schema } from '#server/db/schema.ts';

type Database = Kysely<Schema>;
export type StoredRound = Awaited<ReturnType<typeof findNewestRounds>>[number];

/** The newest round of each of these versions. */
export async function findNewestRounds(db: Database, versionIds: readonly string[]) {
  return db
    .selectFrom('review_round as r')
    .innerJoin('person as p', 'p.id', 'r.submitted_by')
    .select([
      'r.bucket_version_id as version_id',
      'r.number',
      'r.description',
      'r.submitted_at',
      'p.id as submitted_by',
      'p.name as submitter_name',
      'r.closed_at',
      'r.outcome',
      'r.content_hash',
    ])
    .distinctOn('r.bucket_version_id')
    .where('r.bucket_version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .orderBy('r.bucket_version_id')
    .orderBy('r.number', 'desc')
    .execute();
}

export type NewRound = Omit<Insertable<ReviewRoundRow>, 'number' | 'closed_at' | 'outcome' | 'authors' | 'required'>;

/**
 * Its authors are those of this moment: whoever edited or submitted the draft so far. Who edits after a rejection did
 * not write what was rejected.
 */
export async function openRound(trx: Database, round: NewRound): Promise<void> {
  await trx
    .insertInto('review_round')
    .values((of) => ({
      ...round,
      number: of
        .selectFrom('review_round')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
        .where('bucket_version_id', '=', round.bucket_version_id),
      authors: sql<string[]>`array(
        select person_id from bucket_editor where bucket_version_id = ${round.bucket_version_id}
        union select submitted_by from review_round where bucket_version_id = ${round.bucket_version_id}
        union select ${round.submitted_by} order by 1)`,
      required: REQUIRED_APPROVALS,
    }))
    .execute();
}

export async function closeRound(trx: Database, versionId: string, outcome: RoundOutcome, at: Date): Promise<void> {
  await trx
    .updateTable('review_round')
    .set({ outcome, closed_at: at })
    .where('bucket_version_id', '=', versionId)
    .where('closed_at', 'is', null)
    .execute();
}
