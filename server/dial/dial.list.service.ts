import { z } from 'zod';
import { type DialRow, type DialSort, MOST_COUNTED, type TabCounts } from '#contract/dial.ts';
import { searchWords } from '#domain/dial/search.ts';
import { STATUS_TABS, type StatusTab } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';
import { readCursor, writeCursor } from '#server/http/cursor.ts';
import { statusKeeper } from './dial.day.service.ts';
import { dayOf } from './dial.row.ts';
import * as store from './dial.list.store.ts';

export type DialFilter = Readonly<{
  q?: string | undefined;
  status?: StatusTab | undefined;
  cob?: string | undefined;
  tag?: string | undefined;
  sort: DialSort;
}>;
type PageOf = Readonly<{ cursor?: string | undefined; limit: number }>;
type Listed = Readonly<{ items: readonly DialRow[]; next: string | null; counts: TabCounts }>;
export type DialListService = ReturnType<typeof dialListService>;

const positionOf = { name: z.string(), saved: z.iso.datetime() } as const;
const MOST_WORDS_SEARCHED = 10;
const MOST_SUGGESTED = 1000;

export function dialListService({ db, now }: Readonly<{ db: Db; now: () => Date }>) {
  const keepStatuses = statusKeeper(db);
  return {
    async list({ cursor, limit, sort, ...asked }: DialFilter & PageOf): Promise<Listed> {
      await keepStatuses(dayOf(now()));
      const filter = toFilter(asked);
      const after = readCursor(z.object({ key: positionOf[sort], id: z.uuid() }), cursor);
      const counts = await countTabs(db, filter);
      const found = await findPage(db, { filter, sort, after, limit: limit + 1 }, counts.all);
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const next = found.length > limit && last ? writeCursor(last.position) : null;
      return { items: page.map(({ row }) => row), next, counts };
    },

    async words(): Promise<{ tags: string[]; authors: string[] }> {
      return {
        tags: await store.listWords(db, 'tag', MOST_SUGGESTED),
        authors: await store.listWords(db, 'author', MOST_SUGGESTED),
      };
    },
  };
}

export function toFilter({ q = '', status, cob, tag }: Omit<DialFilter, 'sort'>): store.ListFilter {
  return { words: searchWords(q).slice(0, MOST_WORDS_SEARCHED), status, cob: cob || undefined, tag: tag || undefined };
}

/** Many matches are met on the way, few are not; and where many lie together at the end, they are not either. */
async function findPage(db: Db, request: store.PageRequest, matching: number): Promise<store.ListedDial[]> {
  if (store.isStream(request.filter, request.sort)) return store.listPage(db, request, 'stream');
  const met = matching > MOST_COUNTED ? await store.listPage(db, request, 'walk') : [];
  return met.length === request.limit ? met : store.listPage(db, request, 'gather');
}

/** Without a filter the exact numbers; with one, each up to one above what is counted. The tab is no filter here. */
async function countTabs(db: Db, { words, cob, tag }: store.ListFilter): Promise<TabCounts> {
  const filter = { words, cob, tag };
  const isFiltered = filter.words.length > 0 || filter.cob !== undefined || filter.tag !== undefined;
  if (!isFiltered) return tabs(await store.countAll(db));
  const most = MOST_COUNTED + 1;
  const found = await store.countMatches(db, filter, most);
  if (sum(found) < most) return tabs(found);
  const each = await Promise.all(
    STATUS_TABS.map(
      async (status) => [status, sum(await store.countMatches(db, { ...filter, status }, most))] as const,
    ),
  );
  return { ...tabs(new Map(each)), all: most };
}

const sum = (found: ReadonlyMap<string, number>): number => [...found.values()].reduce((total, of) => total + of, 0);

function tabs(found: ReadonlyMap<string, number>): TabCounts {
  const of = (status: StatusTab) => found.get(status) ?? 0;
  return {
    all: sum(found),
    draft: of('draft'),
    expired: of('expired'),
    ready: of('ready'),
    upcoming: of('upcoming'),
  };
}
