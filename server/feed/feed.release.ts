import type { BucketEntries } from '#domain/bucket/entry.ts';
import { type BucketAddress, type DomainEvent, readBucketId } from '#domain/event/event.ts';
import { changesOf, type ReleaseChange } from '#domain/feed/change.ts';
import { writePack } from '#domain/feed/conformance.ts';
import { describeDimensions, writeDocument } from '#domain/feed/document.ts';
import { channelsAfter } from '#domain/feed/effect.ts';
import { BEFORE_DAYS, type Channel, CHANNELS, FEED_FORMAT, type ReleaseBucket } from '#domain/feed/release.ts';
import { findEntries } from '#server/bucket/bucket.version.service.ts';
import { notify } from '#server/db/listen.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import { readPinnedData } from '#server/dial/dial.pin.service.ts';
import { type LoadSigners, sha256 } from './feed.key.ts';
import * as store from './feed.store.ts';

/** Where servers hear of new releases and of engines that changed. */
export const FEED_CHANNEL = 'lineslip_feed';
export type FeedMessage = Readonly<{ channel: Channel; sequence: number }> | Readonly<{ engine: string }>;
export const announceFeed = (trx: Db, message: FeedMessage): Promise<void> =>
  notify(trx, FEED_CHANNEL, [JSON.stringify(message)]);

const DAY_MS = 86_400_000;
const PACK = writePack();
const MEANING = { conformance: sha256(PACK), dimensions: sha256(describeDimensions()) };
const NO_CHANGE: ReleaseChange = { total: 0, buckets: [] };

type Occasion = Readonly<{ channels: readonly Channel[]; buckets: store.Changed; changed: ReleaseChange; at: Date }>;
type Options = Readonly<{ signers: LoadSigners; alarmSeconds: number }>;
export type ReleaseWriter = ReturnType<typeof releaseWriter>;

/** Writes releases inside the transaction of the change that makes them necessary. */
export function releaseWriter({ signers, alarmSeconds }: Options) {
  async function write(trx: Trx, { channels, buckets, changed, at }: Occasion): Promise<void> {
    if (channels.length === 0) return;
    // Locked first: the state read after it contains every earlier release.
    const heads = new Map<Channel, Awaited<ReturnType<typeof store.lockHead>>>();
    for (const channel of channels) heads.set(channel, await store.lockHead(trx, channel));
    await refresh(trx, buckets, at);
    const signing = await signers();
    for (const [channel, head] of heads) {
      const list = await store.readBuckets(trx, channel);
      const state = { format: FEED_FORMAT, channel, alarm_after_seconds: alarmSeconds, meaning: MEANING };
      const state_hash = sha256(JSON.stringify(state) + list);
      if (state_hash === head.state_hash) continue;
      const sequence = head.sequence + 1;
      const { key, sign } = signing[channel];
      const release = { ...state, sequence, previous: head.hash, issued_at: at.toISOString() };
      // The buckets are JSON already.
      const jws = sign(`${JSON.stringify(release).slice(0, -1)},"buckets":${list}}`);
      const hash = sha256(jws);
      await store.insertRelease(trx, { channel, sequence, hash, state_hash, key, issued_at: at, changed, jws });
      await announceFeed(trx, { channel, sequence });
    }
  }

  return {
    /** After the events of a change: one release in each channel that they alter. */
    afterEvents: (trx: Trx, events: readonly DomainEvent[], at: Date): Promise<void> =>
      write(trx, {
        channels: channelsAfter(events.map(({ action }) => action)),
        buckets: bucketsIn(events),
        changed: changesOf(events),
        at,
      }),

    /** At start: the first release, or one for a change of the product itself, like a new dimension. */
    atStart: (db: Db, at: Date): Promise<void> =>
      transaction(db, async (trx) => {
        await store.insertDocuments(trx, new Map([[MEANING.conformance, PACK]]), []);
        await write(trx, { channels: CHANNELS, buckets: 'all', changed: NO_CHANGE, at });
      }),
  };
}

