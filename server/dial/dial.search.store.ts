import { type Selectable, sql } from 'kysely';
import type { DialData } from '#domain/dial/dial.ts';
import { isOneTypoApart, typoPieces } from '#domain/dial/search.ts';
import { DIAL_STATUSES, type DialStatus } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';
import type { DialTableRow } from '#server/db/schema.ts';
import {
  all,
  type Condition,
  type DialQuery,
  hitRanks,
  isLike,
  laterThan,
  occur,
  ofClass,
  onTab,
  ORDERS,
  type Position,
  rankOf,
  ranksOf,
  type Term,
  wantedBy,
} from './dial.condition.store.ts';
import { type StatusCount, type TabHits, tabHits } from './dial.tab.ts';

/** How much is read of what a dial says. */
export type Part = 'all' | 'dimensions';
type PartOf<P extends Part> = P extends 'all' ? DialData : Pick<DialData, 'dimensions'>;
/** A dial that was found, and what its newest version says: the published one, where there is one. */
export type Hit<P extends Part = 'all'> = Position &
  Pick<Selectable<DialTableRow>, 'name' | 'tags' | 'status' | 'published_version' | 'draft_version'> &
  Pick<Selectable<DialTableRow>, 'active_from' | 'active_until' | 'in_live_bucket' | 'bucket_count' | 'classes'> &
  Readonly<{ version: number; data: PartOf<P> }>;
export type Gathered<P extends Part> = Readonly<{ hits: Hit<P>[]; counts: TabHits }>;
export type Search<P extends Part> = DialQuery & Readonly<{ after?: Position | undefined; limit: number; part: P }>;

/** Up to so many, those that are wanted are gathered by their index, all of them, and counted on the way. */
export const MAX_GATHERED = 4000;
/** Of more, how many dials are looked at in order for those that are wanted, before an index is asked for all of them. */
const MAX_WALKED = 1000;
/** The same of each status when they are counted. */
const MAX_WALKED_TO_COUNT = 700;
/** Above this share of all dials, walking on costs less than gathering. */
const MAX_SHARE_GATHERED = 0.35;
const MAX_SAMPLED = 200;
const MAX_SAMPLED_FOR_WORDS = 200;
const MAX_INT = 2_147_483_647;
const MAX_CORRECTIONS = 5;

const COLUMNS = sql`id, name_key, saved_at, bucket_count`;
const OF_DIAL = sql`name, tags, status, published_version, draft_version, active_from, active_until, in_live_bucket,
  bucket_count, classes`;
const OF_VERSION = sql`dial_version on dial_id = page.id and version = coalesce(published_version, draft_version)`;
const partOf = (part: Part) => (part === 'all' ? sql`data` : sql`jsonb_build_object('dimensions', data->'dimensions')`);

/** One page of few dials, and how many there are on each tab: all are gathered by their index. Nothing where they are many. */
export async function gatherPage<P extends Part>(db: Db, search: Search<P>): Promise<Gathered<P> | undefined> {
  const { status, sort, after, limit, part } = search;
  const isRanked = ranksOf(search).length > 1;
  const onPage = [
    ...(status === undefined ? [] : [onTab(status)]),
    ...(after === undefined ? [] : [laterThan(after, sort, isRanked)]),
  ];
  const { rows } = await sql<(Hit<P> | { id: null }) & { counts: string | null }>`
    with hits as materialized (
      select id, ${ORDERS[sort].column}, status, draft_version, ${isRanked ? rankOf(search) : sql`0`} as rank from dial
      where ${all([sql`deleted_at is null`, ...wantedBy(search, isLike)])} limit ${sql.lit(MAX_GATHERED + 1)}),
    counted as (
      select json_agg(of_status)::text as counts
      from (select status, count(*)::int as dials, count(draft_version)::int as drafts from hits group by status) of_status),
    page as (
      select id, rank, ${ORDERS[sort].key} as key from hits
      where ${all(onPage)} order by rank, ${ORDERS[sort].inRank} limit ${sql.lit(limit)})
    select counts, page.*, ${OF_DIAL}, version, ${partOf(part)} as data
    from counted left join (page join dial using (id) join ${OF_VERSION}) on true
    order by ${ORDERS[sort].ofPage}`.execute(db);
  const counts = tabHits(JSON.parse(rows[0]?.counts ?? '[]') as StatusCount[]);
  if (counts.all > MAX_GATHERED) return undefined;
  return { counts, hits: rows.filter((row) => row.id !== null) };
}

