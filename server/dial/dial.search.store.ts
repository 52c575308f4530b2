import { type RawBuilder, sql } from 'kysely';
import type { DialSort } from '#domain/dial/list.ts';
import { EVERY_CLASS } from '#domain/dial/fit.ts';
import { isFoundInside, isOneTypoApart, typoPieces } from '#domain/dial/search.ts';
import { DIAL_STATUSES, type DialStatus } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';

type Condition = RawBuilder<unknown>;

/** One searched word, found where any of these occurs: itself, or the words that it may have been meant to be. */
export type Term = readonly string[];
/** Which dials: all that have every term, and meet every condition. */
export type DialQuery = Readonly<{
  terms: readonly Term[];
  where: readonly Condition[];
  status?: DialStatus | undefined;
}>;
/** What a dial is sorted by: in a search by how well it fits first, 0 being the best. */
export type Position = Readonly<{ rank: number; key: string; id: string }>;
export type Search = DialQuery & Readonly<{ sort: DialSort; after?: Position | undefined; limit: number }>;

/** How many dials are looked at in order for those that are wanted, before an index is asked for all of them. */
const MAX_WALKED = 1000;
/** The same of each status when they are counted. */
const MAX_WALKED_TO_COUNT = 700;
/** Above this share of all dials, walking on costs less than gathering. */
const MAX_SHARE_GATHERED = 0.35;
const MAX_SHARE_SAMPLED = 300;
const MAX_SAMPLED = 500;
const MAX_INT = 2_147_483_647;
const MAX_CORRECTIONS = 5;

export const EVERY_DIAL: readonly Condition[] = [];
/** Published, and not expired: what can be added to a bucket. */
export const pickable = (today: string): readonly Condition[] => [
  sql`published_version is not null`,
  sql`(active_until is null or active_until > ${today}::date)`,
];
export const inClass = (cob: string): Condition => sql`classes && ${[EVERY_CLASS, cob]}::text[]`;
export const withTag = (tag: string): Condition => sql`tags @> ${[tag]}::text[]`;

const all = (conditions: readonly Condition[]) => sql`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
const any = (conditions: readonly Condition[]) => sql`(${sql.join(conditions, sql` or `)})`;

/** The search text is three lines: the words of the name, of the tags, and the rest. */
const NAME = sql`split_part(search_text, E'\\n', 1)`;
const TAGS = sql`split_part(search_text, E'\\n', 2)`;
const TEXT = sql`search_text`;
const patternOf = (word: string): string => (isFoundInside(word) ? `%${word}%` : `% ${word}%`);
/** Whether every term occurs in one of these texts. */
const occur = (terms: readonly Term[], texts: readonly Condition[]) =>
  all(terms.map((term) => any(texts.flatMap((text) => term.map((word) => sql`${text} like ${patternOf(word)}`)))));

const SAVED_KEY = sql`to_char(saved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Hits of each rank: all terms in the name; in name and tags; anywhere. */
const ranksOf = (terms: readonly Term[]): readonly Condition[] => {
  const [named, tagged, found] = [occur(terms, [NAME]), occur(terms, [NAME, TAGS]), occur(terms, [TEXT])];
  return [named, sql`${tagged} and not ${named}`, sql`${found} and not ${tagged}`];
};
const rankOf = (terms: readonly Term[]) =>
  sql`case when ${occur(terms, [NAME])} then 0 when ${occur(terms, [NAME, TAGS])} then 1 else 2 end`;

/**
 * One page of the dials that are wanted. Few are gathered by their index, then put in order. Of many, rank by rank, a
 * page is soon met on the way through all dials in order; where it is not, they lie together at the end, and are
 * gathered after all.
 */
export async function findHits(db: Db, search: Search, isMany: boolean): Promise<Position[]> {
  const { terms, sort, after, limit } = search;
  if (!isMany || sort !== 'name' || terms.length === 0) return findInOrder(db, search, isMany);
  const hits: Position[] = [];
  for (const [rank, condition] of ranksOf(terms).entries()) {
    if (rank < (after?.rank ?? 0) || hits.length === limit) continue;
    const where = [...search.where, condition];
    const place = rank === after?.rank ? after : undefined;
    const found = await findInOrder(
      db,
      { ...search, terms: [], where, after: place, limit: limit - hits.length },
      true,
    );
    hits.push(...found.map((hit) => ({ ...hit, rank })));
  }
  return hits;
}

async function findInOrder(db: Db, search: Search, isMany: boolean): Promise<Position[]> {
  const { terms, where, status, sort, after, limit } = search;
  const isRanked = sort === 'name' && terms.length > 0;
  const order = { saved: sql`saved_at desc, id desc`, name: isRanked ? sql`rank, name_key, id` : sql`name_key, id` }[
    sort
  ];
  const later = after === undefined ? [] : [laterThan(after, sort, isRanked)];
  const there = [sql`deleted_at is null`, ...(status === undefined ? [] : [sql`status = ${status}`])];
  const wanted = [...where, ...(terms.length === 0 ? [] : [occur(terms, [TEXT])])];
  const read = async (dials: Condition): Promise<Position[]> => {
    const { rows } = await sql<Position>`
      select id, rank, ${{ name: sql`name_key`, saved: SAVED_KEY }[sort]} as key
      from (${dials} order by ${order} limit ${limit}) page order by ${order}`.execute(db);
    return rows;
  };
  const columns = sql`id, name_key, saved_at`;
  if (wanted.length === 0) return read(sql`select ${columns}, 0 as rank from dial where ${all([...there, ...later])}`);
  const walk = (max: number) =>
    read(sql`
      select ${columns}, 0 as rank from (
        select * from dial where ${all([...there, ...later])} order by ${order} limit ${Math.max(max, limit)}) walked
      where ${all(wanted)}`);
  if (isMany) {
    const walked = await walk(MAX_WALKED);
    if (walked.length === limit) return walked;
    if ((await sampleShare(db, there, wanted)) > MAX_SHARE_GATHERED) return walk(MAX_INT);
  }
  // With an offset the planner does not mix the two ways.
  return read(sql`
    select ${columns}, rank from (
      select id, name_key, saved_at, ${isRanked ? rankOf(terms) : sql`0`} as rank
      from dial where ${all([...there, ...wanted])} offset 0) gathered
    where ${all(later)}`);
}

/** Which part of the dials is wanted, by a look at some of them. Ids are random. */
async function sampleShare(db: Db, there: readonly Condition[], wanted: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ share: number | null }>`
    select avg((${all(wanted)})::int)::float8 as share
    from (select * from dial where ${all(there)} order by id limit ${MAX_SHARE_SAMPLED}) sampled`.execute(db);
  return rows[0]?.share ?? 0;
}

