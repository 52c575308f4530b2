import { EVERY_CLASS } from './fit.ts';
import type { DialSort } from './list.ts';
import { isFoundInside, isOneTypoApart, typoPieces } from './search.ts';
import type { DialStatus } from './status.ts';

/** A dial as it is looked for. */
export type CatalogueEntry = Readonly<{
  id: string;
  /** What it is sorted by, by name. */
  name_key: string;
  /** As `searchText` writes it. */
  search_text: string;
  tags: readonly string[];
  classes: readonly string[];
  status: DialStatus;
  has_draft: boolean;
  is_published: boolean;
  active_until: string | null;
  /** Times in one form, so that later ones come later in the alphabet. */
  saved_at: string;
  bucket_count: number;
}>;

/** All dials in the order of their names; and their texts as one, in which each begins at its place. */
export type Catalogue = Readonly<{ dials: readonly CatalogueEntry[]; text: string; starts: Uint32Array }>;

/** No word holds it. */
const BETWEEN = '\0';

export function makeCatalogue(dials: readonly CatalogueEntry[]): Catalogue {
  const starts = new Uint32Array(dials.length);
  let start = 0;
  for (const [index, { search_text }] of dials.entries()) {
    starts[index] = start;
    start += search_text.length + BETWEEN.length;
  }
  return { dials, text: dials.map(({ search_text }) => search_text).join(BETWEEN), starts };
}

/** Those of a class before those for every class, and in both those whose name has all terms before others. */
export type Position = Readonly<{ rank: number; key: string; id: string }>;

/** One searched word, found where any of these occurs: itself, or the words that it may have been meant to be. */
export type Term = readonly string[];
export type DialQuery = Readonly<{
  terms: readonly Term[];
  tag?: string | undefined;
  cob?: string | undefined;
  /** What else is asked of a dial. */
  isWanted?: (dial: CatalogueEntry) => boolean;
  status?: DialStatus | undefined;
  sort: DialSort;
  after?: Position | undefined;
  limit: number;
}>;

/** How many dials each tab holds. Draft holds those of other tabs too of which a draft is open, so `all` is no sum. */
export type TabHits = Readonly<{ all: number; of: ReadonlyMap<DialStatus, number> }>;
export type FoundDials = Readonly<{ hits: readonly Position[]; counts: TabHits }>;

/** By name, and by id where names are the same. */
export const byName = (a: Pick<CatalogueEntry, 'name_key' | 'id'>, b: Pick<CatalogueEntry, 'name_key' | 'id'>) =>
  compare(a.name_key, b.name_key) || compare(a.id, b.id);

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : Number(a > b));

/** The search text has three lines: hits in the name come first, then those in the tags. */
const PLACES = 3;

type Order = Readonly<{ keyOf: (dial: CatalogueEntry) => string; compare: (a: Position, b: Position) => number }>;
const ORDERS: Readonly<Record<DialSort, Order>> = {
  name: { keyOf: (dial) => dial.name_key, compare: (a, b) => compare(a.key, b.key) || compare(a.id, b.id) },
  saved: { keyOf: (dial) => dial.saved_at, compare: (a, b) => compare(b.key, a.key) || compare(b.id, a.id) },
  used: {
    keyOf: (dial) => String(dial.bucket_count),
    compare: (a, b) => Number(b.key) - Number(a.key) || compare(b.id, a.id),
  },
};

