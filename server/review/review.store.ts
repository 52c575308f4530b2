import { type Insertable, sql } from 'kysely';
import type { Author } from '#domain/review/author.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { Discount } from '#domain/review/voter.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { ReviewRoundRow, ReviewSetRow, ReviewVoteRow } from '#server/db/schema.buckets.ts';
import type { Db } from '#server/db/connect.ts';
import { groupValues } from '#server/db/rows.ts';
import { STOP_COLUMNS } from '#server/bucket/bucket.stop.service.ts';
import type { SinceVersion } from '#server/bucket/bucket.version.service.ts';

export type StoredRound = Awaited<ReturnType<typeof findNewestRounds>>[number];

/** Rounds, each with its bucket, its submitter and the start of the first draft its authors could have written. */
const rounds = (db: Db) =>
  db
    .selectFrom('review_round as r')
    .innerJoin('bucket_version as v', 'v.id', 'r.bucket_version_id')
    .innerJoin('bucket as b', 'b.id', 'v.bucket_id')
    .innerJoin('partner', 'partner.number', 'b.partner_number')
    .innerJoin('person as p', 'p.id', 'r.submitted_by')
    .leftJoin('bucket_stop as stop', 'stop.id', 'r.restart')
    .leftJoin('person as stopper', 'stopper.id', 'stop.stopped_by')
    .select(['r.id', 'r.number', 'r.description', 'r.submitted_at', 'r.submitted_by', 'p.name as submitter_name'])
    .select(['r.closed_at', 'r.outcome', 'r.content_hash', 'r.required', 'r.authors', 'r.author_reasons', 'r.set_id'])
    .select(['r.broken_examples', 'r.live_on', 'r.approved_at', 'r.put_off_to', 'r.stopped_because'])
    .select(['r.restart', ...STOP_COLUMNS])
    .select(['r.bucket_version_id', 'v.bucket_id', 'v.state', 'v.number as version_number'])
    .select(['b.cob', 'partner.number as partner_number', 'partner.name as partner_name'])
    .select((of) =>
      // The first draft since the last activation counts, so resetting and restarting a draft gains nothing.
      of
        .selectFrom('bucket_version as d')
        .select(sql<Date>`min(d.created_at)`.as('started_at'))
        .whereRef('d.bucket_id', '=', 'v.bucket_id')
        .whereRef('d.based_on', '=', 'v.based_on')
        .as('started_at'),
    );

const ofBucket = (db: Db, { partner, cob }: BucketAddress) =>
  rounds(db).where('b.partner_number', '=', partner).where('b.cob', '=', cob);

/** The newest rounds of each of these versions, newest first; numbers have no gaps. */
export async function findNewestRounds(db: Db, versionIds: readonly string[], limit = 1) {
  return rounds(db)
    .where('r.bucket_version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .where(
      'r.number',
      '>',
      sql<number>`(select max(n.number) from review_round n where n.bucket_version_id = v.id) - ${limit}::int`,
    )
    .orderBy('r.number', 'desc')
    .execute();
}

export const findNewestRound = async (db: Db, versionId: string): Promise<StoredRound | undefined> =>
  rounds(db).where('r.bucket_version_id', '=', versionId).orderBy('r.number', 'desc').limit(1).executeTakeFirst();

/** The newest round of each bucket. */
export async function findNewestRoundsOf(db: Db, addresses: readonly BucketAddress[]): Promise<StoredRound[]> {
  return rounds(db)
    .where(
      sql<boolean>`(b.cob, b.partner_number) in (select address.cob, address.partner
        from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) as address (cob text, partner int))`,
    )
    .distinctOn('b.id')
    .orderBy('b.id')
    .orderBy('r.submitted_at', 'desc')
    .orderBy('r.number', 'desc')
    .execute();
}

/** By partner and class. */
export async function findSetRounds(db: Db, setId: string): Promise<StoredRound[]> {
  return rounds(db)
    .where('r.set_id', '=', setId)
    .orderBy('b.partner_number')
    .orderBy(sql`b.cob collate "C"`)
    .execute();
}

export async function insertSet(trx: Db, row: Insertable<ReviewSetRow>): Promise<void> {
  await trx.insertInto('review_set').values(row).execute();
}

/** A set, with the current name of its dial. */
export async function findSet(db: Db, id: string) {
  return db
    .selectFrom('review_set as s')
    .innerJoin('person as p', 'p.id', 's.submitted_by')
    .leftJoin('dial as d', 'd.id', 's.dial_id')
    .select(['s.id', 's.title', 's.description', 's.submitted_at', 's.submitted_by', 'p.name as submitter_name'])
    .select(['s.dial_id', 's.dial_version', 'd.name as dial_name'])
    .where('s.id', '=', id)
    .executeTakeFirst();
}

