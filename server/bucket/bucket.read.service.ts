import { z } from 'zod';
import type {
  BucketDialState,
  BucketRow,
  BucketVersion,
  BucketVersionRow,
  KnownBucketDial,
  Partner,
} from '#contract/bucket.ts';
import type { Page } from '#contract/page.ts';
import type { bucketLayerRoutes } from '#contract/bucket-layers.ts';
import type { classBucketRoutes } from '#contract/class-buckets.ts';
import { Problem } from '#contract/problem.ts';
import type { rolloutRoutes } from '#contract/rollout.ts';
import type { Answer } from '#contract/route.ts';
import { BUCKET_STATUSES, type BucketStatus } from '#domain/bucket/state.ts';
import type { HighestValues } from '#domain/bucket/unusual.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { fold, searchWords } from '#domain/dial/search.ts';
import type { DialValues } from '#domain/value/registry.ts';
import type { Db } from '#server/db/connect.ts';
import {
  loadDialFacts,
  findNewestPublished,
  pickDials,
  type PickFilter,
  type Pin,
  readPinnedData,
  readPinnedDials,
  readPinnedStates,
  readPinnedValues,
} from '#server/dial/dial.pin.service.ts';
import { dayOf, nearDays } from '#server/dial/dial.row.ts';
import { cursorInteger, cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import type { PartnerService } from '#server/partner/partner.service.ts';
import { findEntries } from './bucket.version.store.ts';
import * as list from './bucket.list.store.ts';
import { readLayers } from './bucket.layer.ts';
import { noSuchBucket } from './bucket.open.ts';
import { notesBy, presentContent, presentVersionRow } from './bucket.present.ts';
import { type BucketHead, findBucket } from './bucket.store.ts';
import { type BucketChanges, type Side, summarise } from './bucket.summary.ts';
import * as versions from './bucket.version.store.ts';

type Options = Readonly<{ db: Db; now: () => Date; partners: PartnerService }>;
type BucketListRequest = Paged &
  Readonly<{
    partner?: number | undefined;
    cob?: string | undefined;
    status?: BucketStatus | undefined;
    q?: string | undefined;
  }>;
type StatusCounts = Readonly<Record<'all' | BucketStatus, number>>;

const MAX_WORDS_SEARCHED = 10;
const positionSchema = z.object({ partner: cursorInteger, cob: z.string() });

export function bucketReadService({ db, now, partners }: Options) {
  const today = () => dayOf(now());

  async function headOf(address: BucketAddress): Promise<BucketHead> {
    const head = await findBucket(db, address);
    if (head === undefined) throw noSuchBucket();
    return head;
  }

  async function presentVersion(version: versions.StoredVersion | undefined, missing: string): Promise<BucketVersion> {
    if (version === undefined) throw new Problem('not-found', missing);
    const entries = (await findEntries(db, [version])).get(version.id) ?? [];
    return presentContent({ ...version, entries }, notesBy(await loadDialFacts(db, entries), today()));
  }

  return {
    async list({
      cursor,
      limit,
      q = '',
      ...rest
    }: BucketListRequest): Promise<Page<BucketRow> & { counts: StatusCounts }> {
      const filter = { ...rest, words: searchWords(q).slice(0, MAX_WORDS_SEARCHED).map(wordOf) };
      const found = await list.listPage(db, filter, limit + 1, readCursor(positionSchema, cursor));
      const counts = await list.countStatuses(db, { ...filter, status: undefined });
      return { ...cutPage(found, limit, ({ partner, cob }) => ({ partner, cob })), counts: countsOf(counts) };
    },

    async matrix(): Promise<{ partners: Partner[]; cells: list.Cell[] }> {
      return { partners: await partners.list(), cells: await list.listCells(db) };
    },

    layers: async (): Promise<Answer<typeof bucketLayerRoutes.getBucketLayers>> => ({
      buckets: await readLayers(db, nearDays(now())),
    }),

    dials: (pins: readonly Pin[]): Promise<KnownBucketDial[]> => readPinnedDials(db, pins, today()),
    dialStates: (pins: readonly Pin[]): Promise<BucketDialState[]> => readPinnedStates(db, pins, today()),
    pick: (asked: PickFilter) => pickDials(db, asked, today()),

    /** Where a dial is, and could be; with what each of its versions that matters there says. */
    async dialPlaces(dialId: string): Promise<Answer<typeof rolloutRoutes.listDialPlaces>> {
      const newest = await findNewestPublished(db, dialId);
      if (newest === undefined) throw new Problem('not-found', 'There is no published dial of this id.');
      const buckets = await list.listDialPlaces(db, dialId);
      const held = buckets.flatMap(({ held: entry, live_version: live }) => [entry?.version ?? newest, live ?? newest]);
      const versions = [...new Set([newest, ...held])].toSorted((a, b) => a - b);
      const dataOf = await readPinnedData(
        db,
        versions.map((version) => ({ dial_id: dialId, version })),
      );
      return {
        versions: versions.map((version) => ({ version, data: dataOf({ dial_id: dialId, version }) })),
        buckets,
      };
    },

    /** The live lists of a class for all partners, in one statement, and what their dials set in another. */
    async ofClass(cob: string): Promise<Answer<typeof classBucketRoutes.listClassBuckets>> {
      const [all, buckets] = await Promise.all([partners.list(), list.listClassBuckets(db, cob)]);
      const pins = buckets.flatMap(({ entries }) => entries);
      return { partners: all, buckets, dials: await readPinnedValues(db, pins) };
    },

    summarise: async (address: BucketAddress, from: Side, to: Side): Promise<BucketChanges> =>
      summarise(db, await headOf(address), from, to),

    async highestValues(address: BucketAddress): Promise<HighestValues> {
      const rows = await list.listHighest(db, (await headOf(address)).id, address.cob);
      const valuesOf = (id: string | null): DialValues =>
        Object.fromEntries(rows.filter(({ dial_id }) => dial_id === id).map(({ key, highest }) => [key, highest]));
      const dials = [...new Set(rows.flatMap(({ dial_id }) => dial_id ?? []))];
      return { of_class: valuesOf(null), of_dials: dials.map((dial_id) => ({ dial_id, values: valuesOf(dial_id) })) };
    },

    async versions(address: BucketAddress, { cursor, limit }: Paged): Promise<Page<BucketVersionRow>> {
      const { id } = await headOf(address);
      const below = readCursor(cursorInteger, cursor);
      const found = await versions.listNumbered(db, id, { below, limit: limit + 1 });
      return cutPage(found.map(presentVersionRow), limit, ({ number }) => number);
    },

    async version(address: BucketAddress, number: number): Promise<BucketVersion> {
      const { id } = await headOf(address);
      return presentVersion(await versions.findNumber(db, id, number), `This bucket has no version ${number}.`);
    },

    async asOf(address: BucketAddress, at: string): Promise<BucketVersion> {
      const { id } = await headOf(address);
      const found = await versions.findAsOf(db, id, new Date(at));
      return presentVersion(found, 'There was no such bucket at that moment.');
    },
  };
}

/** A word finds a bucket by the name of its class, or by the number or name of its partner. */
const wordOf = (text: string): list.Word => ({
  text,
  classes: CLASSES.filter(({ label }) => fold(label).includes(text)).map(({ slug }) => slug),
});

function countsOf(found: ReadonlyMap<BucketStatus, number>): StatusCounts {
  const of = (status: BucketStatus) => found.get(status) ?? 0;
  const all = BUCKET_STATUSES.reduce((sum, status) => sum + of(status), 0);
  return { all, active: of('active'), draft: of('draft'), pending_review: of('pending_review') };
}
