import { type Insertable, type Kysely, sql } from 'kysely';
import type { Discount } from '#domain/review/voter.ts';
import type { ReviewCommentRow, ReviewVoteRow, Schema } from '#server/db/schema.ts';

type Database = Kysely<Schema>;
export type Address = Readonly<{ partner: number; cob: string }>;
export type StoredRound = Awaited<ReturnType<typeof findNewestRound>> & object;

const rounds = (db: Database) =>
  db
    .selectFrom('review_round as r')
    .innerJoin('bucket_version as v', 'v.id', 'r.bucket_version_id')
    .innerJoin('person as p', 'p.id', 'r.submitted_by')
    .select(['r.id', 'r.number', 'r.description', 'r.submitted_at', 'r.submitted_by', 'p.name as submitter_name'])
    .select([
      'r.closed_at',
      'r.outcome',
      'r.content_hash',
      'r.required',
      'r.authors',
      'r.author_reasons',
      'v.bucket_id',
    ])
    .select((of) =>
      // The first draft since the last activation counts: to reset a draft and start it anew changes nothing.
      of
        .selectFrom('bucket_version as d')
        .select(sql<Date>`min(d.created_at)`.as('started_at'))
        .whereRef('d.bucket_id', '=', 'v.bucket_id')
        .whereRef('d.based_on', '=', 'v.based_on')
        .as('started_at'),
    );

const ofBucket = (db: Database, { partner, cob }: Address) =>
  rounds(db)
    .innerJoin('bucket as b', 'b.id', 'v.bucket_id')
    .where('b.partner_number', '=', partner)
    .where('b.cob', '=', cob);

/** The newest round of one version of a bucket. */
export async function findNewestRound(db: Database, versionId: string) {
  return rounds(db)
    .where('r.bucket_version_id', '=', versionId)
    .orderBy('r.number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Of the version that has this number. */
export async function findRoundsOf(db: Database, address: Address, number: number): Promise<StoredRound[]> {
  return ofBucket(db, address).where('v.number', '=', number).orderBy('r.number').execute();
}

export type Position = Readonly<{ at: string; id: string }>;

/** Of a bucket, whatever became of them, newest first. */
export async function listRounds(
  db: Database,
  address: Address,
  limit: number,
  before: Position | undefined,
): Promise<StoredRound[]> {
  return ofBucket(db, address)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(r.submitted_at, r.id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`),
    )
    .orderBy('r.submitted_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
}

export type StoredVote = Awaited<ReturnType<typeof findVotes>>[number];

/** As they stand; the oldest first. */
export async function findVotes(db: Database, roundIds: readonly string[]) {
  return db
    .selectFrom('review_vote as v')
    .innerJoin('person as p', 'p.id', 'v.person_id')
    .select(['v.round_id', 'v.person_id', 'p.name', 'v.choice', 'v.comment', 'v.content_hash', 'v.voted_at'])
    .select('v.discounted')
    .where('v.round_id', '=', sql<string>`any(${roundIds}::uuid[])`)
    .orderBy('v.voted_at')
    .orderBy('v.person_id')
    .execute();
}

export type StoredComment = Awaited<ReturnType<typeof findComments>>[number];

/** In the order they were made; the dial by the name it goes by now. */
export async function findComments(db: Database, roundIds: readonly string[]) {
  return db
    .selectFrom('review_comment as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .leftJoin('dial as d', 'd.id', 'c.dial_id')
    .select(['c.id', 'c.round_id', 'c.person_id', 'p.name', 'c.at', 'c.text', 'c.vote'])
    .select(['c.dial_id', 'd.name as dial_name'])
    .where('c.round_id', '=', sql<string>`any(${roundIds}::uuid[])`)
    .orderBy('c.seq')
    .execute();
}

/** What these dials are called now. */
export async function findDialNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('dial')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function findNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** In the place of the one that person gave before. */
export async function putVote(trx: Database, vote: Insertable<ReviewVoteRow>): Promise<void> {
  const { round_id: _round, person_id: _person, ...word } = vote;
  await trx
    .insertInto('review_vote')
    .values(vote)
    .onConflict((conflict) => conflict.columns(['round_id', 'person_id']).doUpdateSet({ ...word, discounted: null }))
    .execute();
}

/** The vote is kept, and counts no longer. */
export async function discountVote(
  trx: Database,
  { round_id, person_id, discounted }: Pick<ReviewVoteRow, 'round_id' | 'person_id'> & { discounted: Discount },
): Promise<void> {
  await trx
    .updateTable('review_vote')
    .set({ discounted })
    .where('round_id', '=', round_id)
    .where('person_id', '=', person_id)
    .execute();
}

export async function insertComment(trx: Database, comment: Insertable<ReviewCommentRow>): Promise<void> {
  await trx.insertInto('review_comment').values(comment).execute();
}
