import { EVERY_CLASS } from './fit.ts';
import type { DialSort } from './list.ts';
import { hasWord, isOneTypoApart, searchedAs, typoPieces } from './search.ts';
import { DIAL_STATUSES, type DialStatus } from './status.ts';

/** The searchable data of a dial. */
export type CatalogueEntry = Readonly<{
  id: string;
  /** Sort key of the name. */
  name_key: string;
  /** See `searchText`. */
  search_text: string;
  tags: readonly string[];
  authors: readonly string[];
  classes: readonly string[];
  status: DialStatus;
  has_draft: boolean;
  is_published: boolean;
  active_until: string | null;
  /** Sorts lexicographically. */
  saved_at: string;
  bucket_count: number;
}>;

/** All dials, by name. */
export type Catalogue = readonly CatalogueEntry[];

/**
 * The sort position of a hit. Rank: dials of the class before those for every class; within both, when sorted by name,
 * matches in the name first.
 */
export type Position = Readonly<{ rank: number; key: string; id: string }>;

/** A search word and its possible corrections; any of them matches. */
export type Term = readonly string[];
export type DialQuery = Readonly<{
  terms: readonly Term[];
  tag?: string | undefined;
  author?: string | undefined;
  cob?: string | undefined;
  /** An additional filter. */
  matches?: ((dial: CatalogueEntry) => boolean) | undefined;
  status?: DialStatus | undefined;
  sort: DialSort;
  after?: Position | undefined;
  limit: number;
}>;

/** Hits per tab. Dials with an open draft also count as draft, so `all` is not the sum. */
export type TabHits = Readonly<{ all: number; of: ReadonlyMap<DialStatus, number> }>;
export type FoundDials = Readonly<{ hits: readonly Position[]; counts: TabHits }>;

/** By name, then id. */
export const byName = (a: Pick<CatalogueEntry, 'name_key' | 'id'>, b: Pick<CatalogueEntry, 'name_key' | 'id'>) =>
  compare(a.name_key, b.name_key) || compare(a.id, b.id);

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : Number(a > b));

type Order = Readonly<{ keyOf: (dial: CatalogueEntry) => string; compare: (a: Position, b: Position) => number }>;
const ORDERS: Readonly<Record<DialSort, Order>> = {
  name: { keyOf: (dial) => dial.name_key, compare: (a, b) => compare(a.key, b.key) || compare(a.id, b.id) },
  saved: { keyOf: (dial) => dial.saved_at, compare: (a, b) => compare(b.key, a.key) || compare(b.id, a.id) },
  used: {
    keyOf: (dial) => String(dial.bucket_count),
    compare: (a, b) => Number(b.key) - Number(a.key) || compare(b.id, a.id),
  },
};

/** The lines of a search text are the name, the tags and everything else. */
const LINES = 3;

/** One page of hits, and the counts per tab. */
export function findDials(catalogue: Catalogue, query: DialQuery): FoundDials {
  const { matches = () => true, status, sort, after, limit } = query;
  const { keyOf, compare: inRank } = ORDERS[sort];
  const of = new Map<DialStatus, number>(DIAL_STATUSES.map((one) => [one, 0]));
  const ranks = Array.from({ length: 2 * LINES }, (): Position[] => []);
  let all = 0;
  for (const dial of catalogue) {
    const rank = rankOf(dial, query);
    if (rank === undefined || !matches(dial)) continue;
    all += 1;
    const tabs = tabsOf(dial);
    for (const tab of tabs) of.set(tab, (of.get(tab) ?? 0) + 1);
    if (status !== undefined && !tabs.includes(status)) continue;
    const position = { rank, key: keyOf(dial), id: dial.id };
    const isLater = after === undefined || rank > after.rank || (rank === after.rank && inRank(after, position) < 0);
    if (isLater) ranks[rank]?.push(position);
  }
  // The catalogue is sorted by name already.
  const hits = ranks.flatMap((rank) => (sort === 'name' ? rank : rank.toSorted(inRank)));
  return { hits: hits.slice(0, limit), counts: { all, of } };
}

/** A published dial with an open draft is also on the tab of drafts. */
const tabsOf = ({ status, has_draft }: CatalogueEntry): readonly DialStatus[] =>
  has_draft && status !== 'draft' ? [status, 'draft'] : [status];

/** See `Position`; undefined if the dial is no hit. */
function rankOf(dial: CatalogueEntry, { terms, tag, author, cob, sort }: DialQuery): number | undefined {
  if (tag !== undefined && !dial.tags.includes(tag)) return undefined;
  if (author !== undefined && !dial.authors.includes(author)) return undefined;
  const isOfClass = cob === undefined || dial.classes.includes(cob);
  if (!isOfClass && !dial.classes.includes(EVERY_CLASS)) return undefined;
  let line = 0;
  for (const words of terms) {
    const found = lineOf(dial.search_text, words);
    if (found === undefined) return undefined;
    line = Math.max(line, found);
  }
  return (isOfClass ? 0 : LINES) + (sort === 'name' ? line : 0);
}

/** The first line that contains one of the words. */
function lineOf(text: string, words: Term): number | undefined {
  let first = Infinity;
  for (const word of words) {
    const at = text.indexOf(searchedAs(word));
    if (at >= 0) first = Math.min(first, at);
  }
  if (first === Infinity) return undefined;
  const nameEnd = text.indexOf('\n');
  if (first < nameEnd) return 0;
  return first < text.indexOf('\n', nameEnd + 1) ? 1 : 2;
}

const MAX_TEXTS_READ = 200;
const MAX_CORRECTIONS = 5;

/**
 * Corrections after a search without hits: each word itself or, where no dial contains it, words one typo away. A single
 * unfiltered word is known not to occur.
 */
export function correctWords(catalogue: Catalogue, words: readonly string[], isFiltered: boolean): Term[] {
  const mayOccur = isFiltered || words.length > 1;
  const occurs = (word: string) => mayOccur && catalogue.some(({ search_text }) => hasWord(search_text, word));
  return words.map((word) => (occurs(word) ? [word] : correctWord(catalogue, word)));
}

function correctWord(catalogue: Catalogue, typed: string): Term {
  const pieces = typoPieces(typed);
  if (pieces === undefined) return [typed];
  const close = new Set<string>();
  for (const piece of [pieces.start, pieces.end]) {
    let read = 0;
    for (const { search_text } of catalogue) {
      if (!search_text.includes(piece)) continue;
      for (const word of search_text.split(/\s+/)) if (isOneTypoApart(typed, word)) close.add(word);
      if ((read += 1) === MAX_TEXTS_READ) break;
    }
  }
  return [...close].toSorted().slice(0, MAX_CORRECTIONS);
}
