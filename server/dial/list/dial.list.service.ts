import { z } from 'zod';
import { type DialRow, type DialSort, MOST_COUNTED, type TabCounts } from '#contract/dial.ts';
import type { ComingDial } from '#contract/dial.ts';
import { COMING_DAYS, comingOf } from '#domain/dial/coming.ts';
import { searchWords } from '#domain/dial/search.ts';
import { STATUS_TABS, type StatusTab } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';
import { cursorMoment, readCursor, writeCursor } from '#server/http/cursor.ts';
import { listComing } from './dial.coming.store.ts';
import { statusKeeper } from '#server/dial/dial.day.service.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import * as store from './dial.list.store.ts';
import { countListed, findLatest, findLists, type Listed } from '#server/dial/dial.search.store.ts';

export type DialFilter = Readonly<{
  q?: string | undefined;
  status?: StatusTab | undefined;
  cob?: string | undefined;
  tag?: string | undefined;
  sort: DialSort;
}>;
type PageOf = Readonly<{ cursor?: string | undefined; limit: number }>;
type Page = Readonly<{ items: readonly DialRow[]; next: string | null; counts: TabCounts }>;
export type DialListService = ReturnType<typeof dialListService>;

const positionOf = { name: z.string(), saved: cursorMoment } as const;
const MOST_WORDS_SEARCHED = 10;
const MOST_SUGGESTED = 1000;
const MAX_COMING = 200;
const DAY_MS = 86_400_000;

export function dialListService({ db, now }: Readonly<{ db: Db; now: () => Date }>) {
  const keepStatuses = statusKeeper(db);
  return {
    async list({ cursor, limit, sort, ...asked }: DialFilter & PageOf): Promise<Page> {
      await keepStatuses(dayOf(now()));
      const filter = toFilter(asked);
      const after = readCursor(z.object({ key: positionOf[sort], id: z.uuid() }), cursor);
      const listed = await findLists(db, filter);
      if (listed === undefined) return { items: [], next: null, counts: tabs(new Map()) };
      const counts = await countTabs(db, filter, listed);
      const found = await findPage(db, { filter, sort, after, limit: limit + 1 }, listed, counts.all);
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

    async coming(): Promise<{ today: string; items: readonly ComingDial[]; more: boolean }> {
      const today = dayOf(now());
      await keepStatuses(today);
      const last = dayOf(new Date(now().getTime() + COMING_DAYS * DAY_MS));
      // Each of them starts or ends on its next day, so that these hold the first of all that starts and ends.
      const rows = await listComing(db, last, MAX_COMING + 1);
      const items = rows.flatMap(({ active_from, active_until, ...dial }) =>
        comingOf({ active_from, active_until }, { today, last }).map((coming) => ({ ...dial, ...coming })),
      );
      const byDay = items.toSorted((a, b) => a.day.localeCompare(b.day) || a.kind.localeCompare(b.kind));
      return { today, items: byDay.slice(0, MAX_COMING), more: byDay.length > MAX_COMING };
    },
  };
}

export function toFilter({ q = '', status, cob, tag }: Omit<DialFilter, 'sort'>): store.ListFilter {
  return { words: searchWords(q).slice(0, MOST_WORDS_SEARCHED), status, cob: cob || undefined, tag: tag || undefined };
}

/** The lists of one thing asked for, and nothing else. */
const isOneThing = ({ lists, inText }: Listed): boolean => lists.length === 1 && inText.length === 0;

/**
 * Many matches are met on the way through the lists of what is asked for, or through all dials where nothing of it is
 * in lists. Few are not; and where many lie together at the end of all dials, they are not either.
 */
export async function findPage(
  db: Db,
  request: store.PageRequest,
  listed: Listed,
  matching: number,
): Promise<store.ListedDial[]> {
  const { filter, sort } = request;
  const isMany = matching > MOST_COUNTED;
  if (sort === 'name' && (isMany || isOneThing(listed))) {
    const read = await findLatest(db, listed, { status: filter.status, later: store.later(request) });
    if (read !== undefined) return store.listPage(db, request, { listed, read });
  }
  const isAll = listed.lists.length + listed.inText.length === 0;
  const met = isAll || isMany ? await store.listPage(db, request, 'walk') : [];
  return isAll || met.length === request.limit ? met : store.listPage(db, request, 'gather');
}

/** Without a filter the exact numbers; with one, each up to one above what is counted. The tab is no filter here. */
async function countTabs(db: Db, { words, cob, tag }: store.ListFilter, listed: Listed): Promise<TabCounts> {
  if (listed.lists.length + listed.inText.length === 0) return tabs(await store.countAll(db));
  const filter = { words, cob, tag };
  const most = MOST_COUNTED + 1;
  const read = await findLatest(db, listed, { later: [] });
  if (read === undefined) return countTabsByText(db, filter, most);
  const found = (await countListed(db, listed, read, most)) ?? (await store.countMatches(db, filter));
  return {
    ...tabs(new Map([...found].map(([status, dials]) => [status, Math.min(dials, most)]))),
    all: Math.min(sum(found), most),
  };
}

async function countTabsByText(db: Db, filter: store.ListFilter, most: number): Promise<TabCounts> {
  const found = await store.countFirst(db, filter, most);
  if (sum(found) < most) return tabs(found);
  const each = await Promise.all(
    STATUS_TABS.map(async (status) => [status, sum(await store.countFirst(db, { ...filter, status }, most))] as const),
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