/** One page of the dials that are wanted, and how many there are on each tab. */
export function findDials(catalogue: Catalogue, query: DialQuery): FoundDials {
  const { status, sort, after, limit } = query;
  const { keyOf, compare: inRank } = ORDERS[sort];
  const rankOf = rankBy(query);
  const of = new Map<DialStatus, number>();
  const ranks = Array.from({ length: 2 * PLACES }, (): Position[] => []);
  let all = 0;
  const goOn = goBy(catalogue, query.terms[0]);
  for (let index = goOn(0); index < catalogue.dials.length; index = goOn(index + 1)) {
    const dial = catalogue.dials[index] as CatalogueEntry;
    const rank = rankOf(dial);
    if (rank === undefined) continue;
    all += 1;
    const isDraftToo = dial.has_draft && dial.status !== 'draft';
    of.set(dial.status, (of.get(dial.status) ?? 0) + 1);
    if (isDraftToo) of.set('draft', (of.get('draft') ?? 0) + 1);
    if (status !== undefined && status !== dial.status && !(isDraftToo && status === 'draft')) continue;
    const hits = ranks[rank] ?? [];
    // By name the first that are met are the first there are.
    if (sort === 'name' && hits.length === limit) continue;
    const position = { rank, key: keyOf(dial), id: dial.id };
    const isLater = after === undefined || rank > after.rank || (rank === after.rank && inRank(after, position) < 0);
    if (isLater) hits.push(position);
  }
  const inOrder = ranks.flatMap((hits) => (sort === 'name' ? hits : hits.toSorted(inRank)));
  return { hits: inOrder.slice(0, limit), counts: { all, of } };
}

/**
 * To the next dial that has a word, from a place on. All texts as one are gone through many times quicker than one after
 * the other; a word that may be one of several is looked for in each.
 */
function goBy({ text, starts }: Catalogue, [word, ...others]: Term = []): (from: number) => number {
  if (word === undefined || others.length > 0) return (from) => from;
  const piece = pieceOf(word);
  return (from) => {
    const at = from < starts.length ? text.indexOf(piece, starts[from]) : -1;
    if (at < 0) return starts.length;
    let index = from;
    while ((starts[index + 1] ?? Infinity) <= at) index += 1;
    return index;
  };
}

/** Which rank a dial has, 0 being the best; none where it is not wanted. */
function rankBy({ terms, tag, cob, isWanted, sort }: DialQuery): (dial: CatalogueEntry) => number | undefined {
  const pieces = terms.map((words) => words.map(pieceOf));
  const isRankedByPlace = sort === 'name' && terms.length > 0;
  return (dial) => {
    if (tag !== undefined && !dial.tags.includes(tag)) return undefined;
    if (isWanted?.(dial) === false) return undefined;
    const isOfClass = cob === undefined || dial.classes.includes(cob);
    if (!isOfClass && !dial.classes.includes(EVERY_CLASS)) return undefined;
    let place = 0;
    for (const words of pieces) {
      const found = firstPlace(dial.search_text, words);
      if (found === undefined) return undefined;
      place = Math.max(place, found);
    }
    return (isOfClass ? 0 : PLACES) + (isRankedByPlace ? place : 0);
  };
}

const pieceOf = (word: string): string => (isFoundInside(word) ? word : ` ${word}`);

/** The best of the three places in which any of these words occurs: the first, for they stand in that order. */
function firstPlace(text: string, words: readonly string[]): number | undefined {
  let first = Infinity;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at >= 0 && at < first) first = at;
  }
  if (first === Infinity) return undefined;
  const endOfName = text.indexOf('\n');
  if (first < endOfName) return 0;
  return first < text.indexOf('\n', endOfName + 1) ? 1 : 2;
}

const MAX_TEXTS_READ = 200;
const MAX_CORRECTIONS = 5;

/** What was typed, where some dial has it; else words of some dials that are one typing error away. */
export function correctWord({ dials }: Catalogue, typed: string): Term {
  const pieces = typoPieces(typed);
  if (pieces === undefined) return [typed];
  const [piece, start] = [pieceOf(typed), ` ${pieces.start}`];
  const close = new Set<string>();
  let read = 0;
  for (const { search_text: text } of dials) {
    if (text.includes(piece)) return [typed];
    if (read === MAX_TEXTS_READ || !(text.includes(start) || text.includes(pieces.end))) continue;
    read += 1;
    for (const word of text.split(/\s+/)) if (isOneTypoApart(typed, word)) close.add(word);
  }
  return [...close].toSorted().slice(0, MAX_CORRECTIONS);
}
