import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialQuery, Position } from '#domain/dial/find.ts';
import type { DialSort } from '#domain/dial/list.ts';
import type { DialStatus } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';
import type { DialTableRow } from '#server/db/schema.ts';
import { SAVED_KEY } from './dial.catalogue.store.ts';

/** How much of a dial's data is read. */
export type DataPart = 'all' | 'scope' | 'none';
type DataParts = { all: DialData; scope: Pick<DialData, 'dimensions' | 'journeys' | 'values'>; none: null };
type PartOf<P extends DataPart> = DataParts[P];
/** A dial with its newest data, preferably published. */
export type ListedDial<P extends DataPart = 'all'> = Readonly<{ id: string; version: number; data: PartOf<P> }> &
  Pick<Selectable<DialTableRow>, 'name' | 'tags' | 'status' | 'published_version' | 'draft_version'> &
  Pick<Selectable<DialTableRow>, 'active_from' | 'active_until' | 'in_live_bucket' | 'bucket_count' | 'classes'>;

type Condition = RawBuilder<unknown>;

const PARTS: Readonly<Record<DataPart, Condition>> = {
  all: sql`data`,
  scope: sql`jsonb_build_object('dimensions', data->'dimensions', 'journeys', data->'journeys',
    'values', data->'values')`,
  none: sql`null`,
};
const listed = (part: DataPart) => sql`dial.id, name, tags, status, published_version, draft_version, active_from,
  active_until, in_live_bucket, bucket_count, classes, version,
  ${PARTS[part]} as data`;
const NEWEST = sql`dial_version on dial_id = dial.id and version = coalesce(published_version, draft_version)`;

/** The Draft tab also contains published dials with an open draft. */
const onTab = (status: DialStatus): Condition =>
  status === 'draft' ? sql`draft_version is not null` : sql`status = ${status}`;

type Order = Readonly<{ by: Condition; key: Condition; after: (key: string, id: string) => Condition }>;
const ORDERS: Readonly<Record<DialSort, Order>> = {
  name: {
    by: sql`name_key, dial.id`,
    key: sql`name_key`,
    after: (key, id) => sql`(name_key, dial.id) > (${key}, ${id}::uuid)`,
  },
  saved: {
    by: sql`dial.saved_at desc, dial.id desc`,
    key: SAVED_KEY,
    after: (key, id) => sql`(dial.saved_at, dial.id) < (${key}::timestamptz, ${id}::uuid)`,
  },
  used: {
    by: sql`bucket_count desc, dial.id desc`,
    key: sql`bucket_count::text`,
    after: (key, id) => sql`(bucket_count, dial.id) < (${key}::int, ${id}::uuid)`,
  },
};

type Page<P extends DataPart> = Pick<DialQuery, 'status' | 'sort' | 'after' | 'limit'> & Readonly<{ part: P }>;

/** One page of all dials, or of a tab, in order. */
export async function listPage<P extends DataPart>(
  db: Db,
  { status, sort, after, limit, part }: Page<P>,
): Promise<(ListedDial<P> & Position)[]> {
  const { by, key, after: later } = ORDERS[sort];
  const conditions = [
    sql`deleted_at is null`,
    ...(status === undefined ? [] : [onTab(status)]),
    ...(after === undefined ? [] : [later(after.key, after.id)]),
  ];
  const { rows } = await sql<ListedDial<P> & Position>`
    select 0 as rank, ${key} as key, ${listed(part)}
    from (select * from dial where ${sql.join(conditions, sql` and `)} order by ${by} limit ${sql.lit(limit)}) dial
    join ${NEWEST} order by ${by}`.execute(db);
  return rows;
}

/** These dials, without those deleted meanwhile. */
export async function readListed<P extends DataPart>(
  db: Db,
  ids: readonly string[],
  part: P,
): Promise<Map<string, ListedDial<P>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ListedDial<P>>`
    select ${listed(part)} from dial join ${NEWEST}
    where dial.id = any(${ids}::uuid[]) and deleted_at is null`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