const bucketsIn = (events: readonly DomainEvent[]): BucketAddress[] =>
  [...new Set(events.flatMap(({ object }) => (object.type === 'bucket' ? [object.id] : [])))].map(readBucketId);

/** Writes what releases say about these buckets. */
async function refresh(trx: Trx, buckets: store.Changed, at: Date): Promise<void> {
  const since = new Date(at.getTime() - BEFORE_DAYS * DAY_MS);
  const rows = await withDocuments(trx, await store.readState(trx, buckets, { now: at, since }));
  await store.putBuckets(
    trx,
    rows.map((row) => ({
      bucket_id: row.bucket_id,
      partner: row.partner,
      cob: row.cob,
      production: JSON.stringify(bucketOf(row, 'production')),
      candidate: JSON.stringify(bucketOf(row, 'candidate')),
      refresh_at: row.before_id === null ? null : new Date(row.live_at.getTime() + BEFORE_DAYS * DAY_MS + 1),
    })),
  );
}

type Complete = store.StateRow & Readonly<{ document: string }>;

/** Writes the documents that no release has named yet. */
async function withDocuments(trx: Trx, rows: readonly store.StateRow[]): Promise<Complete[]> {
  const missing = (pick: (row: store.StateRow) => readonly [string | null, string | null]) =>
    rows.flatMap((row) => {
      const [id, document] = pick(row);
      return id !== null && document === null ? [id] : [];
    });
  const versions = [
    ...missing((row) => [row.version_id, row.document]),
    ...missing((row) => [row.before_id, row.before_document]),
  ];
  const rounds = [
    ...missing((row) => [row.next_id, row.next_document]),
    ...missing((row) => [row.open_id, row.open_document]),
  ];
  const written = await writeDocuments(
    trx,
    new Map([
      ...(await findEntries(
        trx,
        versions.map((id) => ({ id })),
      )),
      ...(await store.findRoundContents(trx, rounds)),
    ]),
  );
  const find = (id: string | null, document: string | null) =>
    document ?? (id === null ? null : (written.get(id) ?? null));
  return rows.map((row) => {
    const document = find(row.version_id, row.document);
    if (document === null) throw new Error(`The version ${row.version_id} has no document.`);
    return {
      ...row,
      document,
      before_document: find(row.before_id, row.before_document),
      next_document: find(row.next_id, row.next_document),
      open_document: find(row.open_id, row.open_document),
    };
  });
}

async function writeDocuments(
  trx: Trx,
  contents: ReadonlyMap<string, BucketEntries>,
): Promise<ReadonlyMap<string, string>> {
  if (contents.size === 0) return new Map();
  const dataOf = await readPinnedData(trx, [...contents.values()].flat());
  const written = [...contents].map(([source_id, entries]) => {
    const text = writeDocument(entries, dataOf);
    return { source_id, text, document: sha256(text) };
  });
  await store.insertDocuments(
    trx,
    new Map(written.map(({ document, text }) => [document, text])),
    written.map(({ source_id, document }) => ({ source_id, document })),
  );
  return new Map(written.map(({ source_id, document }) => [source_id, document]));
}

function bucketOf(row: Complete, channel: Channel): ReleaseBucket {
  const { partner, cob, version, document, before_version, before_document } = row;
  const { next_from, next_approved, next_document, submitted, open_document } = row;
  const common = { partner, cob, appetite: Number(row.appetite), stopped: row.is_stopped };
  // The draft under review takes the place of the live version; a draft has one of the two rounds.
  if (channel === 'candidate' && submitted !== null && open_document !== null)
    return {
      ...common,
      stopped: row.is_stopped && !row.restarts,
      version: version + 1,
      document: open_document,
      approved: null,
      submitted,
    };
  return {
    ...common,
    version,
    document,
    approved: row.approved,
    ...(before_version !== null &&
      before_document !== null && { before: { version: before_version, document: before_document } }),
    ...(next_from !== null &&
      next_approved !== null &&
      next_document !== null && {
        next: { version: version + 1, document: next_document, from: next_from, approved: next_approved },
      }),
  };
}