/**
 * One page of many dials. Rank by rank, a page is soon met on the way through all dials in order; where it is not, they
 * lie together at the end, and are gathered after all.
 */
export async function walkPage<P extends Part>(db: Db, search: Search<P>, shares?: Shares): Promise<Hit<P>[]> {
  const { cob, after, limit } = search;
  const ranks = ranksOf(search);
  if (shares === undefined || ranks.length === 1) return findInOrder(db, search, shares && sumOf(shares));
  const hits: Hit<P>[] = [];
  let first = after?.rank ?? 0;
  // Few dials of the class itself are gathered at once, whatever their rank.
  const ownRanks = cob === undefined ? 0 : hitRanks(search).length;
  if (cob !== undefined && first < ownRanks && sumOf(shares.slice(0, ownRanks)) === 0) {
    const own = { ...search, cob: undefined, where: [...search.where, ofClass(cob)] };
    hits.push(...(await findInOrder(db, own)));
    first = ownRanks;
  }
  for (const [rank, condition] of ranks.entries()) {
    if (rank < first || hits.length === limit) continue;
    const where = [...search.where, condition];
    const place = rank === after?.rank ? after : undefined;
    const rest = { ...search, terms: [], cob: undefined, where, after: place, limit: limit - hits.length };
    const found = await findInOrder(db, rest, shares[rank], ranksOf(search, isLike)[rank]);
    hits.push(...found.map((hit) => ({ ...hit, rank })));
  }
  return hits;
}

async function findInOrder<P extends Part>(
  db: Db,
  search: Search<P>,
  share = 0,
  byIndex = sql`true` as Condition,
): Promise<Hit<P>[]> {
  const { status, sort, after, limit, part } = search;
  const isRanked = ranksOf(search).length > 1;
  const inRank = ORDERS[sort].inRank;
  const order = isRanked ? sql`rank, ${inRank}` : inRank;
  const later = after === undefined ? [] : [laterThan(after, sort, isRanked)];
  const there = [sql`deleted_at is null`, ...(status === undefined ? [] : [onTab(status)])];
  const wanted = wantedBy(search);
  const read = async (dials: Condition): Promise<Hit<P>[]> => {
    const { rows } = await sql<Hit<P>>`
      select page.*, ${OF_DIAL}, version, ${partOf(part)} as data
      from (select id, rank, ${ORDERS[sort].key} as key
        from (${dials}) found order by ${order} limit ${sql.lit(limit)}) page
      join dial on dial.id = page.id
      join ${OF_VERSION}
      order by ${ORDERS[sort].ofPage}`.execute(db);
    return rows;
  };
  if (wanted.length === 0) return read(sql`select ${COLUMNS}, 0 as rank from dial where ${all([...there, ...later])}`);
  const walk = (max: number) =>
    read(sql`
      select ${COLUMNS}, 0 as rank from (
        select * from dial where ${all([...there, ...later])} order by ${order} limit ${sql.lit(Math.max(max, limit))}) walked
      where ${all(wanted)}`);
  if (share > 0) {
    const walked = await walk(MAX_WALKED);
    if (walked.length === limit) return walked;
    if (share > MAX_SHARE_GATHERED) return walk(MAX_INT);
  }
  // With an offset the planner does not mix the two ways.
  return read(sql`
    select ${COLUMNS}, rank from (
      select ${COLUMNS}, ${isRanked ? rankOf(search) : sql`0`} as rank
      from dial where ${all([...there, byIndex, ...wantedBy(search, isLike)])} offset 0) gathered
    where ${all(later)}`);
}

