import { type Insertable, sql } from 'kysely';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { ReleaseChange } from '#domain/feed/change.ts';
import type { FeedKey } from '#domain/feed/keys.ts';
import type { Channel } from '#domain/feed/release.ts';
import type { Db } from '#server/db/connect.ts';
import type { FeedBucketRow } from '#server/db/schema.feed.ts';

const ROWS_PER_STATEMENT = 1000;

/** The version or round that a document was made of, and the hash of it; null before its first release. */
type Source = Readonly<{ bucket_id: string; source_id: string; document: string | null }>;
export type LiveRow = Source &
  Readonly<{
    partner: number;
    cob: string;
    appetite: string;
    is_stopped: boolean;
    version: number;
    live_at: Date;
    approved: string | null;
  }>;
export type BeforeRow = Source & Readonly<{ version: number }>;
/** `from`: the day that an approved round waits for; null while it takes votes. */
export type RoundRow = Source & Readonly<{ from: string | null; content_hash: string; restarts: boolean }>;
export type StateRows = Readonly<{ live: LiveRow[]; before: BeforeRow[]; rounds: RoundRow[] }>;

/** Buckets by address; `all` at the start of the server. */
export type Changed = readonly BucketAddress[] | 'all';

/**
 * The state of the changed buckets, and of those that named a version before for long enough. Three small statements: one
 * over all these tables takes longer to plan than to run.
 */
export async function readState(
  db: Db,
  changed: Changed,
  { now, since }: Readonly<{ now: Date; since: Date }>,
): Promise<StateRows> {
  const ids = changed === 'all' ? undefined : await findIds(db, changed, now);
  const isChanged = (column: string) => (ids === undefined ? sql`true` : sql`${sql.ref(column)} = any(${ids}::uuid[])`);
  const live = await sql<LiveRow>`
    select b.id as bucket_id, b.partner_number as partner, b.cob, b.appetite, s.id is not null as is_stopped,
      v.id as source_id, v.number as version, v.live_at, a.content_hash as approved, c.document
    from bucket b
    join bucket_version v on v.bucket_id = b.id and v.state = 'live'
    left join review_round a on a.bucket_version_id = v.id and a.outcome = 'approved'
    left join bucket_stop s on s.bucket_id = b.id and s.ended_at is null
    left join feed_content c on c.source_id = v.id
    where ${isChanged('b.id')}`.execute(db);
  const before = await sql<BeforeRow>`
    select p.bucket_id, p.id as source_id, p.number as version, c.document
    from bucket_version v
    join bucket_version p on p.bucket_id = v.bucket_id and p.number = v.number - 1
    left join feed_content c on c.source_id = p.id
    where v.state = 'live' and v.live_at >= ${since} and ${isChanged('v.bucket_id')}`.execute(db);
  // A round that asks for an earlier day has the content of the one that waits. One that could not go live is not next.
  const rounds = await sql<RoundRow>`
    select d.bucket_id, r.id as source_id, r.content_hash, r.restart is not null as restarts, c.document,
      case when r.approved_at is not null then coalesce(r.put_off_to, r.live_on) end as "from"
    from bucket_version d
    join review_round r on r.bucket_version_id = d.id and r.closed_at is null
    left join feed_content c on c.source_id = r.id
    where d.state = 'pending_review' and ${isChanged('d.bucket_id')}
      and r.brings_forward is null and r.stopped_because is null`.execute(db);
  return { live: live.rows, before: before.rows, rounds: rounds.rows };
}

