import type { BucketEntries } from '#domain/bucket/entry.ts';
import { type BucketAddress, type DomainEvent, readBucketId } from '#domain/event/event.ts';
import { changesOf, type ReleaseChange } from '#domain/feed/change.ts';
import { writePack } from '#domain/feed/conformance.ts';
import { describeDimensions, writeDocument } from '#domain/feed/document.ts';
import { channelsAfter } from '#domain/feed/effect.ts';
import { type Channel, CHANNELS, FEED_FORMAT, type ReleaseBucket } from '#domain/feed/release.ts';
import { BEFORE_DAYS } from '#domain/practice/expected.ts';
import { findEntries } from '#server/bucket/bucket.version.service.ts';
import { notify } from '#server/db/listen.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import { readPinnedData } from '#server/dial/dial.pin.service.ts';
import { setAsideCounts } from './decision.store.ts';
import { type LoadSigners, sha256 } from './feed.key.ts';
import * as store from './feed.store.ts';

/** Where servers hear of new releases and of engines that changed. */
export const FEED_CHANNEL = 'lineslip_feed';
export type FeedMessage = Readonly<{ channel: Channel; sequence: number }> | Readonly<{ engine: string }>;
export const announceFeed = (trx: Db, message: FeedMessage): Promise<void> =>
  notify(trx, FEED_CHANNEL, [JSON.stringify(message)]);

const DAY_MS = 86_400_000;
const PACK = writePack();
const DIMENSIONS = describeDimensions();
const MEANING = { conformance: sha256(PACK), dimensions: sha256(DIMENSIONS) };
const MEANING_TEXTS = new Map([
  [MEANING.conformance, PACK],
  [MEANING.dimensions, DIMENSIONS],
]);
const NO_CHANGE: ReleaseChange = { total: 0, buckets: [] };

type Occasion = Readonly<{ channels: readonly Channel[]; buckets: store.Changed; changed: ReleaseChange; at: Date }>;
type Options = Readonly<{ signers: LoadSigners; alarmSeconds: number }>;

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
    afterEvents: async (trx: Trx, events: readonly DomainEvent[], at: Date): Promise<void> => {
      await setAsideCounts(trx, bucketsIn(events.filter(({ action }) => action === 'bucket_called_off')));
      await write(trx, {
        channels: channelsAfter(events.map(({ action }) => action)),
        buckets: bucketsIn(events),
        changed: changesOf(events),
        at,
      });
    },

    /** At start: the first release, or one for a change of the product itself, like a new dimension. */
    atStart: (db: Db, at: Date): Promise<void> =>
      transaction(db, async (trx) => {
        await store.insertDocuments(trx, MEANING_TEXTS, []);
        await write(trx, { channels: CHANNELS, buckets: 'all', changed: NO_CHANGE, at });
      }),
  };
}

const bucketsIn = (events: readonly DomainEvent[]): BucketAddress[] =>
  [...new Set(events.flatMap(({ object }) => (object.type === 'bucket' ? [object.id] : [])))].map(readBucketId);

/** Writes what releases say about these buckets. */
async function refresh(trx: Trx, buckets: store.Changed, at: Date): Promise<void> {
  const state = await store.readState(trx, buckets, { now: at, since: new Date(at.getTime() - BEFORE_DAYS * DAY_MS) });
  const documentOf = await ensureDocuments(trx, state);
  const before = new Map(state.before.map((row) => [row.bucket_id, row]));
  const rounds = Map.groupBy(state.rounds, ({ bucket_id }) => bucket_id);
  await store.putBuckets(
    trx,
    state.live.map((live) => {
      const own = rounds.get(live.bucket_id) ?? [];
      const facts = {
        live,
        before: before.get(live.bucket_id),
        next: own.find(({ from }) => from !== null),
        open: own.find(({ from }) => from === null),
      };
      return {
        bucket_id: live.bucket_id,
        partner: live.partner,
        cob: live.cob,
        production: JSON.stringify(bucketOf(facts, documentOf)),
        candidate: JSON.stringify(candidateOf(facts, documentOf)),
        refresh_at: facts.before === undefined ? null : new Date(live.live_at.getTime() + BEFORE_DAYS * DAY_MS + 1),
      };
    }),
  );
}

/**
 * Documents whose content is held in memory at the same time: the first release of a large book has thousands. More than
 * the largest set changes.
 */
const WRITTEN_AT_ONCE = 200;

type DocumentOf = (row: Readonly<{ source_id: string; document: string | null }>) => string;

/** Writes the documents that no release has named yet. */
async function ensureDocuments(trx: Trx, { live, before, rounds }: store.StateRows): Promise<DocumentOf> {
  const missing = (rows: readonly Readonly<{ source_id: string; document: string | null }>[]) =>
    rows.filter(({ document }) => document === null).map(({ source_id }) => source_id);
  const written = new Map<string, string>();
  const write = async (
    sources: readonly string[],
    read: (ids: string[]) => Promise<ReadonlyMap<string, BucketEntries>>,
  ) => {
    for (let start = 0; start < sources.length; start += WRITTEN_AT_ONCE)
      for (const [source, document] of await writeDocuments(
        trx,
        await read(sources.slice(start, start + WRITTEN_AT_ONCE)),
      ))
        written.set(source, document);
  };
  await write(missing([...live, ...before]), (ids) =>
    findEntries(
      trx,
      ids.map((id) => ({ id })),
    ),
  );
  await write(missing(rounds), (ids) => store.findRoundContents(trx, ids));
  return ({ source_id, document }) => {
    const found = document ?? written.get(source_id);
    if (found === undefined) throw new Error(`There is no content of ${source_id}.`);
    return found;
  };
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

type BucketFacts = Readonly<{
  live: store.LiveRow;
  before: store.BeforeRow | undefined;
  next: store.RoundRow | undefined;
  open: store.RoundRow | undefined;
}>;

function bucketOf({ live, before, next }: BucketFacts, documentOf: DocumentOf): ReleaseBucket {
  const { partner, cob, version, approved } = live;
  return {
    partner,
    cob,
    appetite: Number(live.appetite),
    stopped: live.is_stopped,
    version,
    document: documentOf(live),
    approved,
    ...(before && { before: { version: before.version, document: documentOf(before) } }),
    ...(next?.from && {
      next: { version: version + 1, document: documentOf(next), from: next.from, approved: next.content_hash },
    }),
  };
}

/** The draft under review takes the place of the live version. */
function candidateOf(facts: BucketFacts, documentOf: DocumentOf): ReleaseBucket {
  const { live, open } = facts;
  if (open === undefined) return bucketOf(facts, documentOf);
  return {
    partner: live.partner,
    cob: live.cob,
    appetite: Number(live.appetite),
    stopped: live.is_stopped && !open.restarts,
    version: live.version + 1,
    document: documentOf(open),
    approved: null,
    submitted: open.content_hash,
  };
}
