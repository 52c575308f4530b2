import type { BucketDialState, BucketVersion, BucketVersionRow, KnownBucketDial } from '#contract/bucket.ts';
import type { Page } from '#contract/page.ts';
import type { classBucketRoutes } from '#contract/class-buckets.ts';
import { Problem } from '#contract/problem.ts';
import type { rolloutRoutes } from '#contract/rollout.ts';
import type { Answer } from '#contract/route.ts';
import type { HighestValues } from '#domain/bucket/unusual.ts';
import { type BucketAddress, bucketObject } from '#domain/event/event.ts';
import { listActions } from '#server/audit/audit.service.ts';
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
import { dayOf } from '#server/dial/dial.row.ts';
import { cursorInteger, cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import type { PartnerService } from '#server/partner/partner.service.ts';
import { findEntries } from './bucket.version.store.ts';
import * as list from './bucket.list.store.ts';
import { readEndings } from './bucket.endings.ts';
import { findHighestValues } from './bucket.highest.ts';
import { listClassDials } from './bucket.highest.store.ts';
import { noSuchBucket } from './bucket.open.ts';
import { notesBy, presentContent, presentVersionRow } from './bucket.present.ts';
import { type BucketHead, findBucket } from './bucket.store.ts';
import { type BucketChanges, type Side, summarise } from './bucket.summary.ts';
import * as versions from './bucket.version.store.ts';

type Options = Readonly<{ db: Db; now: () => Date; partners: PartnerService }>;

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
    endings: (addresses: readonly BucketAddress[], by: string) => readEndings(db, addresses, by),

    dials: (pins: readonly Pin[]): AsyncIterable<KnownBucketDial[]> => readPinnedDials(db, pins, today()),
    dialStates: (pins: readonly Pin[]): Promise<BucketDialState[]> => readPinnedStates(db, pins, today()),
    pick: (filter: PickFilter) => pickDials(db, filter, today()),

    /** Where a dial is used or could be, with the content of its relevant versions. */
    async dialPlaces(dialId: string): Promise<Answer<typeof rolloutRoutes.listDialPlaces>> {
      const newest = await findNewestPublished(db, dialId);
      if (newest === undefined) throw new Problem('not-found', 'There is no published dial of this id.');
      const buckets = await list.listDialPlaces(db, dialId);
      const pinned = buckets.flatMap(({ held: entry, live_version: live }) => [
        entry?.version ?? newest,
        live ?? newest,
      ]);
      const versions = [...new Set([newest, ...pinned])].toSorted((a, b) => a - b);
      const dataOf = await readPinnedData(
        db,
        versions.map((version) => ({ dial_id: dialId, version })),
      );
      return {
        versions: versions.map((version) => ({ version, data: dataOf({ dial_id: dialId, version }) })),
        buckets,
      };
    },

    /** The live lists of a class for all partners, and the values of their dials, in two statements. */
    async ofClass(cob: string): Promise<Answer<typeof classBucketRoutes.listClassBuckets>> {
      const [all, buckets] = await Promise.all([partners.list(), list.listClassBuckets(db, cob)]);
      const pins = buckets.flatMap(({ entries }) => entries);
      return { partners: all, buckets, dials: await readPinnedValues(db, pins) };
    },

    summarise: async (address: BucketAddress, from: Side, to: Side): Promise<BucketChanges> =>
      summarise(db, await headOf(address), from, to),

    async highestValues(address: BucketAddress): Promise<HighestValues> {
      const { id } = await headOf(address);
      return (await findHighestValues(db, [{ bucketId: id, dials: await listClassDials(db, id) }]))(id);
    },

    async versions(address: BucketAddress, { cursor, limit }: Paged): Promise<Page<BucketVersionRow>> {
      const { id } = await headOf(address);
      const below = readCursor(cursorInteger, cursor);
      const found = await versions.listNumbered(db, id, { below, limit: limit + 1 });
      return cutPage(found.map(presentVersionRow), limit, ({ number }) => number);
    },

    async saves(address: BucketAddress, { since, ...paged }: Paged & Readonly<{ since: string }>) {
      await headOf(address);
      const filter = { object: bucketObject(address), action: 'bucket_draft_saved', after: new Date(since) };
      return listActions(db, filter, paged);
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
