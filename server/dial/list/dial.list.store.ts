import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { DialRow, DialSort } from '#contract/dial.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { EVERY_CLASS } from '#domain/dial/fit.ts';
import type { DialStatus } from '#domain/dial/status.ts';
import type { DialTableRow, Schema } from '#server/db/schema.ts';
import { firstListed, type Listed, type Lists, textPattern } from '#server/dial/dial.search.store.ts';

type Database = Kysely<Schema>;

export type ListFilter = Readonly<{
  words: readonly string[];
  status?: DialStatus | undefined;
  cob?: string | undefined;
  tag?: string | undefined;
}>;
/** What the last row of a page sorts by. */
export type Position = Readonly<{ key: string; id: string }>;
export type PageRequest = Readonly<{
  filter: ListFilter;
  sort: DialSort;
  after?: Position | undefined;
  limit: number;
}>;

/**
 * How the dials of a page are found. Lists: looking through them gives the matches in order. `walk`: an index gives
 * dials in order, of which those that match are kept, up to a number looked at. `gather`: the index of the text gives
 * the matches, which are then put in order: for few, or when the walk met too few.
 */
export type Way = 'walk' | 'gather' | Readonly<{ listed: Listed; read: Lists }>;
const MOST_WALKED = 2000;

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);
const orderOf = { name: sql`name_key, id`, saved: sql`saved_at desc, id desc` };

function matches({ words, status, cob, tag }: ListFilter): RawBuilder<unknown>[] {
  return [
    sql`deleted_at is null`,
    ...words.map((word) => sql`search_text like ${textPattern(word)}`),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(cob === undefined ? [] : [sql`classes && ${[EVERY_CLASS, cob]}::text[]`]),
    ...(tag === undefined ? [] : [sql`tags @> ${[tag]}::text[]`]),
  ];
}

export function later({ sort, after }: Pick<PageRequest, 'sort' | 'after'>): RawBuilder<unknown>[] {
  if (after === undefined) return [];
  const { key, id } = after;
  return sort === 'name'
    ? [sql`(name_key, id) > (${key}, ${id}::uuid)`]
    : [sql`(saved_at, id) < (${key}::timestamptz, ${id}::uuid)`];
}

/** The dials of a page, in order. */
function found(request: PageRequest, way: Way): RawBuilder<unknown> {
  const { filter, sort, limit } = request;
  const [order, onTab] = [orderOf[sort], filter.status === undefined ? [] : [sql`status = ${filter.status}`]];
  if (typeof way === 'object')
    return sql`
      select dial.* from (
        ${firstListed(way.listed, way.read, { status: filter.status, later: later(request) }, limit)}) listed
      join dial on dial.id = listed.id`;
  const wanted = all([...matches(filter), ...later(request)]);
  const page = sql`order by ${order} limit ${limit}`;
  if (way === 'gather')
    return sql`with gathered as materialized (select * from dial where ${wanted}) select * from gathered ${page}`;
  const walked = sql`select * from dial where ${all([sql`deleted_at is null`, ...onTab, ...later(request)])}
    order by ${order} limit ${Math.max(MOST_WALKED, limit)}`;
  return sql`select * from (${walked}) walked where ${wanted} ${page}`;
}

type FoundRow = Pick<
  Selectable<DialTableRow>,
  'id' | 'name' | 'name_key' | 'tags' | 'status' | 'published_version' | 'draft_version'
> &
  Pick<Selectable<DialTableRow>, 'active_from' | 'active_until' | 'bucket_count'> & {
    version: number;
    data: DialData;
    saved_key: string;
  };

/** A page with what each dial says: that is looked up for the dials of the page alone. */
function pageQuery(request: PageRequest, way: Way): RawBuilder<FoundRow> {
  return sql<FoundRow>`
    select page.id, name, name_key, tags, status, published_version, draft_version, active_from, active_until,
      bucket_count, version, data,
      to_char(page.saved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as saved_key
    from (${found(request, way)}) page
    join dial_version on dial_id = page.id and version = coalesce(published_version, draft_version)
    order by ${request.sort === 'name' ? sql`name_key, page.id` : sql`page.saved_at desc, page.id desc`}`;
}

export type ListedDial = Readonly<{ row: DialRow; data: DialData; position: Position }>;

export async function listPage(db: Database, request: PageRequest, way: Way): Promise<ListedDial[]> {
  const { rows } = await pageQuery(request, way).execute(db);
  return rows.map(({ published_version, draft_version, name_key, saved_key, data, ...row }) => ({
    row: {
      ...row,
      draft_version: published_version === null ? null : draft_version,
      dimensions: data.dimensions,
    },
    data,
    position: { key: request.sort === 'name' ? name_key : saved_key, id: row.id },
  }));
}

type Counted = { status: DialStatus; dials: number };

/** How many dials match, of each status. */
export async function countMatches(db: Database, filter: ListFilter): Promise<Map<DialStatus, number>> {
  return countsOf(
    await sql<Counted>`
      select status, count(*)::int as dials from dial where ${all(matches(filter))} group by status`.execute(db),
  );
}

/** The same, of as many as come first. Ids are random: where many match, they are met soon in that order. */
export async function countFirst(db: Database, filter: ListFilter, most: number): Promise<Map<DialStatus, number>> {
  const some = sql`select status from dial where ${all(matches(filter))} order by id limit ${most}`;
  return countsOf(
    await sql<Counted>`select status, count(*)::int as dials from (${some}) counted group by status`.execute(db),
  );
}

/** How many dials there are of each status, from the tallies. */
export async function countAll(db: Database): Promise<Map<DialStatus, number>> {
  return countsOf(await sql<Counted>`select word as status, dials from dial_tally where kind = 'status'`.execute(db));
}

const countsOf = ({ rows }: { rows: Counted[] }) => new Map(rows.map(({ status, dials }) => [status, dials]));

/** The words in use of one kind, the most used first. */
export async function listWords(db: Database, kind: 'tag' | 'author', most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('dial_tally')
    .select('word')
    .where('kind', '=', kind)
    .where('dials', '>', 0)
    .orderBy('dials', 'desc')
    .orderBy(sql`word collate "C"`)
    .limit(most)
    .execute();
  return rows.map(({ word }) => word);
}
