import { type Expression, type Insertable, sql, type Updateable } from 'kysely';
import type { BucketVersionRow } from '#server/db/schema.buckets.ts';
import type { Db } from '#server/db/connect.ts';
import { groupValues } from '#server/db/rows.ts';
import type { ChangeCounts } from '#domain/bucket/change-kind.ts';
import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';

const versions = (db: Db, bucketId: string) =>
  db
    .selectFrom('bucket_version as v')
    .leftJoin('person as saver', 'saver.id', 'v.saved_by')
    .select([
      'v.id',
      'v.number',
      'v.state',
      'v.description',
      'v.saved_at',
      'v.saved_by',
      'saver.name as saver_name',
      'v.based_on',
      'v.live_at',
      'v.superseded_at',
      'v.activated_at',
      'v.dials',
    ])
    .where('v.bucket_id', '=', bucketId);

export type StoredVersion = Awaited<ReturnType<typeof findCurrent>>[number];

/** The live version, and the draft if there is one. */
export async function findCurrent(db: Db, bucketId: string) {
  return versions(db, bucketId).where('v.state', 'in', ['live', 'draft', 'pending_review']).execute();
}

export async function findNumber(db: Db, bucketId: string, number: number): Promise<StoredVersion | undefined> {
  return versions(db, bucketId).where('v.number', '=', number).executeTakeFirst();
}