/** The rounds of each set, with their buckets and outcomes. */
export async function findMembers(db: Db, setIds: readonly string[]) {
  return db
    .selectFrom('review_round as r')
    .innerJoin('review_set as s', 's.id', 'r.set_id')
    .innerJoin('bucket_version as v', 'v.id', 'r.bucket_version_id')
    .innerJoin('bucket as b', 'b.id', 'v.bucket_id')
    .select(['s.id as set_id', 's.title', 'v.bucket_id', 'b.partner_number as partner', 'b.cob', 'r.outcome'])
    .where('r.set_id', '=', sql<string>`any(${setIds}::uuid[])`)
    .orderBy('b.partner_number')
    .orderBy(sql`b.cob collate "C"`)
    .execute();
}

/** The versions these drafts are based on, by draft. */
export async function findBases(db: Db, versionIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ draft: string; base: string }>`
    select d.id as draft, base.id as base
    from bucket_version d join bucket_version base on base.bucket_id = d.bucket_id and base.number = d.based_on
    where d.id = any(${versionIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ draft, base }) => [draft, base]));
}

/** Who submitted a draft of each bucket since that version went live, including drafts that were reset. */
export async function findSubmitters(db: Db, since: readonly SinceVersion[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ bucket_id: string; submitted_by: string }>`
    select distinct v.bucket_id, r.submitted_by
    from jsonb_to_recordset(${JSON.stringify(since)}::jsonb) as since (bucket_id uuid, number int)
    join bucket_version v on v.bucket_id = since.bucket_id and v.based_on = since.number
    join review_round r on r.bucket_version_id = v.id`.execute(db);
  return groupValues(rows, 'bucket_id', 'submitted_by');
}

/** The content and hash a round was submitted with. */
export async function findSubmitted(db: Db, versionId: string, number: number) {
  return db
    .selectFrom('review_round')
    .select(['content', 'content_hash', 'live_on', 'restart'])
    .where('bucket_version_id', '=', versionId)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** The hashes that reviews approved, and their terms, by version. */
export async function findApproved(db: Db, versionIds: readonly string[]) {
  const rows = await db
    .selectFrom('review_round')
    .select(['bucket_version_id as id', 'content_hash', 'live_on', 'restart'])
    .where('bucket_version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .where('outcome', '=', 'approved')
    .execute();
  return Map.groupBy(rows, ({ id }) => id);
}

export type NewRound = Omit<
  Insertable<ReviewRoundRow>,
  | 'number'
  | 'closed_at'
  | 'outcome'
  | 'approved_at'
  | 'put_off_to'
  | 'stopped_because'
  | 'authors'
  | 'author_reasons'
  | 'content'
  | 'broken_examples'
> &
  Readonly<{
    authors: readonly Author[];
    content: BucketEntries;
    broken_examples: readonly Readonly<{ id: string; name: string }>[];
  }>;

/** Fixes the authors: whoever edits after a rejection did not write what was rejected. */
export async function insertRounds(trx: Db, rows: readonly NewRound[]): Promise<void> {
  await trx
    .insertInto('review_round')
    .values((of) =>
      rows.map(({ authors, content, broken_examples, ...row }) => ({
        ...row,
        number: of
          .selectFrom('review_round')
          .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
          .where('bucket_version_id', '=', row.bucket_version_id),
        authors: authors.map(({ person }) => person),
        author_reasons: JSON.stringify(authors),
        content: JSON.stringify(content),
        broken_examples: JSON.stringify(broken_examples),
      })),
    )
    .execute();
}

/** A round never ends before its last vote, even if the clocks of two servers differ. */
export async function closeRounds(
  trx: Db,
  versionIds: readonly string[],
  outcome: RoundOutcome,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('review_round')
    .set({
      outcome,
      closed_at: sql<Date>`greatest(${at}, submitted_at,
        (select max(voted_at) from review_vote where round_id = review_round.id))`,
    })
    .where('bucket_version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .where('closed_at', 'is', null)
    .execute();
}

/** By version number. */
export async function findRoundsOf(db: Db, address: BucketAddress, number: number): Promise<StoredRound[]> {
  return ofBucket(db, address).where('v.number', '=', number).orderBy('r.number').execute();
}

export type Position = Readonly<{ at: string; id: string }>;

/** All rounds of a bucket, newest first. */
export async function listRounds(
  db: Db,
  address: BucketAddress,
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

/** Oldest first. */
export async function findVotes(db: Db, roundIds: readonly string[]) {
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

/** The current names of these dials. */
export async function findDialNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('dial')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
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
