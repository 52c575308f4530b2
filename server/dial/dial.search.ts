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
import { type ListedDial, listPage, type DataPart, readListed } from './dial.search.store.ts';

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
  /** Only these dials. */
  only?: ReadonlySet<string> | undefined;
  sort?: DialSort | undefined;
}>;
type SearchRequest<P extends DataPart> = Paged & Readonly<{ part: P; matches?: (dial: CatalogueEntry) => boolean }>;
type FoundPage<P extends DataPart> = Page<ListedDial<P>> &
  Readonly<{
    /** The number of hits per tab; undefined if there is no filter. */
    counts: TabHits | undefined;
    /** The search terms. */
    words: readonly string[];
  }>;

/** Published and not expired: can be added to a bucket. */
export const isPickable =
  (today: string) =>
  ({ is_published, active_until }: CatalogueEntry): boolean =>
    is_published && (active_until === null || active_until > today);

/**
 * One page of the results: dials of a class before those for every class, and for a name search the best hits first. A
 * search without hits is repeated once with its typing errors corrected.
 */
export async function searchDials<P extends DataPart>(
  db: Db,
  { q = '', status, cob, tag, author, only, sort = 'name' }: Filter,
  { matches, cursor, limit, part }: SearchRequest<P>,
): Promise<FoundPage<P>> {
  const words = searchWords(q).slice(0, MAX_WORDS_SEARCHED);
  const page = { status, sort, after: readCursor(positions[sort], cursor), limit: limit + 1 };
  const cut = <D extends Position>(dials: readonly D[]) =>
    cutPage(dials, limit, ({ rank, key, id }) => ({ rank, key, id }));
  const isFiltered = Boolean(tag) || Boolean(author) || Boolean(cob) || Boolean(only) || matches !== undefined;
  if (q.trim() === '' && !isFiltered)
    return { ...cut(await listPage(db, { ...page, part })), counts: undefined, words };

  const catalogue = await catalogueOf(db)();
  const query = {
    tag: tag || undefined,
    author: author || undefined,
    cob: cob || undefined,
    matches: only === undefined ? matches : (dial: CatalogueEntry) => only.has(dial.id) && matches?.(dial) !== false,
    ...page,
  };
  // Nothing has the term without a word: there is no letter or digit in it.
  const typed = words.length === 0 && q.trim() !== '' ? [[]] : words.map((word) => [word]);
  const first = findDials(catalogue, { ...query, terms: typed });
  const corrected = first.counts.all > 0 || words.length === 0 ? typed : correctWords(catalogue, words, isFiltered);
  const hasCorrections = corrected.every(({ length }) => length > 0) && !isDeepStrictEqual(corrected, typed);
  const { hits, counts } = hasCorrections ? findDials(catalogue, { ...query, terms: corrected }) : first;
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
    words: hasCorrections ? corrected.flat() : words,
  };
}
