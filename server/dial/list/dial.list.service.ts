import type { ComingDial, DialRow, TabCounts } from '#contract/dial.ts';
import { comingOf, type StatusTab } from '#domain/dial/status.ts';
import { isForEveryClass } from '#domain/dial/fit.ts';
import { mayEditDial } from '#domain/dial/policy.ts';
import { holds } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { type DialSort, MAX_COUNTED } from '#domain/dial/list.ts';
import type { Db } from '#server/db/connect.ts';
import { findDatas } from '#server/dial/dial.store.ts';
import { nearDays } from '#server/dial/dial.row.ts';
import { type ListedDial, searchDials } from '#server/dial/dial.search.ts';
import { listWords, type TabHits } from '#domain/dial/find.ts';
import { catalogueOf, computeOnce } from '#server/dial/dial.catalogue.ts';
import * as store from './dial.list.store.ts';

export { compactCounts, listOwnDrafts } from './dial.list.store.ts';

export type DialFilter = Readonly<{
  q?: string | undefined;
  status?: StatusTab | undefined;
  cob?: string | undefined;
  tag?: string | undefined;
  author?: string | undefined;
  only?: ReadonlySet<string> | undefined;
  sort: DialSort;
}>;
type PageOf = Readonly<{ cursor?: string | undefined; limit: number }>;
type Page = Readonly<{
  items: readonly DialRow[];
  next: string | null;
  counts: TabCounts;
  words: readonly string[];
}>;

type Row = ListedDial<'scope'>;

const MAX_SUGGESTED = 1000;
const MAX_COMING = 200;

type Words = Readonly<{ tags: readonly string[]; authors: readonly string[] }>;
const wordsOf = computeOnce((catalogue): Words => ({
  tags: listWords(catalogue, 'tags', MAX_SUGGESTED),
  authors: listWords(catalogue, 'authors', MAX_SUGGESTED),
}));

export function dialListService({ db, now }: Readonly<{ db: Db; now: () => Date }>) {
  return {
    async list(actor: Actor, { cursor, limit, ...filter }: DialFilter & PageOf): Promise<Page> {
      const { items, next, counts, words } = await searchDials(db, filter, { cursor, limit, part: 'scope' });
      const tabs = counts ? tabsOf(counts, MAX_COUNTED + 1) : tabsOf(await store.countAll(db));
      const isEditable = await editableRows(db, actor, items);
      return { items: items.map((hit) => rowOf(hit, isEditable(hit))), next, counts: tabs, words };
    },

    words: async (): Promise<Words> => wordsOf(await catalogueOf(db)()),

    async coming(): Promise<{ today: string; items: readonly ComingDial[]; more: boolean }> {
      const near = nearDays(now());
      // Ordered by next status change, so the first rows contain the earliest starts and ends.
      const rows = await store.listComing(db, near.last, MAX_COMING + 1);
      const items = rows.flatMap(({ active_from, active_until, ...dial }) =>
        comingOf({ active_from, active_until }, near).map((coming) => ({ ...dial, ...coming })),
      );
      const byDay = items.toSorted((a, b) => a.day.localeCompare(b.day) || a.kind.localeCompare(b.kind));
      return { today: near.today, items: byDay.slice(0, MAX_COMING), more: byDay.length > MAX_COMING };
    },
  };
}

/** Reads the drafts' creators only for callers who may not change all of them. */
async function editableRows(db: Db, actor: Actor, hits: readonly Row[]): Promise<(hit: Row) => boolean> {
  const { dials } = actor.permissions;
  if (holds(dials, 'edit') || !holds(dials, 'create')) return () => holds(dials, 'edit');
  const withDraft = hits.filter(({ draft_version }) => draft_version !== null).map(({ id }) => id);
  const drafts = new Map((await findDatas(db, withDraft)).map((data) => [`${data.id} ${data.version}`, data]));
  return ({ id, draft_version }) => mayEditDial(actor, drafts.get(`${id} ${draft_version}`) ?? null);
}

const rowOf = ({ data, published_version, draft_version, ...dial }: Row, editable: boolean): DialRow => ({
  id: dial.id,
  name: dial.name,
  tags: dial.tags,
  status: dial.status,
  version: dial.version,
  draft_version: published_version === null ? null : draft_version,
  active_from: dial.active_from,
  active_until: dial.active_until,
  bucket_count: dial.bucket_count,
  in_live_bucket: dial.in_live_bucket,
  for_every_class: isForEveryClass(dial.classes),
  editable,
  dimensions: data.dimensions,
  journeys: data.journeys,
  values: data.values,
});

function tabsOf({ all, of }: TabHits, max = Infinity): TabCounts {
  const capped = (tab: StatusTab) => Math.min(of.get(tab) ?? 0, max);
  return {
    all: Math.min(all, max),
    active: capped('active'),
    draft: capped('draft'),
    expired: capped('expired'),
    ready: capped('ready'),
    upcoming: capped('upcoming'),
  };
}