/** The version that was live at that time. From the first moment of its day on it is the one that waited for the day. */
export async function findAsOf(db: Db, bucketId: string, at: Date): Promise<StoredVersion | undefined> {
  return versions(db, bucketId)
    .where('v.live_at', '<=', at)
    .where((of) => of.or([of('v.superseded_at', 'is', null), of('v.superseded_at', '>', at)]))
    .orderBy('v.number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type VersionWithEntries = StoredVersion & Readonly<{ entries: BucketEntries }>;
type Moments = 'saved_at' | 'live_at' | 'superseded_at' | 'activated_at';
type VersionAsJson = Omit<VersionWithEntries, Moments> &
  Readonly<{ saved_at: string } & Record<Exclude<Moments, 'saved_at'>, string | null>>;

/** The live version of a bucket and its draft, if any, with their entries in order. */
export const currentVersionsOf = (bucketId: Expression<unknown>) => sql<VersionAsJson[]>`(
  select json_agg(json_build_object(
    'id', v.id, 'number', v.number, 'state', v.state, 'description', v.description, 'saved_at', v.saved_at,
    'saved_by', v.saved_by, 'saver_name', saver.name, 'based_on', v.based_on, 'live_at', v.live_at,
    'superseded_at', v.superseded_at, 'activated_at', v.activated_at, 'dials', v.dials, 'entries', (
      select coalesce(json_agg(json_build_object(
        'dial_id', e.dial_id, 'version', e.dial_version, 'overrides', e.overrides) order by e.position), '[]')
      from bucket_entry e where e.bucket_version_id = v.id)))
  from bucket_version v left join person saver on saver.id = v.saved_by
  where v.bucket_id = ${bucketId} and v.state in ('live', 'draft', 'pending_review'))`;

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

export const versionOf = (version: VersionAsJson): VersionWithEntries => ({
  ...version,
  saved_at: new Date(version.saved_at),
  live_at: dateOf(version.live_at),
  superseded_at: dateOf(version.superseded_at),
  activated_at: dateOf(version.activated_at),
});

/** Those that are or were live, newest first. */
export async function listNumbered(
  db: Db,
  bucketId: string,
  { below, limit }: Readonly<{ below: number | undefined; limit: number }>,
): Promise<StoredVersion[]> {
  return versions(db, bucketId)
    .where('v.number', 'is not', null)
    .$if(below !== undefined, (query) => query.where('v.number', '<', below ?? 0))
    .orderBy('v.number', 'desc')
    .limit(limit)
    .execute();
}

export type EverLive = Readonly<{ id: string; partner: number; cob: string; number: number }>;

/** Versions of all buckets that are or were live, by id. */
export async function listEverLive(db: Db, after: string | undefined, limit: number): Promise<EverLive[]> {
  const { rows } = await sql<EverLive>`
    select v.id, b.partner_number as partner, b.cob, v.number
    from bucket_version v join bucket b on b.id = v.bucket_id
    where v.number is not null and (${after ?? null}::uuid is null or v.id > ${after ?? null}::uuid)
    order by v.id limit ${limit}`.execute(db);
  return rows;
}

export type LiveList = Readonly<{ partner: number; cob: string; entries: BucketEntries }>;

/** The live lists that pin this dial in another version, by class and partner. */
export async function listLiveHolding(
  db: Db,
  { dialId, version, limit }: Readonly<{ dialId: string; version: number; limit: number }>,
): Promise<LiveList[]> {
  const { rows } = await sql<LiveList>`
    select b.partner_number as partner, b.cob, (
      select json_agg(json_build_object(
        'dial_id', e.dial_id, 'version', e.dial_version, 'overrides', e.overrides) order by e.position)
      from bucket_entry e where e.bucket_version_id = pinned.bucket_version_id) as entries
    from current_entry pinned
    join bucket b on b.id = pinned.bucket_id
    where pinned.is_live and pinned.dial_id = ${dialId} and pinned.dial_version <> ${version}
    order by b.cob collate "C", b.partner_number limit ${limit}`.execute(db);
  return rows;
}

export async function insertVersions(trx: Db, rows: readonly Insertable<BucketVersionRow>[]): Promise<void> {
  await trx.insertInto('bucket_version').values(rows).execute();
}

/** The draft no longer belongs to the set that saved it. */
export const NO_SET = { set_id: null, set_revision: null, entries_before_set: null } as const;

/** Applies the same values to each of these versions. */
export async function updateVersions(
  trx: Db,
  ids: readonly string[],
  row: Updateable<BucketVersionRow>,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('bucket_version')
    .set(row)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export type SavedCounts = Readonly<{ id: string; changes: ChangeCounts; dials: number }>;

/** Updates the counts of each saved draft. */
export async function updateSaved(
  trx: Db,
  saved: readonly SavedCounts[],
  { at, by }: Readonly<{ at: Date; by: string }>,
): Promise<void> {
  if (saved.length === 0) return;
  await sql`
    update bucket_version v set saved_at = ${at}, saved_by = ${by}, changes = saved.changes, dials = saved.dials
    from jsonb_to_recordset(${JSON.stringify(saved)}::jsonb) as saved (id uuid, changes jsonb, dials int)
    where v.id = saved.id`.execute(trx);
}

/** A draft that goes live under a number, since a moment, in the place of another version. */
export type GoingLive = Readonly<{ id: string; number: number; replaces: string; since: Date }>;

/** Makes each of these drafts live in the place of the version that it replaces. `at`: the moment of the activation. */
export async function putLive(trx: Db, going: readonly GoingLive[], at: Date): Promise<void> {
  if (going.length === 0) return;
  const rows = sql`jsonb_to_recordset(${JSON.stringify(going)}::jsonb)
    as next (id uuid, number int, replaces uuid, since timestamptz)`;
  await sql`
    update bucket_version v set state = 'superseded', superseded_at = next.since
    from ${rows} where v.id = next.replaces`.execute(trx);
  await sql`
    update bucket_version v set state = 'live', number = next.number, live_at = next.since, activated_at = ${at}
    from ${rows} where v.id = next.id`.execute(trx);
}

/** Everyone who saves a draft is one of its authors. */
export async function addEditor(trx: Db, versionIds: readonly string[], personId: string): Promise<void> {
  await sql`insert into bucket_editor (bucket_version_id, person_id)
    select id, ${personId} from unnest(${versionIds}::uuid[]) as draft (id)
    on conflict do nothing`.execute(trx);
}

/** A bucket, and the number of its live version. */
export type SinceVersion = Readonly<{ bucket_id: string; number: number }>;

/** Who saved drafts of each bucket since that version went live, including drafts that were reset. */
export async function findEditors(db: Db, since: readonly SinceVersion[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ bucket_id: string; person_id: string }>`
    select distinct v.bucket_id, e.person_id
    from jsonb_to_recordset(${JSON.stringify(since)}::jsonb) as since (bucket_id uuid, number int)
    join bucket_version v on v.bucket_id = since.bucket_id and v.based_on = since.number
    join bucket_editor e on e.bucket_version_id = v.id`.execute(db);
  return groupValues(rows, 'bucket_id', 'person_id');
}

/** Who saved each of these drafts. */
export async function findEditorsOf(db: Db, versionIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('bucket_editor')
    .select(['bucket_version_id', 'person_id'])
    .where('bucket_version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .orderBy('person_id')
    .execute();
  return groupValues(rows, 'bucket_version_id', 'person_id');
}

/** The entries of each version, in order. */
export async function findEntries(
  db: Db,
  versions: readonly Readonly<{ id: string }>[],
): Promise<Map<string, BucketEntry[]>> {
  const ids = versions.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('bucket_entry')
    .select(['bucket_version_id as id', 'dial_id', 'dial_version as version', 'overrides'])
    .where('bucket_version_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('bucket_version_id')
    .orderBy('position')
    .execute();
  const found = new Map<string, BucketEntry[]>(ids.map((id) => [id, []]));
  for (const { id, dial_id, version, overrides } of rows) found.get(id)?.push({ dial_id, version, overrides });
  return found;
}

export async function removeEntries(trx: Db, draftIds: readonly string[]): Promise<void> {
  if (draftIds.length === 0) return;
  await trx
    .deleteFrom('bucket_entry')
    .where('bucket_version_id', '=', sql<string>`any(${draftIds}::uuid[])`)
    .execute();
}

/** Adds the entries of any number of drafts in one statement. */
export async function insertEntries(
  trx: Db,
  drafts: readonly Readonly<{ id: string; entries: BucketEntries }>[],
): Promise<void> {
  const rows = drafts.flatMap(({ id, entries }) =>
    entries.map(({ dial_id, version, overrides }, index) => ({ id, position: index + 1, dial_id, version, overrides })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into bucket_entry (bucket_version_id, position, dial_id, dial_version, overrides)
    select id, position, dial_id, version, overrides
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as entry (id uuid, position int, dial_id uuid, version int, overrides jsonb)`.execute(trx);
}
