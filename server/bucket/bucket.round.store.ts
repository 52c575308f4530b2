import { type Insertable, type Kysely, sql } from 'kysely';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import type { Author } from '#domain/review/author.ts';
import type { Round } from '#domain/review/round.ts';
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

/** Who saved into the drafts of a bucket since this version of it went live, and who submitted them; reset ones too. */
export async function findDraftAuthors(
  db: Database,
  bucketId: string,
  liveNumber: number,
): Promise<{ savers: string[]; submitters: string[] }> {
  const { rows } = await sql<{ savers: string[]; submitters: string[] }>`
    with draft as (select id from bucket_version where bucket_id = ${bucketId} and based_on = ${liveNumber})
    select
      array(select distinct person_id from bucket_editor where bucket_version_id in (select id from draft)) as savers,
      array(select distinct submitted_by from review_round where bucket_version_id in (select id from draft))
        as submitters`.execute(db);
  return rows[0] ?? { savers: [], submitters: [] };
}

export type NewRound = Omit<
  Insertable<ReviewRoundRow>,
  'number' | 'closed_at' | 'outcome' | 'authors' | 'author_reasons' | 'content_hash' | 'required'
> &
  Readonly<{ round: Round; authors: readonly Author[] }>;

/** Its authors are those of this moment: who edits after a rejection did not write what was rejected. */
export async function openRound(trx: Database, { round, authors, ...row }: NewRound): Promise<void> {
  await trx
    .insertInto('review_round')
    .values((of) => ({
      ...row,
      number: of
        .selectFrom('review_round')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
        .where('bucket_version_id', '=', row.bucket_version_id),
      content_hash: round.hash,
      authors: [...round.authors],
      author_reasons: JSON.stringify(authors),
      required: round.required,
    }))
    .execute();
}

/** A round never ends before its last vote, whatever the clocks of two servers say. */
export async function closeRound(trx: Database, versionId: string, outcome: RoundOutcome, at: Date): Promise<void> {
  await trx
    .updateTable('review_round')
    .set({
      outcome,
      closed_at: sql<Date>`greatest(${at}, submitted_at,
        (select max(voted_at) from review_vote where round_id = review_round.id))`,
    })
    .where('bucket_version_id', '=', versionId)
    .where('closed_at', 'is', null)
    .execute();
}
