import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Page } from '#contract/page.ts';
import { type DialSort, MAX_COUNTED } from '#domain/dial/list.ts';
import { searchWords } from '#domain/dial/search.ts';
import type { DialStatus } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';
import { cursorMoment, cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import { type Condition, EVERY_DIAL, withTag } from './dial.condition.store.ts';
import * as store from './dial.search.store.ts';
import type { TabHits } from './dial.tab.ts';

export type { Hit } from './dial.search.store.ts';

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
  sort?: DialSort | undefined;
}>;

type Asked<P extends store.Part> = Paged & Readonly<{ part: P; where?: readonly Condition[] }>;
/** One page of dials, and on which tab how many are found, which is not told where all are wanted. */
type FoundPage<P extends store.Part> = Page<store.Hit<P>> &
  Readonly<{
    counts: TabHits | undefined;
    /** What was searched for. */
    words: readonly string[];
  }>;

/**
 * One page of what a filter wants: dials of a class before those for every class, and in a search by name the best hits
 * first. A search that finds nothing is tried once more with its mistyped words put right.
 */
export async function searchDials<P extends store.Part>(
  db: Db,
  { q = '', status, cob, tag, sort = 'name' }: Filter,
  { where = EVERY_DIAL, cursor, limit, part }: Asked<P>,
): Promise<FoundPage<P>> {
  const words = searchWords(q).slice(0, MAX_WORDS_SEARCHED);
  const conditions = tag ? [...where, withTag(tag)] : where;
  const terms = words.map((word) => [word]);
  const order = { after: readCursor(positions[sort], cursor), limit: limit + 1, sort, part };
  const search = { terms, where: conditions, status, cob: cob || undefined, ...order };
  const pageOf = (hits: store.Hit<P>[]) => cutPage(hits, limit, ({ rank, key, id }) => ({ rank, key, id }));
  if (words.length + conditions.length === 0 && search.cob === undefined)
    return { ...pageOf(await store.walkPage(db, search)), counts: undefined, words };
  const { hits, counts } = await findPage(db, search);
  if (words.length === 0 || counts.all > 0) return { ...pageOf(hits), counts, words };
  const corrected = await Promise.all(words.map((word) => store.correctWord(db, word)));
  const isHopeless = isDeepStrictEqual(corrected, terms) || corrected.some(({ length }) => length === 0);
  if (isHopeless) return { ...pageOf(hits), counts, words };
  const second = await findPage(db, { ...search, terms: corrected });
  return { ...pageOf(second.hits), counts: second.counts, words: corrected.flat() };
}

/** A look at some dials tells which way costs less: to gather what is wanted, or to walk through all until it is met. */
async function findPage<P extends store.Part>(db: Db, search: store.Search<P>): Promise<store.Gathered<P>> {
  const areFew = (await store.estimateHits(db, search)) < store.MAX_GATHERED;
  const gathered = areFew ? await store.gatherPage(db, search) : undefined;
  if (gathered) return gathered;
  const [counts, shares] = [await store.countMany(db, search, MAX_COUNTED + 1), await store.sampleRanks(db, search)];
  const isRareOnTab = search.status !== undefined && (counts.of.get(search.status) ?? 0) <= MAX_COUNTED;
  return { counts, hits: await store.walkPage(db, search, isRareOnTab ? undefined : shares) };
}
