import { type Selectable, sql } from 'kysely';
import type { DialRow } from '#contract/dial.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialStatus } from '#domain/dial/status.ts';
import type { DialTableRow } from '#server/db/schema.ts';
import type { Db } from '#server/db/connect.ts';

export type ListedDial = Readonly<{ row: DialRow; data: DialData }>;

type Row = Pick<Selectable<DialTableRow>, 'id' | 'name' | 'tags' | 'status' | 'published_version' | 'draft_version'> &
  Pick<Selectable<DialTableRow>, 'active_from' | 'active_until' | 'bucket_count'> &
  Readonly<{ version: number; data: DialData }>;

/** The rows of these dials, in this order, with what each of them says. */
export async function readRows(db: Db, ids: readonly string[]): Promise<ListedDial[]> {
  const { rows } = await sql<Row>`
    select d.id, name, tags, status, published_version, draft_version, active_from, active_until, bucket_count,
      version, data
    from unnest(${ids}::uuid[]) with ordinality as page (id, place)
    join dial d on d.id = page.id
    join dial_version v on v.dial_id = d.id and v.version = coalesce(published_version, draft_version)
    order by place`.execute(db);
  return rows.map(({ published_version, draft_version, data, ...row }) => ({
    row: {
      ...row,
      draft_version: published_version === null ? null : draft_version,
      dimensions: data.dimensions,
    },
    data,
  }));
}

/** How many dials there are of each status. */
export async function countAll(db: Db): Promise<Map<DialStatus, number>> {
  const rows = await db
    .selectFrom('dial')
    .select(['status', sql<number>`count(*)::int`.as('dials')])
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, dials }) => [status, dials]));
}

/** The tags or authors in use, the most used first. */
export async function listWords(db: Db, column: 'tags' | 'authors', max: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from dial, unnest(${sql.ref(column)}) as word where deleted_at is null
    group by word order by count(*) desc, word collate "C" limit ${max}`.execute(db);
  return rows.map(({ word }) => word);
}

/** The first that start or end up to then, by the next day on which they do. */
export async function listComing(db: Db, until: string, limit: number) {
  return db
    .selectFrom('dial')
    .select(['id', 'name', 'bucket_count', 'active_from', 'active_until'])
    .where('deleted_at', 'is', null)
    .where('status_day', '<=', sql<string>`${until}::date`)
    .orderBy('status_day')
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute();
}
