import { EVERY_CLASS } from './fit.ts';
import type { DialSort } from './list.ts';
import { isFoundInside, isOneTypoApart, typoPieces } from './search.ts';
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

/**
 * All dials by name, laid out for fast scans: one concatenated text with the offsets of each dial, of the end of its name and
 * of its tags; the other filters as numbers.
 */
export type Catalogue = Readonly<{
  dials: readonly CatalogueEntry[];
  text: string;
  starts: Uint32Array;
  nameEnds: Uint32Array;
  tagEnds: Uint32Array;
  /** Indexes into `DIAL_STATUSES`. */
  statuses: Uint8Array;
  drafts: Uint8Array;
  tags: Lists;
  authors: Lists;
  classes: Lists;
}>;

/** Distinct lists, and the index of each dial's list. */
type Lists = Readonly<{ of: Uint32Array; all: readonly (readonly string[])[] }>;

/** Never part of a word. */
const SEPARATOR = '\0';

export function makeCatalogue(dials: readonly CatalogueEntry[]): Catalogue {
  const numbers = () => new Uint32Array(dials.length);
  const [starts, nameEnds, tagEnds] = [numbers(), numbers(), numbers()];
  let start = 0;
  for (const [index, { search_text }] of dials.entries()) {
    const endOfName = search_text.indexOf('\n');
    starts[index] = start;
    nameEnds[index] = start + endOfName;
    tagEnds[index] = start + search_text.indexOf('\n', endOfName + 1);
    start += search_text.length + SEPARATOR.length;
  }
  return {
    dials,
    text: dials.map(({ search_text }) => search_text).join(SEPARATOR),
    starts,
    nameEnds,
    tagEnds,
    statuses: Uint8Array.from(dials, ({ status }) => DIAL_STATUSES.indexOf(status)),
    drafts: Uint8Array.from(dials, ({ has_draft, status }) => Number(has_draft || status === 'draft')),
    tags: numberLists(dials.map(({ tags }) => tags)),
    authors: numberLists(dials.map(({ authors }) => authors)),
    classes: numberLists(dials.map(({ classes }) => classes)),
  };
}

