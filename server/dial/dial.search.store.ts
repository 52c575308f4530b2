import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DialSort } from '#domain/dial/list.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { EVERY_CLASS } from '#domain/dial/fit.ts';
import { isFoundInside, isOneTypoApart, typoPieces } from '#domain/dial/search.ts';
import { DIAL_STATUSES, type DialStatus } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';
import type { DialTableRow } from '#server/db/schema.ts';
import { type StatusCount, type TabHits, tabHits } from './dial.tab.ts';

type Condition = RawBuilder<unknown>;

/** One searched word, found where any of these occurs: itself, or the words that it may have been meant to be. */
export type Term = readonly string[];
/** Which dials, and in which order: all that have every term, meet every condition, and are for the class. */
export type DialQuery = Readonly<{
  terms: readonly Term[];
  where: readonly Condition[];
  status?: DialStatus | undefined;
  cob?: string | undefined;
  sort: DialSort;
}>;
/** What a dial is sorted by: first by how well it fits what is wanted, 0 being the best. */
export type Position = Readonly<{ rank: number; key: string; id: string }>;
/** How much is read of what a dial says. */
export type Part = 'all' | 'dimensions';
type PartOf<P extends Part> = P extends 'all' ? DialData : Pick<DialData, 'dimensions'>;
/** A dial that was found, and what its newest version says: the published one, where there is one. */
export type Hit<P extends Part = 'all'> = Position &
  Pick<Selectable<DialTableRow>, 'name' | 'tags' | 'status' | 'published_version' | 'draft_version'> &
  Pick<Selectable<DialTableRow>, 'active_from' | 'active_until' | 'in_live_bucket' | 'bucket_count' | 'classes'> &
  Readonly<{ version: number; data: PartOf<P> }>;
export type Search<P extends Part> = DialQuery & Readonly<{ after?: Position | undefined; limit: number; part: P }>;

/** Up to so many, those that are wanted are all counted, and gathered by their index. */
const MAX_GATHERED = 2000;
/** Of more, how many dials are looked at in order for those that are wanted, before an index is asked for all of them. */
const MAX_WALKED = 1000;
/** The same of each status when they are counted. */
const MAX_WALKED_TO_COUNT = 700;
/** Above this share of all dials, walking on costs less than gathering. */
const MAX_SHARE_GATHERED = 0.35;
const MAX_SAMPLED = 300;
const MAX_SAMPLED_FOR_WORDS = 200;
const MAX_INT = 2_147_483_647;
const MAX_CORRECTIONS = 5;

export const EVERY_DIAL: readonly Condition[] = [];
/** Published, and not expired: what can be added to a bucket. */
export const pickable = (today: string): readonly Condition[] => [
  sql`published_version is not null`,
  sql`(active_until is null or active_until > ${today}::date)`,
];
/** Draft also holds published dials of which a draft is open. */
const onTab = (status: DialStatus): Condition =>
  status === 'draft' ? sql`draft_version is not null` : sql`status = ${status}`;
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

const SAVED_KEY = sql`to_char(saved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') collate "C"`;

const ofClass = (cob: string): Condition => sql`classes @> ${[cob]}::text[]`;
/** All that is asked of a dial, whatever its rank. */
const wantedBy = ({ terms, where, cob }: DialQuery): readonly Condition[] => [
  ...where,
  ...(cob === undefined ? [] : [sql`classes && ${[EVERY_CLASS, cob]}::text[]`]),
  ...(terms.length === 0 ? [] : [occur(terms, [TEXT])]),
];

type Order = Readonly<{
  inRank: Condition;
  key: Condition;
  ofPage: Condition;
  after: (key: string, id: string) => Condition;
}>;
const ORDERS: Readonly<Record<DialSort, Order>> = {
  name: {
    inRank: sql`name_key, id`,
    key: sql`name_key`,
    ofPage: sql`rank, key, page.id`,
    after: (key, id) => sql`(name_key, id) > (${key}, ${id}::uuid)`,
  },
  saved: {
    inRank: sql`saved_at desc, id desc`,
    key: SAVED_KEY,
    ofPage: sql`rank, key desc, page.id desc`,
    after: (key, id) => sql`(saved_at, id) < (${key}::timestamptz, ${id}::uuid)`,
  },
  used: {
    inRank: sql`bucket_count desc, id desc`,
    key: sql`bucket_count::text`,
    ofPage: sql`rank, bucket_count desc, page.id desc`,
    after: (key, id) => sql`(bucket_count, id) < (${key}::int, ${id}::uuid)`,
  },
};

