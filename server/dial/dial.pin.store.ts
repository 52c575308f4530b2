import { sql } from 'kysely';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialValues } from '#domain/value/registry.ts';
import type { Db } from '#server/db/connect.ts';

/** A published version of a dial, as buckets refer to it. */
export type Pin = Readonly<{ dial_id: string; version: number }>;

/** One row per pin, with a constant number of parameters. */
const named = (pins: readonly Pin[]) => sql`
  unnest(${pins.map(({ dial_id }) => dial_id)}::uuid[], ${pins.map(({ version }) => version)}::int[])
    as pin (dial_id, version)`;

export type WindowOfPin = Pin &
  Readonly<{ deleted: boolean; active_from: string | null; active_until: string | null; values: DialValues }>;

/** What bucket rules need to know about a version. Excludes drafts. */
export async function findWindows(db: Db, pins: readonly Pin[]): Promise<WindowOfPin[]> {
  const { rows } = await sql<WindowOfPin>`
    select v.dial_id, v.version, d.deleted_at is not null as deleted, v.data->>'active_from' as active_from,
      v.data->>'active_until' as active_until, v.data->'values' as values
    from ${named(pins)}
    join dial_version v on v.dial_id = pin.dial_id and v.version = pin.version and v.state = 'published'
    join dial d on d.id = v.dial_id`.execute(db);
  return rows;
}

export async function findPinnedData(db: Db, pins: readonly Pin[]): Promise<(Pin & { data: DialData })[]> {
  const { rows } = await sql<Pin & { data: DialData }>`
    select v.dial_id, v.version, v.data from ${named(pins)}
    join dial_version v on v.dial_id = pin.dial_id and v.version = pin.version and v.state = 'published'`.execute(db);
  return rows;
}

export type ValuesOfPin = Pin & Readonly<{ name: string; values: DialValues }>;

export async function findValues(db: Db, pins: readonly Pin[]): Promise<ValuesOfPin[]> {
  const { rows } = await sql<ValuesOfPin>`
    select v.dial_id, v.version, v.data->>'name' as name, v.data->'values' as values from ${named(pins)}
    join dial_version v on v.dial_id = pin.dial_id and v.version = pin.version and v.state = 'published'`.execute(db);
  return rows;
}

export type PinnedDial = Pin &
  Readonly<{
    data: DialData;
    deleted: boolean;
    /** Whether a live bucket pins exactly this version. */
    is_live: boolean;
    newest: number;
    newest_data: DialData | null;
    newest_is_live: boolean;
  }>;

/** The active dates of a version: all that its status needs. */
const PARTS = {
  all: (version: 'v' | 'newer') => sql.ref(`${version}.data`),
  window: (version: 'v' | 'newer') => {
    const data = sql.ref(`${version}.data`);
    return sql`case when ${data} is null then null else jsonb_build_object(
      'active_from', ${data}->'active_from', 'active_until', ${data}->'active_until') end`;
  },
};

const isLive = (version: 'v' | 'newer') => sql`
  exists (select from current_entry e where e.is_live
    and e.dial_id = ${sql.ref(`${version}.dial_id`)} and e.dial_version = ${sql.ref(`${version}.version`)})`;

/** Those of these versions that live buckets pin. */
export async function findLivePins(db: Db, pins: readonly Pin[]): Promise<Pin[]> {
  const { rows } = await sql<Pin>`
    select v.dial_id, v.version from ${named(pins)}
    join dial_version v on v.dial_id = pin.dial_id and v.version = pin.version where ${isLive('v')}`.execute(db);
  return rows;
}

/** With the newest published version, if that is later. */
export async function findPinnedDials(
  db: Db,
  pins: readonly Pin[],
  part: keyof typeof PARTS = 'all',
): Promise<PinnedDial[]> {
  const { rows } = await sql<PinnedDial>`
    select v.dial_id, v.version, ${PARTS[part]('v')} as data, d.deleted_at is not null as deleted,
      ${isLive('v')} as is_live, d.published_version as newest, ${PARTS[part]('newer')} as newest_data,
      ${isLive('newer')} as newest_is_live
    from ${named(pins)}
    join dial_version v on v.dial_id = pin.dial_id and v.version = pin.version and v.state = 'published'
    join dial d on d.id = v.dial_id
    left join dial_version newer
      on newer.dial_id = d.id and newer.version = d.published_version and d.published_version > v.version`.execute(db);
  return rows;
}

/** Ordered by id to avoid deadlocks. Includes deleted ones. */
export async function lockAll(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`select 1 from dial where id = any(${ids}::uuid[]) order by id for update`.execute(trx);
}

/** The newest published version of a dial that was not deleted. */
export async function findNewestPublished(db: Db, dialId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('dial')
    .select('published_version')
    .where('id', '=', dialId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.published_version ?? undefined;
}
