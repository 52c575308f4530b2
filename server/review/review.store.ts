import { type Insertable, sql } from 'kysely';
import type { RoundAuthority } from '#domain/authority/requirement.ts';
import type { Author } from '#domain/review/author.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import { isScheduled } from '#domain/review/schedule.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { ReviewRoundRow, ReviewSetRow } from '#server/db/schema.buckets.ts';
import type { Db } from '#server/db/connect.ts';
import { groupValues } from '#server/db/rows.ts';
import { STOP_COLUMNS } from '#server/bucket/bucket.stop.service.ts';
import type { DraftRounds } from '#server/bucket/bucket.present.ts';
import type { SinceVersion } from '#server/bucket/bucket.version.service.ts';
import { SHARES } from './authority/authority.store.ts';

export type StoredRound = Awaited<ReturnType<typeof findRecentRounds>>[number];

/** Rounds, each with its bucket, its submitter and the start of the first draft its authors could have written. */
export const rounds = (db: Db) =>
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
    .select(['r.brings_forward', 'r.authority'])
    .select(SHARES.as('shares'))
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

/** The last rounds of each of these versions, newest first; numbers have no gaps. */
export async function findRecentRounds(db: Db, versionIds: readonly string[], limit: number) {
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

/**
 * The current round of a version first: the one that takes votes, else the one that waits for its day, else the one that
 * approved it, else the last one that ended.
 */
export const CURRENT_FIRST = sql`case when r.closed_at is null and r.approved_at is null then 0
  when r.closed_at is null then 1 when r.outcome = 'approved' then 2 else 3 end, r.closed_at desc, r.number desc`;

/** The current round of each of these versions; of those in this set, the open round that belongs to it. */
export async function findCurrentRounds(
  db: Db,
  versionIds: readonly string[],
  set: string | null = null,
): Promise<StoredRound[]> {
  return rounds(db)
    .where('r.bucket_version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .distinctOn('r.bucket_version_id')
    .orderBy('r.bucket_version_id')
    .orderBy(sql`(r.closed_at is null and r.set_id = ${set}::uuid) is not true`)
    .orderBy(CURRENT_FIRST)
    .execute();
}

/** The current round of a version, and the one that waits for its day. */
export async function findDraftRounds(db: Db, versionId: string): Promise<DraftRounds<StoredRound>> {
  const found = await rounds(db).where('r.bucket_version_id', '=', versionId).orderBy(CURRENT_FIRST).limit(2).execute();
  return { current: found[0], scheduled: found.find(isScheduled) };
}

/** A round of the last draft of each bucket that was submitted: by number, or the current one. */
export async function findRoundsByNumber(
  db: Db,
  buckets: readonly (BucketAddress & Readonly<{ round: number | undefined }>)[],
): Promise<StoredRound[]> {
  return rounds(db)
    .innerJoin(
      sql<{ cob: string; partner: number; round: number | null }>`(select * from
        jsonb_to_recordset(${JSON.stringify(buckets)}::jsonb) as named (cob text, partner int, round int))`.as('named'),
      (join) => join.onRef('named.cob', '=', 'b.cob').onRef('named.partner', '=', 'b.partner_number'),
    )
    .where(sql<boolean>`coalesce(r.number = named.round, true)`)
    .where(
      sql<boolean>`v.id = (select o.bucket_version_id from review_round o
        join bucket_version d on d.id = o.bucket_version_id where d.bucket_id = b.id
        order by o.submitted_at desc, o.number desc limit 1)`,
    )
    .distinctOn('b.id')
    .orderBy('b.id')
    .orderBy(CURRENT_FIRST)
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
  | 'authority'
> &
  Readonly<{
    authors: readonly Author[];
    content: BucketEntries;
    authority: RoundAuthority | null;
    broken_examples: readonly Readonly<{ id: string; name: string }>[];
  }>;

/** Fixes the authors: whoever edits after a rejection did not write what was rejected. */
export async function insertRounds(trx: Db, rows: readonly NewRound[]): Promise<void> {
  await trx
    .insertInto('review_round')
    .values((of) =>
      rows.map(({ authors, content, broken_examples, authority, ...row }) => ({
        ...row,
        number: of
          .selectFrom('review_round')
          .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
          .where('bucket_version_id', '=', row.bucket_version_id),
        authors: authors.map(({ person }) => person),
        author_reasons: JSON.stringify(authors),
        content: JSON.stringify(content),
        broken_examples: JSON.stringify(broken_examples),
        authority: authority && JSON.stringify(authority),
      })),
    )
    .execute();
}

type Ended = Readonly<{ outcome: RoundOutcome; at: Date }>;

/** A round never ends before its last vote, even if the clocks of two servers differ. */
const closing = (trx: Db, { outcome, at }: Ended) =>
  trx
    .updateTable('review_round')
    .set({
      outcome,
      closed_at: sql<Date>`greatest(${at}, submitted_at,
        (select max(voted_at) from review_vote where round_id = review_round.id))`,
    })
    .where('closed_at', 'is', null);

export async function closeRounds(trx: Db, ids: readonly string[], ended: Ended): Promise<void> {
  await closing(trx, ended)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Closes the rounds of these versions that are still open, those that wait for their day included. */
export async function closeOpenRounds(trx: Db, versionIds: readonly string[], ended: Ended): Promise<void> {
  await closing(trx, ended)
    .where('bucket_version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
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

/** The current names of these dials. */
export async function findDialNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('dial')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