function numberLists(lists: readonly (readonly string[])[]): Lists {
  const numbers = new Map<readonly string[], number>();
  const of = Uint32Array.from(lists, (list) => {
    const index = numbers.get(list) ?? numbers.size;
    numbers.set(list, index);
    return index;
  });
  return { of, all: [...numbers.keys()] };
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
  isWanted?: (dial: CatalogueEntry) => boolean;
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

/** Lines of the search text: name, tags, everything else. */
const LINES = 3;

type Order = Readonly<{ keyOf: (dial: CatalogueEntry) => string; compare: (a: Position, b: Position) => number }>;
const ORDERS: Readonly<Record<DialSort, Order>> = {
  name: { keyOf: (dial) => dial.name_key, compare: (a, b) => compare(a.key, b.key) || compare(a.id, b.id) },
  saved: { keyOf: (dial) => dial.saved_at, compare: (a, b) => compare(b.key, a.key) || compare(b.id, a.id) },
  used: {
    keyOf: (dial) => String(dial.bucket_count),
    compare: (a, b) => Number(b.key) - Number(a.key) || compare(b.id, a.id),
  },
};

/** One page of hits, and the counts per tab. */
export function findDials(catalogue: Catalogue, query: DialQuery): FoundDials {
  const { terms, isWanted, status, sort, after, limit } = query;
  const { dials, statuses, drafts } = catalogue;
  const { keyOf, compare: inRank } = ORDERS[sort];
  const scanners = terms.map((words) => createScanner(catalogue, words));
  const [tagRank, authorRank, classRank] = ranksByList(catalogue, query);
  const tab = status === undefined ? -1 : DIAL_STATUSES.indexOf(status);
  const counts = new Uint32Array(DIAL_STATUSES.length);
  const ranks = Array.from({ length: 2 * LINES }, (): Position[] => []);
  let [all, withDraft] = [0, 0];
  for (let index = nextOf(scanners, 0); index < dials.length; index = nextOf(scanners, index + 1)) {
    const byLists = tagRank(index) + authorRank(index) + classRank(index);
    if (byLists >= EXCLUDED) continue;
    if (isWanted !== undefined && !isWanted(dials[index] as CatalogueEntry)) continue;
    let line = 0;
    for (const { lineOf } of scanners) line = Math.max(line, lineOf(index));
    if (line === NOT_FOUND) continue;
    const [code, hasDraft] = [statuses[index] as number, drafts[index] === 1];
    all += 1;
    counts[code] = (counts[code] as number) + 1;
    withDraft += Number(hasDraft);
    if (status !== undefined && (status === 'draft' ? !hasDraft : code !== tab)) continue;
    const rank = byLists + (sort === 'name' ? line : 0);
    const hits = ranks[rank] as Position[];
    // The catalogue is sorted by name, so the first hits are the page.
    if (sort === 'name' && hits.length === limit) continue;
    const dial = dials[index] as CatalogueEntry;
    const position = { rank, key: keyOf(dial), id: dial.id };
    const isLater = after === undefined || rank > after.rank || (rank === after.rank && inRank(after, position) < 0);
    if (isLater) hits.push(position);
  }
  const inOrder = ranks.flatMap((hits) => (sort === 'name' ? hits : hits.toSorted(inRank)));
  const of = new Map(DIAL_STATUSES.map((one, code) => [one, one === 'draft' ? withDraft : (counts[code] ?? 0)]));
  return { hits: inOrder.slice(0, limit), counts: { all, of } };
}

/** Rank of dials that do not match the tag, author or class filter. */
const EXCLUDED = 100;

/** Rank contributions of tags, authors and classes, computed once per distinct list. */
function ranksByList({ tags, authors, classes }: Catalogue, { tag, author, cob }: DialQuery) {
  const byList = (lists: Lists, rankOf: (list: readonly string[]) => number) => {
    const ranks = Uint8Array.from(lists.all, rankOf);
    return (index: number): number => ranks[lists.of[index] as number] as number;
  };
  const any = () => 0;
  const having = (lists: Lists, word: string | undefined) =>
    word === undefined ? any : byList(lists, (list) => (list.includes(word) ? 0 : EXCLUDED));
  return [
    having(tags, tag),
    having(authors, author),
    cob === undefined
      ? any
      : byList(classes, (list) => (list.includes(cob) ? 0 : list.includes(EVERY_CLASS) ? LINES : EXCLUDED)),
  ] as const;
}

const NOT_FOUND = Infinity;

/** Finds a term: the next dial that contains it, and in which line. */
type TermScanner = Readonly<{ next: (from: number) => number; lineOf: (index: number) => number }>;

function createScanner(catalogue: Catalogue, words: Term): TermScanner {
  const { dials, nameEnds, tagEnds, starts } = catalogue;
  const pieces = words.map(pieceOf);
  const [piece] = pieces;
  const scan = piece === undefined || pieces.length > 1 ? undefined : scanFor(catalogue, piece);
  const firstIn = (index: number): number => {
    const text = dials[index]?.search_text ?? '';
    const offsets = pieces.map((one) => text.indexOf(one)).filter((at) => at >= 0);
    return offsets.length === 0 ? NOT_FOUND : Math.min(...offsets) + (starts[index] ?? 0);
  };
  let [found, foundAt] = [-1, NOT_FOUND];
  return {
    next: (from) => {
      // With several alternatives every text is checked.
      if (scan === undefined) return from;
      if (found < from) [found, foundAt] = scan(from);
      return found;
    },
    lineOf: (index) => {
      const at = index === found ? foundAt : firstIn(index);
      if (at === NOT_FOUND) return NOT_FOUND;
      if (at < (nameEnds[index] ?? 0)) return 0;
      return at < (tagEnds[index] ?? 0) ? 1 : 2;
    },
  };
}

/** The next dial that all scanners may match. */
function nextOf(scanners: readonly TermScanner[], from: number): number {
  let index = from;
  for (let agreed = 0; agreed < scanners.length;)
    for (const { next } of scanners) {
      const found = next(index);
      agreed = found === index ? agreed + 1 : 1;
      index = found;
      if (agreed >= scanners.length) break;
    }
  return index;
}

/** The next dial whose text contains the piece, and the offset of its first occurrence. */
function scanFor({ text, starts }: Catalogue, piece: string): (from: number) => [index: number, at: number] {
  return (from) => {
    const at = from < starts.length ? text.indexOf(piece, starts[from]) : -1;
    if (at < 0) return [starts.length, NOT_FOUND];
    let index = from;
    while ((starts[index + 1] ?? NOT_FOUND) <= at) index += 1;
    return [index, at];
  };
}

const pieceOf = (word: string): string => (isFoundInside(word) ? word : ` ${word}`);

const MAX_TEXTS_READ = 200;
const MAX_CORRECTIONS = 5;

/**
 * Corrections after a search without hits: each word itself or, where no dial contains it, words one typo away. A single
 * unfiltered word is index not to occur.
 */
export function correctWords(catalogue: Catalogue, words: readonly string[], isFiltered: boolean): Term[] {
  const mayOccur = isFiltered || words.length > 1;
  const occurs = (word: string) => mayOccur && catalogue.text.includes(pieceOf(word));
  return words.map((word) => (occurs(word) ? [word] : correctWord(catalogue, word)));
}

function correctWord(catalogue: Catalogue, typed: string): Term {
  const pieces = typoPieces(typed);
  if (pieces === undefined) return [typed];
  const close = new Set<string>();
  for (const piece of [pieces.start, pieces.end]) {
    const scan = scanFor(catalogue, piece);
    let [index] = scan(0);
    for (let read = 0; read < MAX_TEXTS_READ && index < catalogue.dials.length; read += 1, [index] = scan(index + 1))
      for (const word of catalogue.dials[index]?.search_text.split(/\s+/) ?? [])
        if (isOneTypoApart(typed, word)) close.add(word);
  }
  return [...close].toSorted().slice(0, MAX_CORRECTIONS);
}