function laterThan({ rank, key, id }: Position, sort: DialSort, isRanked: boolean): Condition {
  if (sort === 'saved') return sql`(saved_at, id) < (${key}::timestamptz, ${id}::uuid)`;
  return isRanked
    ? sql`(rank, name_key, id) > (${rank}::int, ${key}, ${id}::uuid)`
    : sql`(name_key, id) > (${key}, ${id}::uuid)`;
}

type Count = { status: DialStatus; dials: number; isCut?: boolean };

/** How many dials are wanted of each status, each up to `max`. */
export async function countHits(db: Db, { terms, where }: DialQuery, max: number): Promise<Map<DialStatus, number>> {
  const wanted = [...where, ...(terms.length === 0 ? [] : [occur(terms, [TEXT])])];
  const hits = (more: readonly Condition[] = []) => sql`
    select status from dial where ${all([sql`deleted_at is null`, ...wanted, ...more])}`;
  const few = await sql<Count>`
    with hits as materialized (${hits()})
    select status, count(*)::int as dials from (select * from hits limit ${max}) counted group by status`.execute(db);
  const mapOf = (rows: readonly Count[]) => new Map(rows.map(({ status, dials }) => [status, dials]));
  if (few.rows.reduce((total, { dials }) => total + dials, 0) < max) return mapOf(few.rows);
  // Ids are random: of many, enough are met soon in their order.
  const tab = sql`from dial where deleted_at is null and status = tab.status order by id`;
  const { rows } = await sql<Count>`
    select status, dials, dials < ${max} and exists (select ${tab} offset ${MAX_WALKED_TO_COUNT}) as "isCut"
    from unnest(${DIAL_STATUSES}::text[]) as tab (status), lateral (select count(*)::int as dials from (
      select from (select * ${tab} limit ${MAX_WALKED_TO_COUNT}) walked where ${all(wanted)} limit ${max}) counted) counts`.execute(
    db,
  );
  const cut = rows.filter(({ isCut }) => isCut).map(({ status }) => status);
  if (cut.length === 0) return mapOf(rows);
  const rest = await sql<Count>`
    select status, least(count(*), ${max})::int as dials from (${hits([sql`status = any(${cut}::text[])`])}) rest
    group by status`.execute(db);
  return new Map([...mapOf(rows), ...mapOf(rest.rows)]);
}

/** What was typed, where some dial has it; else words of a sample of dials that are one typing error away. */
export async function correctWord(db: Db, typed: string): Promise<Term> {
  const pieces = typoPieces(typed);
  if (pieces === undefined) return [typed];
  const there = sql`select search_text from dial where deleted_at is null`;
  const known = await sql`${there} and ${occur([[typed]], [TEXT])} limit 1`.execute(db);
  if (known.rows.length > 0) return [typed];
  const [start, end] = [`${pieces.start}%`, `%${pieces.end}%`];
  const { rows } = await sql<{ word: string }>`
    select distinct rtrim(word, E'\\n') as word
    from (${there} and (search_text like ${`% ${start}`} or search_text like ${end}) limit ${MAX_SAMPLED}) sampled,
      unnest(string_to_array(search_text, ' ')) as word
    where word like ${start} or word like ${end}`.execute(db);
  return rows
    .map(({ word }) => word)
    .filter((word) => isOneTypoApart(typed, word))
    .toSorted()
    .slice(0, MAX_CORRECTIONS);
}