/** Hits by how well they fit: all terms in the name; in name and tags; anywhere. In other orders that does not matter. */
const hitRanks = ({ terms, sort }: DialQuery): readonly Condition[] => {
  const [named, tagged, found] = [occur(terms, [NAME]), occur(terms, [NAME, TAGS]), occur(terms, [TEXT])];
  if (sort !== 'name' || terms.length === 0) return [found];
  return [named, sql`${tagged} and not ${named}`, sql`${found} and not ${tagged}`];
};
/** Which dials have each rank: those of the class before those for every class, and in both by how well they fit. */
const ranksOf = (query: DialQuery): readonly Condition[] => {
  const { cob } = query;
  const classes = cob === undefined ? [sql`true`] : [ofClass(cob), ofClass(EVERY_CLASS)];
  return classes.flatMap((ofOne) => hitRanks(query).map((hit) => all([ofOne, hit])));
};
const rankOf = (query: DialQuery): Condition => {
  const { terms, cob } = query;
  const ranks = hitRanks(query).length;
  const byClass = cob === undefined ? sql`0` : sql`case when ${ofClass(cob)} then 0 else ${sql.lit(ranks)} end`;
  if (ranks === 1) return byClass;
  return sql`${byClass} + case when ${occur(terms, [NAME])} then 0 when ${occur(terms, [NAME, TAGS])} then 1 else 2 end`;
};

/**
 * One page of the dials that are wanted. Few are gathered by their index, then put in order. Of many, rank by rank, a
 * page is soon met on the way through all dials in order; where it is not, they lie together at the end, and are
 * gathered after all.
 */
export async function findHits<P extends Part>(db: Db, search: Search<P>, shares?: Shares): Promise<Hit<P>[]> {
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
    const found = await findInOrder(db, rest, shares[rank]);
    hits.push(...found.map((hit) => ({ ...hit, rank })));
  }
  return hits;
}

async function findInOrder<P extends Part>(db: Db, search: Search<P>, share = 0): Promise<Hit<P>[]> {
  const { status, sort, after, limit, part } = search;
  const isRanked = ranksOf(search).length > 1;
  const inRank = ORDERS[sort].inRank;
  const order = isRanked ? sql`rank, ${inRank}` : inRank;
  const later = after === undefined ? [] : [laterThan(after, sort, isRanked)];
  const there = [sql`deleted_at is null`, ...(status === undefined ? [] : [onTab(status)])];
  const wanted = wantedBy(search);
  const data = part === 'all' ? sql`data` : sql`jsonb_build_object('dimensions', data->'dimensions')`;
  const read = async (dials: Condition): Promise<Hit<P>[]> => {
    const { rows } = await sql<Hit<P>>`
      select page.*, name, tags, status, published_version, draft_version, active_from, active_until, in_live_bucket,
        bucket_count, classes, version, ${data} as data
      from (select id, rank, ${ORDERS[sort].key} as key
        from (${dials}) found order by ${order} limit ${limit}) page
      join dial on dial.id = page.id
      join dial_version on dial_id = page.id and version = coalesce(published_version, draft_version)
      order by ${ORDERS[sort].ofPage}`.execute(db);
    return rows;
  };
  const columns = sql`id, name_key, saved_at, bucket_count`;
  if (wanted.length === 0) return read(sql`select ${columns}, 0 as rank from dial where ${all([...there, ...later])}`);
  const walk = (max: number) =>
    read(sql`
      select ${columns}, 0 as rank from (
        select * from dial where ${all([...there, ...later])} order by ${order} limit ${Math.max(max, limit)}) walked
      where ${all(wanted)}`);
  if (share > 0) {
    const walked = await walk(MAX_WALKED);
    if (walked.length === limit) return walked;
    if (share > MAX_SHARE_GATHERED) return walk(MAX_INT);
  }
  // With an offset the planner does not mix the two ways.
  return read(sql`
    select ${columns}, rank from (
      select ${columns}, ${isRanked ? rankOf(search) : sql`0`} as rank
      from dial where ${all([...there, ...wanted])} offset 0) gathered
    where ${all(later)}`);
}

