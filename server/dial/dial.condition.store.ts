import { type RawBuilder, sql } from 'kysely';
import type { DialSort } from '#domain/dial/list.ts';
import { EVERY_CLASS } from '#domain/dial/fit.ts';
import { isFoundInside } from '#domain/dial/search.ts';
import type { DialStatus } from '#domain/dial/status.ts';

export type Condition = RawBuilder<unknown>;

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
export const EVERY_DIAL: readonly Condition[] = [];
/** Published, and not expired: what can be added to a bucket. */
export const pickable = (today: string): readonly Condition[] => [
  sql`published_version is not null`,
  sql`(active_until is null or active_until > ${today}::date)`,
];
/** Draft also holds published dials of which a draft is open. */
export const onTab = (status: DialStatus): Condition =>
  status === 'draft' ? sql`draft_version is not null` : sql`status = ${status}`;
export const withTag = (tag: string): Condition => sql`tags @> ${[tag]}::text[]`;

export const all = (conditions: readonly Condition[]) => sql`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
const any = (conditions: readonly Condition[]) => sql`(${sql.join(conditions, sql` or `)})`;

/** The search text is three lines: the words of the name, of the tags, and the rest. */
const TEXTS = {
  name: sql`split_part(search_text, E'\\n', 1)`,
  tags: sql`split_part(search_text, E'\\n', 2)`,
  all: sql`search_text`,
};
type Text = keyof typeof TEXTS;
const pieceOf = (word: string): string => (isFoundInside(word) ? word : ` ${word}`);
type Has = (text: Text, word: string) => Condition;
/** An index can answer it. */
export const isLike: Has = (text, word) => sql`${TEXTS[text]} like ${`%${pieceOf(word)}%`}`;
/** The same, and cheaper where a text is looked at anyway. */
const contains: Has = (text, word) =>
  // What a name is sorted by has the same words as its line, and is short.
  sql`strpos(${text === 'name' && isFoundInside(word) ? sql`name_key` : TEXTS[text]}, ${pieceOf(word)}) > 0`;
/** Whether every term occurs in one of these texts. */
export const occur = (terms: readonly Term[], texts: readonly Text[], has = contains) =>
  all(terms.map((term) => any(texts.flatMap((text) => term.map((word) => has(text, word))))));

const SAVED_KEY = sql`to_char(saved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') collate "C"`;

export const ofClass = (cob: string): Condition => sql`classes @> ${[cob]}::text[]`;
/** All that is asked of a dial, whatever its rank. */
export const wantedBy = ({ terms, where, cob }: DialQuery, has = contains): readonly Condition[] => [
  ...where,
  ...(cob === undefined ? [] : [sql`classes && ${[EVERY_CLASS, cob]}::text[]`]),
  ...(terms.length === 0 ? [] : [occur(terms, ['all'], has)]),
];

type Order = Readonly<{
  column: Condition;
  inRank: Condition;
  key: Condition;
  ofPage: Condition;
  after: (key: string, id: string) => Condition;
}>;
export const ORDERS: Readonly<Record<DialSort, Order>> = {
  name: {
    column: sql`name_key`,
    inRank: sql`name_key, id`,
    key: sql`name_key`,
    ofPage: sql`rank, key, page.id`,
    after: (key, id) => sql`(name_key, id) > (${key}, ${id}::uuid)`,
  },
  saved: {
    column: sql`saved_at`,
    inRank: sql`saved_at desc, id desc`,
    key: SAVED_KEY,
    ofPage: sql`rank, key desc, page.id desc`,
    after: (key, id) => sql`(saved_at, id) < (${key}::timestamptz, ${id}::uuid)`,
  },
  used: {
    column: sql`bucket_count`,
    inRank: sql`bucket_count desc, id desc`,
    key: sql`bucket_count::text`,
    ofPage: sql`rank, bucket_count desc, page.id desc`,
    after: (key, id) => sql`(bucket_count, id) < (${key}::int, ${id}::uuid)`,
  },
};

const PLACES = [['name'], ['name', 'tags'], ['all']] as const;
type Three = [Condition, Condition, Condition];
/** Hits by how well they fit: all terms in the name; in name and tags; anywhere. In other orders that does not matter. */
export const hitRanks = ({ terms, sort }: DialQuery, has = contains): readonly Condition[] => {
  const [named, tagged, found] = PLACES.map((texts) => occur(terms, texts, has)) as Three;
  if (sort !== 'name' || terms.length === 0) return [found];
  return [named, sql`${tagged} and not ${named}`, sql`${found} and not ${tagged}`];
};
/** Which dials have each rank: those of the class before those for every class, and in both by how well they fit. */
export const ranksOf = (query: DialQuery, has = contains): readonly Condition[] => {
  const { cob } = query;
  const classes = cob === undefined ? [sql`true`] : [ofClass(cob), ofClass(EVERY_CLASS)];
  return classes.flatMap((ofOne) => hitRanks(query, has).map((hit) => all([ofOne, hit])));
};
export const rankOf = (query: DialQuery): Condition => {
  const { terms, cob } = query;
  const ranks = hitRanks(query).length;
  const byClass = cob === undefined ? sql`0` : sql`case when ${ofClass(cob)} then 0 else ${sql.lit(ranks)} end`;
  if (ranks === 1) return byClass;
  return sql`${byClass} + case when ${occur(terms, ['name'])} then 0 when ${occur(terms, ['name', 'tags'])} then 1 else 2 end`;
};

/** Of what comes after a place in the order. */
export function laterThan({ rank, key, id }: Position, sort: DialSort, isRanked: boolean): Condition {
  const inRank = ORDERS[sort].after(key, id);
  return isRanked ? sql`(rank > ${rank}::int or (rank = ${rank}::int and ${inRank}))` : inRank;
}
