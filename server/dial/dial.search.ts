import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Page } from '#contract/page.ts';
import { type CatalogueEntry, correctWords, findDials, type Position, type TabHits } from '#domain/dial/find.ts';
import type { DialSort } from '#domain/dial/list.ts';
import { searchWords } from '#domain/dial/search.ts';
import type { DialStatus } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';
import { cursorMoment, cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import { catalogueOf } from './dial.catalogue.ts';
import { type ListedDial, listPage, type Part, readListed } from './dial.search.store.ts';

export { type ListedDial, readListed } from './dial.search.store.ts';

const MAX_WORDS_SEARCHED = 10;
const rank = z.int().min(0).max(5);
const positions = {
  name: z.object({ rank, key: z.string(), id: z.uuid() }),
  saved: z.object({ rank, key: cursorMoment, id: z.uuid() }),
  used: z.object({ rank, key: z.string().regex(/^\d{1,9}$/), id: z.uuid() }),
};

type Filter = Readonly<{
  q?: string | undefined;
  status?: DialStatus | undefined;
  cob?: string | undefined;
  tag?: string | undefined;
  author?: string | undefined;
  sort?: DialSort | undefined;
}>;
type Asked<P extends Part> = Paged & Readonly<{ part: P; isWanted?: (dial: CatalogueEntry) => boolean }>;
type FoundPage<P extends Part> = Page<ListedDial<P>> &
  Readonly<{
    /** How many are found on each tab, which is not told where all are wanted. */
    counts: TabHits | undefined;
    /** What was searched for. */
    words: readonly string[];
  }>;

/** Published, and not expired: what can be added to a bucket. */
export const isPickable =
  (today: string) =>
  ({ is_published, active_until }: CatalogueEntry): boolean =>
    is_published && (active_until === null || active_until > today);

/**
 * One page of what a filter wants: dials of a class before those for every class, and in a search by name the best hits
 * first. A search that finds nothing is tried once more with its mistyped words put right.
 */
export async function searchDials<P extends Part>(
  db: Db,
  { q = '', status, cob, tag, author, sort = 'name' }: Filter,
  { isWanted, cursor, limit, part }: Asked<P>,
): Promise<FoundPage<P>> {
  const words = searchWords(q).slice(0, MAX_WORDS_SEARCHED);
  const page = { status, sort, after: readCursor(positions[sort], cursor), limit: limit + 1 };
  const cut = <D extends Position>(dials: readonly D[]) =>
    cutPage(dials, limit, ({ rank, key, id }) => ({ rank, key, id }));
  const isFiltered = Boolean(tag) || Boolean(author) || Boolean(cob) || isWanted !== undefined;
  if (words.length === 0 && !isFiltered)
    return { ...cut(await listPage(db, { ...page, part })), counts: undefined, words };

  const catalogue = await catalogueOf(db)();
  const query = {
    tag: tag || undefined,
    author: author || undefined,
    cob: cob || undefined,
    ...(isWanted && { isWanted }),
    ...page,
  };
  const typed = words.map((word) => [word]);
  const first = findDials(catalogue, { ...query, terms: typed });
  const meant = first.counts.all > 0 ? typed : correctWords(catalogue, words, isFiltered);
  const isCorrected = meant.every(({ length }) => length > 0) && !isDeepStrictEqual(meant, typed);
  const { hits, counts } = isCorrected ? findDials(catalogue, { ...query, terms: meant }) : first;
  const { items, next } = cut(hits);
  const dials = await readListed(
    db,
    items.map(({ id }) => id),
    part,
  );
  return {
    items: items.flatMap(({ id }) => dials.get(id) ?? []),
    next,
    counts,
    words: isCorrected ? meant.flat() : words,
  };
}