function laterThan({ rank, key, id }: Position, sort: DialSort, isRanked: boolean): Condition {
  const inRank = ORDERS[sort].after(key, id);
  return isRanked ? sql`(rank > ${rank}::int or (rank = ${rank}::int and ${inRank}))` : inRank;
}

type TabCount = { status: DialStatus; dials: number; isCut?: boolean };
/** Which part of all dials has each rank, by a look at some of them. */
type Shares = readonly number[];
/** How many dials are wanted on each tab; of many, each is counted up to a limit, and shares say where they are. */
export type Counts = TabHits & Readonly<{ shares?: Shares }>;

export async function countHits(db: Db, query: DialQuery, max: number): Promise<Counts> {
  const wanted = wantedBy(query);
  const mapOf = (rows: readonly TabCount[]) => new Map(rows.map(({ status, dials }) => [status, dials]));
  const countUpTo = async (limit: number): Promise<Counts | undefined> => {
    const { rows } = await sql<StatusCount>`
      with hits as materialized (select status, draft_version from dial where ${all([sql`deleted_at is null`, ...wanted])})
      select status, count(*)::int as dials, count(draft_version)::int as drafts
      from (select * from hits limit ${limit}) counted group by status`.execute(db);
    const hits = tabHits(rows);
    return hits.all < limit ? hits : undefined;
  };
  const few = await countUpTo(max);
  if (few !== undefined) return few;
  const { shares, dials } = await sampleShares(db, query);
  const some = sumOf(shares) * dials < MAX_GATHERED ? await countUpTo(2 * MAX_GATHERED) : undefined;
  if (some !== undefined) return some;
  // Ids are random: of many, enough are met soon in their order.
  const { rows } = await sql<TabCount>`${joinTabs(DIAL_STATUSES, (status) => {
    const tab = sql`from dial where deleted_at is null and ${onTab(status)} order by id`;
    return sql`
      select ${status} as status, dials, dials < ${max} and exists (select ${tab} offset ${MAX_WALKED_TO_COUNT}) as "isCut"
      from (select count(*)::int as dials from (
        select from (select * ${tab} limit ${MAX_WALKED_TO_COUNT}) walked where ${all(wanted)} limit ${max}) counted) counts`;
  })}`.execute(db);
  const cut = rows.filter(({ isCut }) => isCut).map(({ status }) => status);
  if (cut.length === 0) return { all: max, of: mapOf(rows), shares };
  const rest = await sql<TabCount>`${joinTabs(
    cut,
    (status) => sql`
      select ${status} as status, least(count(*), ${max})::int as dials from dial
      where ${all([sql`deleted_at is null`, ...wanted, onTab(status)])}`,
  )}`.execute(db);
  return { all: max, of: new Map([...mapOf(rows), ...mapOf(rest.rows)]), shares };
}

const joinTabs = (tabs: readonly DialStatus[], select: (tab: DialStatus) => Condition) =>
  sql.join(
    tabs.map((tab) => sql`(${select(tab)})`),
    sql` union all `,
  );

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Ids are random: in their order some dials are a fair sample. */
async function sampleShares(db: Db, query: DialQuery) {
  const parts = ranksOf(query).map((rank) => sql`avg(${all([...query.where, rank])}::int)`);
  const { rows } = await sql<{ shares: Shares; dials: number }>`
    select array[${sql.join(parts)}]::float8[] as shares, (select sum(change)::int from dial_count) as dials
    from (select * from dial where deleted_at is null order by id limit ${MAX_SAMPLED}) sampled`.execute(db);
  return rows[0] ?? { shares: [], dials: 0 };
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
    from (${there} and (search_text like ${`% ${start}`} or search_text like ${end}) limit ${MAX_SAMPLED_FOR_WORDS}) sampled,
      unnest(string_to_array(search_text, ' ')) as word
    where word like ${start} or word like ${end}`.execute(db);
  return rows
    .map(({ word }) => word)
    .filter((word) => isOneTypoApart(typed, word))
    .toSorted()
    .slice(0, MAX_CORRECTIONS);
}
