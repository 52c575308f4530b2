import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { DialRow, DialSort } from '#contract/dial.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { EVERY_CLASS } from '#domain/dial/fit.ts';
import type { DialStatus } from '#domain/dial/status.ts';
import type { DialTableRow, Schema } from '#server/db/schema.ts';

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
 * How the dials of a page are found. `stream`: an index gives exactly them, in order. `walk`: an index gives dials in
 * order, of which those that match are kept, up to a number looked at. `gather`: the index of the text gives the
 * matches, which are then put in order: for few, or when the walk met too few.
 */
export type Way = 'stream' | 'walk' | 'gather';
const MOST_WALKED = 2000;

/** Whether the order of all, of one tag or of one class holds exactly the matches. */
export const isStream = ({ words, tag, cob }: ListFilter, sort: DialSort): boolean =>
  words.length === 0 && (tag === undefined || cob === undefined) && (sort === 'name' || (tag ?? cob) === undefined);

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);
const orderOf = { name: sql`name_key, id`, saved: sql`saved_at desc, id desc` };

/**
 * Words of three letters are found anywhere, shorter ones where a word begins: with a letter or two inside of words the
 * index could not help.
 */
const pattern = (word: string): string => `%${word.length < 3 ? ` ${word}` : word}%`;

function matches({ words, status, cob, tag }: ListFilter): RawBuilder<unknown>[] {
  return [
    sql`deleted_at is null`,
    ...words.map((word) => sql`search_text like ${pattern(word)}`),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(cob === undefined ? [] : [sql`classes && ${[EVERY_CLASS, cob]}::text[]`]),
    ...(tag === undefined ? [] : [sql`tags @> ${[tag]}::text[]`]),
  ];
}

function later({ sort, after }: PageRequest): RawBuilder<unknown>[] {
  if (after === undefined) return [];
  const { key, id } = after;
  return sort === 'name'
    ? [sql`(name_key, id) > (${key}, ${id}::uuid)`]
    : [sql`(saved_at, id) < (${key}::timestamptz, ${id}::uuid)`];
}

/** Dials in the order of the list, from an index: of the tag, of the class, or all; of the tab. */
function inOrder(request: PageRequest, most: number): RawBuilder<unknown> {
  const { filter, sort } = request;
  const order = orderOf[sort];
  const onTab = filter.status === undefined ? [] : [sql`status = ${filter.status}`];
  const marks = marksOf(filter);
  if (sort === 'saved' || marks.length === 0)
    return sql`select * from dial where ${all([sql`deleted_at is null`, ...onTab, ...later(request)])}
      order by ${order} limit ${most}`;
  // A dial fits every class or some, so that none comes twice.
  const parts = marks.map(
    (mark) => sql`(select id, name_key from (select dial_id as id, mark, status, name_key from dial_mark) marked
      where ${all([sql`mark = ${mark}`, ...onTab, ...later(request)])} order by name_key, id limit ${most})`,
  );
  return sql`select dial.* from (${sql.join(parts, sql` union all `)}) marked join dial on dial.id = marked.id
    order by marked.name_key, marked.id limit ${most}`;
}

function marksOf({ tag, cob }: ListFilter): string[] {
  if (tag !== undefined) return [`tag ${tag}`];
  return cob === undefined ? [] : [`class ${EVERY_CLASS}`, `class ${cob}`];
}

/** The dials of a page, in order. */
function found(request: PageRequest, way: Way): RawBuilder<unknown> {
  const { filter, sort, limit } = request;
  if (way === 'stream') return inOrder(request, limit);
  const wanted = all([...matches(filter), ...later(request)]);
  const page = sql`order by ${orderOf[sort]} limit ${limit}`;
  if (way === 'walk') return sql`select * from (${inOrder(request, MOST_WALKED)}) walked where ${wanted} ${page}`;
  return sql`with gathered as materialized (select * from dial where ${wanted}) select * from gathered ${page}`;
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
export function pageQuery(request: PageRequest, way: Way): RawBuilder<FoundRow> {
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

/** How many dials match, of each status, up to `most` in all. */
export function countQuery(filter: ListFilter, most: number): RawBuilder<{ status: DialStatus; dials: number }> {
  const some = isStream(filter, 'name')
    ? inOrder({ filter, sort: 'name', limit: most }, most)
    : sql`select status from dial where ${all(matches(filter))} order by id limit ${most}`;
  return sql`select status, count(*)::int as dials from (${some}) counted group by status`;
}

/** How many dials there are of each status, from the tallies. */
export const tallyQuery = (): RawBuilder<{ status: DialStatus; dials: number }> =>
  sql`select word as status, dials from dial_tally where kind = 'status'`;

export async function countMatches(db: Database, filter: ListFilter, most: number): Promise<Map<DialStatus, number>> {
  return countsOf(await countQuery(filter, most).execute(db));
}

export async function countAll(db: Database): Promise<Map<DialStatus, number>> {
  return countsOf(await tallyQuery().execute(db));
}

const countsOf = ({ rows }: { rows: { status: DialStatus; dials: number }[] }) =>
  new Map(rows.map(({ status, dials }) => [status, dials]));

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
