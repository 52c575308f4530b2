import { type Insertable, sql, type Updateable } from 'kysely';
import type { DialData } from '#domain/dial/dial.ts';
import type { PersonQuery, LockedObject } from '#server/change/change.ts';
import type { DialTableRow } from '#server/db/schema.ts';
import type { Db } from '#server/db/connect.ts';
import { SHARE_OPTIONS } from '#server/db/options-lock.ts';
import type { VersionRange } from '#domain/review/author.ts';
import type { Holding } from '#domain/dial/use.ts';
import { holdingsOf } from './dial.use.store.ts';

const HEAD = [
  'id',
  'revision',
  'published_version',
  'draft_version',
  'name',
  'created_at',
  'saved_at',
  'in_live_bucket',
] as const;
export type DialHead = Awaited<ReturnType<typeof findDial>> & object;

const heads = (db: Db) => db.selectFrom('dial').select(HEAD).where('deleted_at', 'is', null);

/** Excludes deleted dials. */
export async function findDial(db: Db, id: string) {
  return heads(db).where('id', '=', id).executeTakeFirst();
}

/** Locks the dial until the transaction ends. */
export async function lockDial(trx: Db, id: string): Promise<DialHead | undefined> {
  return heads(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks the dial, and reads the actor with it. */
export async function lockDialFor(
  trx: Db,
  id: string,
  asking: PersonQuery,
): Promise<LockedObject<DialHead> | undefined> {
  const row = await heads(trx).select(asking.as('person')).where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) return undefined;
  const { person, ...opened } = row;
  return { opened, person };
}

export async function findDials(db: Db, ids: readonly string[]): Promise<DialHead[]> {
  return heads(db)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Ordered by id to avoid deadlocks. */
export async function lockDials(trx: Db, ids: readonly string[]): Promise<DialHead[]> {
  return heads(trx)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Those of these ids that any dial ever had, including deleted ones. */
export async function findTakenIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('dial')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}

export type VersionChoice = 'shown' | 'draft' | number;

/** A version without its data. A published version counts as saved by its publisher. */
export type VersionRow = Readonly<{
  version: number;
  state: 'draft' | 'published';
  created_at: string;
  created_by: string;
  creator_name: string;
  saved_at: string;
  saved_by: string;
  saver_name: string;
  reason: string;
  active_from: string | null;
  active_until: string | null;
}>;
export type WholeDial = Readonly<{
  head: DialHead;
  version: number;
  /** Of that version, if there is one. */
  data: DialData | null;
  /** All of them, newest first. */
  versions: readonly VersionRow[];
  holdings: readonly Holding[];
}>;

/** The newest published version is in force; a dial without one shows its draft. */
const versionOf = (which: VersionChoice) => {
  if (typeof which === 'number') return sql<number>`${which}::int`;
  return which === 'draft'
    ? sql<number>`coalesce(d.draft_version, d.published_version)`
    : sql<number>`coalesce(d.published_version, d.draft_version)`;
};

/** Everything about one dial, in one statement. */
export async function readDial(db: Db, id: string, which: VersionChoice): Promise<WholeDial | undefined> {
  const row = await wholeDial(db, id, which).executeTakeFirst();
  return row && asWhole(row);
}

/**
 * A locked dial with its draft, or else the published version; and the published version. Shares the options lock from
 * here on, so that options can be looked up.
 */
export async function readLocked(trx: Db, id: string): Promise<WholeDial & Readonly<{ published: DialData | null }>> {
  const {
    published,
    shared: _,
    ...row
  } = await wholeDial(trx, id, 'draft')
    .leftJoin('dial_version as p', (join) =>
      join.onRef('p.dial_id', '=', 'd.id').onRef('p.version', '=', 'd.published_version'),
    )
    .select(['p.data as published', SHARE_OPTIONS.as('shared')])
    .executeTakeFirstOrThrow();
  return { ...asWhole(row), published };
}

const wholeDial = (db: Db, id: string, which: VersionChoice) =>
  db
    .selectFrom('dial as d')
    .leftJoin('dial_version as v', (join) =>
      join.onRef('v.dial_id', '=', 'd.id').on('v.version', '=', versionOf(which)),
    )
    .select(HEAD.map((column) => `d.${column}` as const))
    .select([versionOf(which).as('version'), 'v.data'])
    .select(
      sql<VersionRow[]>`(
      select json_agg(json_build_object(
        'version', one.version, 'state', one.state, 'reason', one.data->>'reason',
        'active_from', one.data->>'active_from', 'active_until', one.data->>'active_until',
        'created_at', one.created_at, 'created_by', creator.id, 'creator_name', creator.name,
        'saved_at', coalesce(one.published_at, one.saved_at), 'saved_by', saver.id, 'saver_name', saver.name
      ) order by one.version desc)
      from dial_version one
      join person creator on creator.id = one.created_by
      join person saver on saver.id = coalesce(one.published_by, one.saved_by)
      where one.dial_id = d.id)`.as('versions'),
    )
    .select(holdingsOf(sql.ref('d.id')).as('holdings'))
    .where('d.id', '=', id)
    .where('d.deleted_at', 'is', null);

const asWhole = ({ version, data, versions, holdings, ...head }: DialHead & Omit<WholeDial, 'head'>): WholeDial => ({
  head,
  version,
  data,
  versions,
  holdings,
});

export async function findData(db: Db, dialId: string, version: number): Promise<DialData | undefined> {
  const row = await db
    .selectFrom('dial_version')
    .select('data')
    .where('dial_id', '=', dialId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.data;
}

/** The published version and the open draft of each dial. */
export async function findDatas(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('dial_version as v')
    .innerJoin('dial as d', 'd.id', 'v.dial_id')
    .select(['v.dial_id as id', 'v.version', 'v.data', 'v.created_by as createdBy', 'v.saved_by as savedBy'])
    .where('v.dial_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where((of) =>
      of.or([of('v.version', '=', of.ref('d.published_version')), of('v.version', '=', of.ref('d.draft_version'))]),
    )
    .execute();
}

export type SavedVersion = Readonly<{ dialId: string; version: number; data: DialData; by: string; at: Date }>;

export async function insertDials(trx: Db, rows: readonly Insertable<DialTableRow>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('dial').values(rows).execute();
}

export async function insertDrafts(trx: Db, drafts: readonly SavedVersion[]): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map(({ dialId, version, data, by, at }) => {
    const times = { created_at: at, created_by: by, saved_at: at, saved_by: by };
    return { dial_id: dialId, version, state: 'draft' as const, data: JSON.stringify(data), ...times };
  });
  await trx.insertInto('dial_version').values(rows).execute();
  await addWriters(trx, drafts);
}

/** Resets the dial's save time to that of the remaining versions. */
export async function removeDraft(trx: Db, dialId: string, version: number): Promise<void> {
  await trx.deleteFrom('dial_version').where('dial_id', '=', dialId).where('version', '=', version).execute();
  await trx
    .updateTable('dial')
    .set((of) => ({
      draft_version: null,
      revision: of('revision', '+', 1),
      saved_at: sql<Date>`(select max(published_at) from dial_version where dial_id = ${dialId})`,
    }))
    .where('id', '=', dialId)
    .execute();
}

export async function updateDial(trx: Db, id: string, row: Updateable<DialTableRow>): Promise<void> {
  await trx
    .updateTable('dial')
    .set((of) => ({ ...row, revision: of('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function lockTable(trx: Db): Promise<void> {
  await sql`lock table dial in share row exclusive mode`.execute(trx);
}

export async function hasDials(db: Db): Promise<boolean> {
  return (await db.selectFrom('dial').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whoever starts, saves or publishes a version stays one of its writers. */
export async function addWriters(
  trx: Db,
  versions: readonly Readonly<{ dialId: string; version: number; by: string }>[],
): Promise<void> {
  await trx
    .insertInto('dial_version_writer')
    .values(versions.map(({ dialId, version, by }) => ({ dial_id: dialId, version, person_id: by })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type DialWriter = VersionRange & Readonly<{ person: string }>;

/** Who wrote any of the versions of each range. */
export async function findWriters(db: Db, ranges: readonly VersionRange[]): Promise<DialWriter[]> {
  const { rows } = await sql<DialWriter>`
    select distinct w.dial_id, range.after, range.up_to as "upTo", w.person_id as person
    from unnest(${ranges.map(({ dial_id }) => dial_id)}::uuid[], ${ranges.map(({ after }) => after)}::int[],
      ${ranges.map(({ upTo }) => upTo)}::int[]) as range (dial_id, after, up_to)
    join dial_version_writer w
      on w.dial_id = range.dial_id and w.version > range.after and w.version <= range.up_to`.execute(db);
  return rows;
}