async function findIds(db: Db, changed: readonly BucketAddress[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from bucket b
    join unnest(${changed.map(({ partner }) => partner)}::int[], ${changed.map(({ cob }) => cob)}::text[])
      as named (partner, cob) on b.partner_number = named.partner and b.cob = named.cob
    union select bucket_id from feed_bucket where refresh_at <= ${now}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function putBuckets(trx: Db, rows: readonly Insertable<FeedBucketRow>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await trx
      .insertInto('feed_bucket')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .onConflict((conflict) =>
        conflict.column('bucket_id').doUpdateSet((row) => ({
          production: row.ref('excluded.production'),
          candidate: row.ref('excluded.candidate'),
          refresh_at: row.ref('excluded.refresh_at'),
        })),
      )
      .execute();
}

/** The list of all buckets in a release of this channel, as JSON. */
export async function readBuckets(db: Db, channel: Channel): Promise<string> {
  const { rows } = await sql<{ list: string }>`
    select coalesce(string_agg(${sql.ref(channel)}, ',' order by partner, cob collate "C"), '') as list
    from feed_bucket`.execute(db);
  return `[${rows[0]?.list ?? ''}]`;
}

export async function findRoundContents(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, BucketEntries>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('review_round').select(['id', 'content']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** Adds documents, and which versions and rounds have them; those that exist stay. */
export async function insertDocuments(
  trx: Db,
  documents: ReadonlyMap<string, string>,
  contents: readonly Readonly<{ source_id: string; document: string }>[],
): Promise<void> {
  await sql`
    with added as (
      insert into feed_document (hash, content)
      select * from unnest(${[...documents.keys()]}::text[], ${[...documents.values()]}::text[])
      on conflict do nothing)
    insert into feed_content (source_id, document)
    select * from unnest(${contents.map(({ source_id }) => source_id)}::uuid[],
      ${contents.map(({ document }) => document)}::text[])
    on conflict do nothing`.execute(trx);
}

export async function findDocument(db: Db, hash: string): Promise<string | undefined> {
  const row = await db.selectFrom('feed_document').select('content').where('hash', '=', hash).executeTakeFirst();
  return row?.content;
}

export async function findDocuments(db: Db, hashes: readonly string[]) {
  return hashes.length === 0 ? [] : db.selectFrom('feed_document').selectAll().where('hash', 'in', hashes).execute();
}

/** The first of these documents, in this order, that have so many bytes together, and at least one. */
export async function listDocumentTexts(db: Db, hashes: readonly string[], bytes: number) {
  const { rows } = await sql<{ hash: string; content: string }>`
    select hash, content from (
      select hash, content, place, row_number() over by_place as nth, sum(octet_length(content)) over by_place as total
      from unnest(${hashes}::text[]) with ordinality wanted (hash, place) join feed_document using (hash)
      window by_place as (order by place)) sized
    where nth = 1 or total <= ${bytes} order by place`.execute(db);
  return rows;
}

export const lockHead = (trx: Db, channel: Channel) =>
  trx.selectFrom('feed_head').selectAll().where('channel', '=', channel).forUpdate().executeTakeFirstOrThrow();

export const readHead = (db: Db, channel: Channel) =>
  db.selectFrom('feed_head').select(['sequence', 'hash']).where('channel', '=', channel).executeTakeFirstOrThrow();

/** The sequence of the newest release of each channel. */
export async function readSequences(db: Db): Promise<Readonly<Record<Channel, number>>> {
  const rows = await db.selectFrom('feed_head').select(['channel', 'sequence']).execute();
  return Object.fromEntries(rows.map(({ channel, sequence }) => [channel, sequence])) as Record<Channel, number>;
}

export type NewRelease = Readonly<{
  channel: Channel;
  sequence: number;
  hash: string;
  state_hash: string;
  key: FeedKey;
  issued_at: Date;
  changed: ReleaseChange;
  jws: string;
}>;

/** Makes it the newest of its channel, and notes that its key is in use. */
export async function insertRelease(trx: Db, release: NewRelease): Promise<void> {
  const { channel, sequence, hash, state_hash, key, issued_at, changed, jws } = release;
  await sql`
    with used as (
      insert into feed_key (kid, channel, x, used_at) values (${key.kid}, ${channel}, ${key.x}, ${issued_at})
      on conflict (kid) do update set used_at = excluded.used_at),
    head as (
      update feed_head set sequence = ${sequence}, hash = ${hash}, state_hash = ${state_hash} where channel = ${channel})
    insert into feed_release (channel, sequence, hash, kid, issued_at, changed, jws)
    values (${channel}, ${sequence}, ${hash}, ${key.kid}, ${issued_at}, ${JSON.stringify(changed)}, ${jws})`.execute(
    trx,
  );
}

/** Releases whose bytes are still stored; by default the newest one. */
export async function findRelease(db: Db, channel: Channel, sequence?: number) {
  const query = db.selectFrom('feed_release as r').innerJoin('feed_head as h', 'h.channel', 'r.channel');
  return query
    .select(['r.sequence', 'r.hash', 'r.jws', 'r.issued_at'])
    .where('r.channel', '=', channel)
    .where((where) => where('r.sequence', '=', sequence ?? where.ref('h.sequence')))
    .executeTakeFirst();
}

/** Adds the key, or notes that it is in use. */
export async function putKey(trx: Db, key: FeedKey, at: Date): Promise<void> {
  const { kid, channel, x, endorsed_by = null, endorsement = null } = key;
  await trx
    .insertInto('feed_key')
    .values({ kid, channel, x, endorsed_by, endorsement, used_at: at })
    .onConflict((conflict) => conflict.column('kid').doUpdateSet({ used_at: at }))
    .execute();
}

export const revokeOtherKeys = (trx: Db, kids: readonly string[], at: Date) =>
  trx
    .updateTable('feed_key')
    .set({ revoked_at: at })
    .where('kid', 'not in', kids)
    .where('revoked_at', 'is', null)
    .execute();

/** Those in use since then, newest first. */
export const listKeys = (db: Db, since: Date) =>
  db
    .selectFrom('feed_key')
    .selectAll()
    .where('used_at', '>=', since)
    .where('revoked_at', 'is', null)
    .orderBy('used_at', 'desc')
    .orderBy('kid')
    .execute();

/** The next release is written although nothing changed. */
export const forgetState = (trx: Db) => trx.updateTable('feed_head').set({ state_hash: null }).execute();

export const raiseSequence = (trx: Db, channel: Channel, sequence: number) =>
  trx.updateTable('feed_head').set({ sequence }).where('channel', '=', channel).execute();

/** The bytes of old releases; the newest of each channel stays, and so do all hashes. */
export async function dropBytes(db: Db, before: Date): Promise<void> {
  await sql`update feed_release r set jws = null from feed_head h
    where h.channel = r.channel and r.sequence < h.sequence and r.jws is not null and r.issued_at < ${before}`.execute(
    db,
  );
}
