import { EVERY_CLASS } from './fit.ts';
import type { DialSort } from './list.ts';
import { isFoundInside, isOneTypoApart, typoPieces } from './search.ts';
import { DIAL_STATUSES, type DialStatus } from './status.ts';

/** A dial as it is looked for. */
export type CatalogueEntry = Readonly<{
  id: string;
  /** What it is sorted by, by name. */
  name_key: string;
  /** As `searchText` writes it. */
  search_text: string;
  tags: readonly string[];
  authors: readonly string[];
  classes: readonly string[];
  status: DialStatus;
  has_draft: boolean;
  is_published: boolean;
  active_until: string | null;
  /** Times in one form, so that later ones come later in the alphabet. */
  saved_at: string;
  bucket_count: number;
}>;

/**
 * All dials in the order of their names, laid out to be gone through quickly. Their texts are one text: where each begins
 * in it, and where the words of its name and of its tags end. What else is asked of each is a number.
 */
export type Catalogue = Readonly<{
  dials: readonly CatalogueEntry[];
  text: string;
  starts: Uint32Array;
  nameEnds: Uint32Array;
  tagEnds: Uint32Array;
  /** By their place in `DIAL_STATUSES`. */
  statuses: Uint8Array;
  drafts: Uint8Array;
  tags: Lists;
  authors: Lists;
  classes: Lists;
}>;

/** Which of these lists each dial has. Dials that share a list are told apart by it the more quickly. */
type Lists = Readonly<{ of: Uint32Array; all: readonly (readonly string[])[] }>;

/** No word holds it. */
const BETWEEN = '\0';

export function makeCatalogue(dials: readonly CatalogueEntry[]): Catalogue {
  const numbers = () => new Uint32Array(dials.length);
  const [starts, nameEnds, tagEnds] = [numbers(), numbers(), numbers()];
  let start = 0;
  for (const [index, { search_text }] of dials.entries()) {
    const endOfName = search_text.indexOf('\n');
    starts[index] = start;
    nameEnds[index] = start + endOfName;
    tagEnds[index] = start + search_text.indexOf('\n', endOfName + 1);
    start += search_text.length + BETWEEN.length;
  }
  return {
    dials,
    text: dials.map(({ search_text }) => search_text).join(BETWEEN),
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
    const known = numbers.get(list) ?? numbers.size;
    numbers.set(list, known);
    return known;
  });
  return { of, all: [...numbers.keys()] };
}

/**
 * Where a dial stands in what was found. By rank: those of a class before those for every class, and in both, by name,
 * those whose name has all terms before others.
 */
export type Position = Readonly<{ rank: number; key: string; id: string }>;

/** One searched word, found where any of these occurs: itself, or the words that it may have been meant to be. */
export type Term = readonly string[];
export type DialQuery = Readonly<{
  terms: readonly Term[];
  tag?: string | undefined;
  author?: string | undefined;
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
  const { terms, isWanted, status, sort, after, limit } = query;
  const { dials, statuses, drafts } = catalogue;
  const { keyOf, compare: inRank } = ORDERS[sort];
  const seekers = terms.map((words) => seeker(catalogue, words));
  const [tagRank, authorRank, classRank] = ranksByList(catalogue, query);
  const tab = status === undefined ? -1 : DIAL_STATUSES.indexOf(status);
  const counts = new Uint32Array(DIAL_STATUSES.length);
  const ranks = Array.from({ length: 2 * PLACES }, (): Position[] => []);
  let [all, withDraft] = [0, 0];
  for (let index = nextOf(seekers, 0); index < dials.length; index = nextOf(seekers, index + 1)) {
    const byLists = tagRank(index) + authorRank(index) + classRank(index);
    if (byLists >= EXCLUDED) continue;
    if (isWanted !== undefined && !isWanted(dials[index] as CatalogueEntry)) continue;
    let place = 0;
    for (const { placeIn } of seekers) place = Math.max(place, placeIn(index));
    if (place === NOT_FOUND) continue;
    const [code, hasDraft] = [statuses[index] as number, drafts[index] === 1];
    all += 1;
    counts[code] = (counts[code] as number) + 1;
    withDraft += Number(hasDraft);
    if (status !== undefined && (status === 'draft' ? !hasDraft : code !== tab)) continue;
    const rank = byLists + (sort === 'name' ? place : 0);
    const hits = ranks[rank] as Position[];
    // By name the first that are met are the first there are.
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

/** The rank of a dial that does not have the tag or the author, or is for other classes. */
const EXCLUDED = 100;

/** What the tags, the authors and the classes of a dial make of its rank, decided once for each list. */
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
      : byList(classes, (list) => (list.includes(cob) ? 0 : list.includes(EVERY_CLASS) ? PLACES : EXCLUDED)),
  ] as const;
}

const NOT_FOUND = Infinity;

/** Where a term is found: the next dial from one on that has it, and in which of its three places; the first is the best. */
type Seeker = Readonly<{ next: (from: number) => number; placeIn: (index: number) => number }>;

function seeker(catalogue: Catalogue, words: Term): Seeker {
  const { dials, nameEnds, tagEnds, starts } = catalogue;
  const pieces = words.map(pieceOf);
  const [piece] = pieces;
  const scan = piece === undefined || pieces.length > 1 ? undefined : scanFor(catalogue, piece);
  const firstIn = (index: number): number => {
    const text = dials[index]?.search_text ?? '';
    const places = pieces.map((one) => text.indexOf(one)).filter((at) => at >= 0);
    return places.length === 0 ? NOT_FOUND : Math.min(...places) + (starts[index] ?? 0);
  };
  let [found, foundAt] = [-1, NOT_FOUND];
  return {
    next: (from) => {
      // A word that may be one of several is looked for in each text.
      if (scan === undefined) return from;
      if (found < from) [found, foundAt] = scan(from);
      return found;
    },
    placeIn: (index) => {
      const at = index === found ? foundAt : firstIn(index);
      if (at === NOT_FOUND) return NOT_FOUND;
      if (at < (nameEnds[index] ?? 0)) return 0;
      return at < (tagEnds[index] ?? 0) ? 1 : 2;
    },
  };
}

/** The next dial from one on that all of them have. */
function nextOf(seekers: readonly Seeker[], from: number): number {
  let index = from;
  for (let agreed = 0; agreed < seekers.length;)
    for (const { next } of seekers) {
      const found = next(index);
      agreed = found === index ? agreed + 1 : 1;
      index = found;
      if (agreed >= seekers.length) break;
    }
  return index;
}

/** From one dial on, the next whose text has this piece, and where it first occurs. */
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
 * The words that may be meant where nothing is found: each itself, or where no dial has it, words one typing error away.
 * Of several, or where a filter asks for more, a word may well be there.
 */
export function correctWords(catalogue: Catalogue, words: readonly string[], isFiltered: boolean): Term[] {
  const mayBeThere = isFiltered || words.length > 1;
  const isThere = (word: string) => mayBeThere && catalogue.text.includes(pieceOf(word));
  return words.map((word) => (isThere(word) ? [word] : correctWord(catalogue, word)));
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
