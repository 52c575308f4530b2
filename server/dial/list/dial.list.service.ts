import type { ComingDial, DialRow, TabCounts } from '#contract/dial.ts';
import { COMING_DAYS, comingOf, type DialStatus, type StatusTab } from '#domain/dial/status.ts';
import { type DialSort, MAX_COUNTED } from '#domain/dial/list.ts';
import type { Db } from '#server/db/connect.ts';
import { statusKeeper } from '#server/dial/dial.day.service.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { pageThrough, searchDials, sum } from '#server/dial/dial.search.ts';
import * as store from './dial.list.store.ts';

export type DialFilter = Readonly<{
  q?: string | undefined;
  status?: StatusTab | undefined;
  cob?: string | undefined;
  tag?: string | undefined;
  sort: DialSort;
}>;
type PageOf = Readonly<{ cursor?: string | undefined; limit: number }>;
type Page = Readonly<{
  items: readonly DialRow[];
  next: string | null;
  counts: TabCounts;
  words: readonly string[];
}>;

const MAX_SUGGESTED = 1000;
const MAX_COMING = 200;
const DAY_MS = 86_400_000;

export function dialListService({ db, now }: Readonly<{ db: Db; now: () => Date }>) {
  const keepStatuses = statusKeeper(db);
  return {
    async list({ cursor, limit, sort, ...filter }: DialFilter & PageOf): Promise<Page> {
      await keepStatuses(dayOf(now()));
      const found = await searchDials(db, filter);
      const { ids, next } = await pageThrough(db, found, { sort, cursor, limit });
      const items = (await store.readRows(db, ids)).map(({ row }) => row);
      const counts = found.counts ? cap(found.counts) : tabs(await store.countAll(db));
      return { items, next, counts, words: found.words };
    },

    async words(): Promise<{ tags: string[]; authors: string[] }> {
      return {
        tags: await store.listWords(db, 'tags', MAX_SUGGESTED),
        authors: await store.listWords(db, 'authors', MAX_SUGGESTED),
      };
    },

    async coming(): Promise<{ today: string; items: readonly ComingDial[]; more: boolean }> {
      const today = dayOf(now());
      await keepStatuses(today);
      const last = dayOf(new Date(now().getTime() + COMING_DAYS * DAY_MS));
      // Each of them starts or ends on its next day, so that these hold the first of all that starts and ends.
      const rows = await store.listComing(db, last, MAX_COMING + 1);
      const items = rows.flatMap(({ active_from, active_until, ...dial }) =>
        comingOf({ active_from, active_until }, { today, last }).map((coming) => ({ ...dial, ...coming })),
      );
      const byDay = items.toSorted((a, b) => a.day.localeCompare(b.day) || a.kind.localeCompare(b.kind));
      return { today, items: byDay.slice(0, MAX_COMING), more: byDay.length > MAX_COMING };
    },
  };
}

/** Of a filtered list each count stops one above what is counted. */
function cap(found: ReadonlyMap<DialStatus, number>): TabCounts {
  const counts = tabs(found);
  return { ...counts, all: Math.min(counts.all, MAX_COUNTED + 1) };
}

function tabs(found: ReadonlyMap<DialStatus, number>): TabCounts {
  const of = (status: StatusTab) => found.get(status) ?? 0;
  return {
    all: sum(found),
    draft: of('draft'),
    expired: of('expired'),
    ready: of('ready'),
    upcoming: of('upcoming'),
  };
}
