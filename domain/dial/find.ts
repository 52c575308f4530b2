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

/** All dials, by name; their search texts are joined, because one long text is searched faster than many short ones. */
export type Catalogue = Readonly<{
  dials: readonly CatalogueEntry[];
  text: string;
  /** Where the text of each dial starts. */
  starts: Uint32Array;
}>;

/** Never part of a word. */
const SEPARATOR = '\0';

export function makeCatalogue(dials: readonly CatalogueEntry[]): Catalogue {
  let end = 0;
  const starts = Uint32Array.from(dials, ({ search_text }) => {
    const start = end;
    end += search_text.length + SEPARATOR.length;
    return start;
  });
  return { dials, text: dials.map(({ search_text }) => search_text).join(SEPARATOR), starts };
}

/** Lists the tags or authors of all dials, most used first. */
export function listWords({ dials }: Catalogue, field: 'tags' | 'authors', max: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const dial of dials) for (const word of dial[field]) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, max)
    .map(([word]) => word);
}

/** The dials that contain the word, and where in their texts. */
function* dialsWith({ dials, text, starts }: Catalogue, word: string): Generator<[dial: CatalogueEntry, at: number]> {
  let index = 0;
  for (let at = text.indexOf(word); at >= 0 && index < dials.length; at = text.indexOf(word, starts[index])) {
    while ((starts[index + 1] ?? Infinity) <= at) index += 1;
    yield [dials[index] as CatalogueEntry, at - (starts[index] as number)];
    index += 1;
  }
}

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
  const { tag, author, cob, matches, status, sort, after, limit } = query;
  const { keyOf, compare: inRank } = ORDERS[sort];
  const terms = query.terms.map((words) => words.map(searchedAs));
  const counts: Record<DialStatus, number> = { draft: 0, ready: 0, upcoming: 0, active: 0, expired: 0 };
  const ranks = Array.from({ length: 2 * LINES }, (): Position[] => []);
  let all = 0;
  const single = terms.find(({ length }) => length === 1);
  const others = terms.filter((words) => words !== single);
  // Every text contains the empty word.
  for (const [dial, at] of dialsWith(catalogue, single?.[0] ?? '')) {
    const line = Math.max(single ? lineAt(dial.search_text, at) : 0, lineOf(dial.search_text, others));
    if (line === NOT_FOUND) continue;
    if (tag !== undefined && !dial.tags.includes(tag)) continue;
    if (author !== undefined && !dial.authors.includes(author)) continue;
    const isOfClass = cob === undefined || dial.classes.includes(cob);
    if (!isOfClass && !dial.classes.includes(EVERY_CLASS)) continue;
    if (matches !== undefined && !matches(dial)) continue;
    all += 1;
    counts[dial.status] += 1;
    // A published dial with an open draft is also on the tab of drafts.
    const isDraft = dial.has_draft || dial.status === 'draft';
    if (isDraft && dial.status !== 'draft') counts.draft += 1;
    if (status !== undefined && dial.status !== status && !(status === 'draft' && isDraft)) continue;
    const rank = (isOfClass ? 0 : LINES) + (sort === 'name' ? line : 0);
    const hits = ranks[rank] as Position[];
    // The catalogue is sorted by name, so the first hits are the page.
    if (sort === 'name' && hits.length === limit) continue;
    const position = { rank, key: keyOf(dial), id: dial.id };
    const isLater = after === undefined || rank > after.rank || (rank === after.rank && inRank(after, position) < 0);
    if (isLater) hits.push(position);
  }
  const hits = ranks.flatMap((rank) => (sort === 'name' ? rank : rank.toSorted(inRank)));
  return { hits: hits.slice(0, limit), counts: { all, of: new Map(DIAL_STATUSES.map((one) => [one, counts[one]])) } };
}

const NOT_FOUND = Infinity;

/** The last line that a term needs, each found in its first line; NOT_FOUND if one is missing. */
function lineOf(text: string, terms: readonly Term[]): number {
  let last = 0;
  for (const words of terms) {
    let first = NOT_FOUND;
    for (const word of words) {
      const at = text.indexOf(word);
      if (at >= 0) first = Math.min(first, at);
    }
    last = Math.max(last, lineAt(text, first));
  }
  return last;
}

function lineAt(text: string, at: number): number {
  if (at === NOT_FOUND) return NOT_FOUND;
  const nameEnd = text.indexOf('\n');
  if (at < nameEnd) return 0;
  return at < text.indexOf('\n', nameEnd + 1) ? 1 : 2;
}

const MAX_CORRECTIONS = 5;

/**
 * Corrections after a search without hits: each word itself or, where no dial contains it, words one typo away. A single
 * unfiltered word is known not to occur.
 */
export function correctWords(catalogue: Catalogue, words: readonly string[], isFiltered: boolean): Term[] {
  const mayOccur = isFiltered || words.length > 1;
  const occurs = (word: string) => mayOccur && hasWord(catalogue.text, word);
  return words.map((word) => (occurs(word) ? [word] : correctWord(catalogue, word)));
}

/** The words one typo away, the most frequent first. */
function correctWord({ text }: Catalogue, typed: string): Term {
  const pieces = typoPieces(typed);
  if (pieces === undefined) return [typed];
  const counts = new Map<string, number>([...countWords(text, ` ${pieces.start}`), ...countWords(text, pieces.end)]);
  return [...counts]
    .filter(([word]) => !/\d/.test(word) && isOneTypoApart(typed, word))
    .toSorted(([a, many], [b, others]) => others - many || compare(a, b))
    .slice(0, MAX_CORRECTIONS)
    .map(([word]) => word);
}

const BREAKS = new Set([' ', '\n', SEPARATOR].map((letter) => letter.charCodeAt(0)));

/** The distinct words of which the piece is a part, and how often each occurs. */
function countWords(text: string, piece: string): ReadonlyMap<string, number> {
  const isBreak = (at: number) => at < 0 || at >= text.length || BREAKS.has(text.charCodeAt(at));
  const counts = new Map<string, number>();
  for (let at = text.indexOf(piece), end = 0; at >= 0; at = text.indexOf(piece, end)) {
    let start = at + Number(isBreak(at));
    while (!isBreak(start - 1)) start -= 1;
    end = at + piece.length;
    while (!isBreak(end)) end += 1;
    const word = text.slice(start, end);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
