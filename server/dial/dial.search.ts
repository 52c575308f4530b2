import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Page } from '#contract/page.ts';
import { type DialSort, MAX_COUNTED } from '#domain/dial/list.ts';
import { searchWords } from '#domain/dial/search.ts';
import type { DialStatus } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';
import { cursorMoment, cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import * as store from './dial.search.store.ts';

const MAX_WORDS_SEARCHED = 10;
const MAX_HITS_COUNTED = MAX_COUNTED + 1;
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
  sort?: DialSort | undefined;
}>;

/** The dials that a filter wants, and how many they are, which is not told where all are wanted. */
export type Found = Readonly<{
  wanted: store.DialQuery;
  counts: store.Counts | undefined;
  /** What was searched for. */
  words: readonly string[];
}>;

/** A search that finds nothing is tried once more with its mistyped words put right. */
export async function searchDials(
  db: Db,
  { q = '', status, cob, tag, sort = 'name' }: Filter,
  where = store.EVERY_DIAL,
): Promise<Found> {
  const words = searchWords(q).slice(0, MAX_WORDS_SEARCHED);
  const filters = tag ? [...where, store.withTag(tag)] : where;
  const wanted = { terms: words.map((word) => [word]), where: filters, status, cob: cob || undefined, sort };
  if (words.length + filters.length === 0 && wanted.cob === undefined) return { wanted, counts: undefined, words };
  const counts = await store.countHits(db, wanted, MAX_HITS_COUNTED);
  if (words.length === 0 || counts.all > 0) return { wanted, counts, words };
  const terms = await Promise.all(words.map((word) => store.correctWord(db, word)));
  const corrected = { ...wanted, terms };
  const isKnown = isDeepStrictEqual(terms, wanted.terms);
  if (isKnown || terms.some(({ length }) => length === 0)) return { wanted, counts, words };
  return { wanted: corrected, counts: await store.countHits(db, corrected, MAX_HITS_COUNTED), words: terms.flat() };
}

export type { Hit } from './dial.search.store.ts';

/** One page of what was found: of a class before those for every class, and in a search by name the best hits first. */
export async function pageThrough<P extends store.Part>(
  db: Db,
  { wanted, counts }: Found,
  { cursor, limit, part }: Paged & Readonly<{ part: P }>,
): Promise<Page<store.Hit<P>>> {
  const after = readCursor(positions[wanted.sort], cursor);
  const areFew = wanted.status !== undefined && (counts?.of.get(wanted.status) ?? 0) <= MAX_COUNTED;
  const search = { ...wanted, after, limit: limit + 1, part };
  const hits = await store.findHits(db, search, areFew ? undefined : counts?.shares);
  return cutPage(hits, limit, ({ rank, key, id }) => ({ rank, key, id }));
}