type TabCount = { status: DialStatus; dials: number; isCut?: boolean };
/** Which part of all dials has each rank. */
export type Shares = readonly number[];
/** How many of many dials are wanted on each tab, each counted up to a limit. */
export async function countMany(db: Db, query: DialQuery, max: number): Promise<TabHits> {
  const wanted = wantedBy(query);
  const mapOf = (rows: readonly TabCount[]) => new Map(rows.map(({ status, dials }) => [status, dials]));
  // Ids are random: of many, enough are met soon in their order.
  const { rows } = await sql<TabCount>`${joinTabs(DIAL_STATUSES, (status) => {
    const tab = sql`from dial where deleted_at is null and ${onTab(status)} order by id`;
    return sql`
      select ${status} as status, dials, dials < ${max} and exists (select ${tab} offset ${sql.lit(MAX_WALKED_TO_COUNT)}) as "isCut"
      from (select count(*)::int as dials from (
        select from (select * ${tab} limit ${sql.lit(MAX_WALKED_TO_COUNT)}) walked where ${all(wanted)} limit ${sql.lit(max)}) counted) counts`;
  })}`.execute(db);
  const cut = rows.filter(({ isCut }) => isCut).map(({ status }) => status);
  if (cut.length === 0) return { all: max, of: mapOf(rows) };
  const rest = await sql<TabCount>`${joinTabs(
    cut,
    (status) => sql`
      select ${status} as status, least(count(*), ${max})::int as dials from dial
      where ${all([sql`deleted_at is null`, ...wantedBy(query, isLike), onTab(status)])}`,
  )}`.execute(db);
  return { all: max, of: new Map([...mapOf(rows), ...mapOf(rest.rows)]) };
}

const joinTabs = (tabs: readonly DialStatus[], select: (tab: DialStatus) => Condition) =>
  sql.join(
    tabs.map((tab) => sql`(${select(tab)})`),
    sql` union all `,
  );

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** About how many dials are wanted, by a look at some of them: ids are random, so that in their order they are a fair sample. */
export async function estimateHits(db: Db, query: DialQuery): Promise<number> {
  const { rows } = await sql<{ hits: number | null }>`
    select avg(${all(wantedBy(query))}::int)::float8 * (select sum(change) from dial_count) as hits
    from (select * from dial where deleted_at is null order by id limit ${sql.lit(MAX_SAMPLED)}) sampled`.execute(db);
  return rows[0]?.hits ?? 0;
}

/** Which part of all dials has each rank, by the same look. */
export async function sampleRanks(db: Db, query: DialQuery): Promise<Shares> {
  const parts = ranksOf(query).map((rank) => sql`avg(${all([...query.where, rank])}::int)`);
  const { rows } = await sql<{ shares: Shares }>`
    select array[${sql.join(parts)}]::float8[] as shares
    from (select * from dial where deleted_at is null order by id limit ${sql.lit(MAX_SAMPLED)}) sampled`.execute(db);
  return rows[0]?.shares ?? [];
}

/** What was typed, where some dial has it; else words of a sample of dials that are one typing error away. */
export async function correctWord(db: Db, typed: string): Promise<Term> {
  const pieces = typoPieces(typed);
  if (pieces === undefined) return [typed];
  const there = sql`select search_text from dial where deleted_at is null`;
  const known = await sql`${there} and ${occur([[typed]], ['all'], isLike)} limit 1`.execute(db);
  if (known.rows.length > 0) return [typed];
  const [start, end] = [`${pieces.start}%`, `%${pieces.end}%`];
  const { rows } = await sql<{ word: string }>`
    select distinct rtrim(word, E'\\n') as word
    from (${there} and (search_text like ${`% ${start}`} or search_text like ${end}) limit ${sql.lit(MAX_SAMPLED_FOR_WORDS)}) sampled,
      unnest(string_to_array(search_text, ' ')) as word
    where word like ${start} or word like ${end}`.execute(db);
  return rows
    .map(({ word }) => word)
    .filter((word) => isOneTypoApart(typed, word))
    .toSorted()
    .slice(0, MAX_CORRECTIONS);
}
