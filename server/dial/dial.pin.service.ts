import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import type { BucketDialState, KnownBucketDial, PickedDial } from '#contract/bucket.ts';
import type { Page } from '#contract/page.ts';
import type { DialFacts } from '#domain/bucket/check.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { isForEveryClass } from '#domain/dial/fit.ts';
import { versionStatus } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';
import * as store from './dial.pin.store.ts';
import { isPickable, searchDials } from './dial.search.ts';
import { findWriters } from './dial.store.ts';

export { findNewestPublished, type Pin } from './dial.pin.store.ts';
type Pin = store.Pin;

/** Dials for buckets: by id and version, published ones only. */
const keyOf = ({ dial_id, version }: Pin): string => `${dial_id} ${version}`;
const once = (pins: readonly Pin[]): Pin[] => [...new Map(pins.map((pin) => [keyOf(pin), pin])).values()];

/** The facts about these versions that bucket rules need. */
export async function loadDialFacts(db: Db, pins: readonly Pin[]): Promise<(pin: Pin) => DialFacts | undefined> {
  const rows = pins.length === 0 ? [] : await store.findWindows(db, once(pins));
  const facts = new Map(rows.map(({ dial_id, version, ...dial }) => [keyOf({ dial_id, version }), dial]));
  return (pin) => facts.get(keyOf(pin));
}

/** The data of those of these versions that exist. */
export async function findPinnedData(db: Db, pins: readonly Pin[]): Promise<(pin: Pin) => DialData | undefined> {
  const rows = pins.length === 0 ? [] : await store.findPinnedData(db, once(pins));
  const datas = new Map(rows.map((row) => [keyOf(row), row.data]));
  return (pin) => datas.get(keyOf(pin));
}

/** What a grid shows of these versions, each once. */
export async function readPinnedValues(db: Db, pins: readonly Pin[]): Promise<store.ValuesOfPin[]> {
  return pins.length === 0 ? [] : store.findValues(db, once(pins));
}

/** The data of these versions, all of which must exist. */
export async function readPinnedData(db: Db, pins: readonly Pin[]): Promise<(pin: Pin) => DialData> {
  const dataOf = await findPinnedData(db, pins);
  return (pin) => {
    const data = dataOf(pin);
    if (data === undefined) throw new Error(`The dial ${pin.dial_id} has no published version ${pin.version}.`);
    return data;
  };
}

/** A whole bucket is one statement. */
const PINNED_BATCH = BUCKET_LIMITS.entries;

/**
 * As buckets show them, in the given order, batch by batch. Versions that do not exist are skipped.
 */
export async function* readPinnedDials(db: Db, pins: readonly Pin[], today: string): AsyncGenerator<KnownBucketDial[]> {
  const distinct = once(pins);
  for (let start = 0; start < distinct.length; start += PINNED_BATCH) {
    const batch = distinct.slice(start, start + PINNED_BATCH);
    const rows = await store.findPinnedDials(db, batch);
    const found = new Map(rows.map((row) => [keyOf(row), presentPinned(row, today)]));
    yield batch.flatMap((pin) => found.get(keyOf(pin)) ?? []);
  }
}

/** Their mutable state, without their data. */
export async function readPinnedStates(db: Db, pins: readonly Pin[], today: string): Promise<BucketDialState[]> {
  const rows = pins.length === 0 ? [] : await store.findPinnedDials(db, once(pins), 'window');
  return rows.map((row) => {
    const { dial_id, version, status, deleted, newer } = presentPinned(row, today);
    return { dial_id, version, status, deleted, newer: newer && { version: newer.version, status: newer.status } };
  });
}

function presentPinned(row: store.PinnedDial, today: string): KnownBucketDial {
  const { dial_id, version, data, deleted, newest, newest_data } = row;
  const status = versionStatus({ version, window: data, newest, isLive: row.is_live }, today);
  const newer =
    newest_data === null || deleted
      ? null
      : {
          dial_id,
          version: newest,
          status: versionStatus({ version: newest, window: newest_data, newest, isLive: row.newest_is_live }, today),
          deleted,
          data: newest_data,
        };
  return { dial_id, version, status, deleted, data, newer };
}

export type PickFilter = Readonly<{
  q?: string | undefined;
  cob?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}>;

type PickedPage = Page<PickedDial> & Readonly<{ words: readonly string[] }>;

/** Dials that can be added to a bucket, each in its newest published version. */
export async function pickDials(db: Db, { cursor, limit, ...filter }: PickFilter, today: string): Promise<PickedPage> {
  const request = { matches: isPickable(today), cursor, limit, part: 'all' } as const;
  const { items: hits, next, words } = await searchDials(db, filter, request);
  const pins = hits.map(({ id, version }) => ({ dial_id: id, version }));
  const live = new Set((pins.length === 0 ? [] : await store.findLivePins(db, pins)).map(keyOf));
  const items = hits.map(({ id, version, data, classes }) => ({
    dial_id: id,
    version,
    status: versionStatus(
      { version, window: data, newest: version, isLive: live.has(keyOf({ dial_id: id, version })) },
      today,
    ),
    deleted: false,
    data,
    for_every_class: isForEveryClass(classes),
  }));
  return { items, next, words };
}

/** Who started, saved or published any of these versions: reviews treat them as authors. */
export const findDialWriters = findWriters;

/** Call this in the same transaction before writing entries of these dials: prevents their deletion. */
export const lockDialsForUse = store.lockAll;
