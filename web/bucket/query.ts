import { keepPreviousData, type QueryClient, skipToken } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Bucket, BucketDialState, KnownBucketDial } from '#contract/bucket.ts';
import type { BucketEvent } from '#contract/bucket-event.ts';
import type { DraftNote } from '#contract/rollout.ts';
import type { BucketStatus } from '#domain/bucket/state.ts';
import { EXAMPLE_EVENTS } from '#domain/event/live.ts';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { useApi } from '#web/base/api/client.tsx';
import {
  ALL_BUCKETS,
  ALL_DIALS,
  apiKey,
  queriesOf,
  type ReadRoute,
  refresh,
  type Stale,
  type Api,
} from '#web/base/api/nouns.ts';
import { customQuery, useApiQuery, useCustomQuery } from '#web/base/api/query.ts';
import { aboutDial } from '#web/dial/query.ts';
import { addressOf, type BucketAddress, endOfDay, type VersionChoice } from './address.ts';

export type Pin = Readonly<{ dial_id: string; version: number }>;
export type Side = 'live' | 'draft' | number;

/** What is about one bucket, or one route of it. */
export const aboutBucket = ({ partner, cob }: BucketAddress, route?: ReadRoute) =>
  ['bucket', route, { params: { partner, cob } }] as const;

export type BucketFilter = Readonly<{ partner?: number; cob?: string; status?: BucketStatus; q?: string }>;

/** Reads what deserves attention in these drafts, by bucket. */
export function useDraftNotes(rows: readonly (BucketAddress & Readonly<{ revision: string }>)[]) {
  const api = useApi();
  return useCustomQuery({
    queryKey: ['buckets', 'notes', rows.map(({ partner, cob, revision }) => `${partner} ${cob} ${revision}`)],
    queryFn: async ({ signal }) => {
      const notes = new Map<string, DraftNote>();
      for (let start = 0; start < rows.length; start += MAX_SET_BUCKETS) {
        const buckets = rows.slice(start, start + MAX_SET_BUCKETS).map(({ partner, cob }) => ({ partner, cob }));
        const { items } = await api.noteDrafts({ body: { buckets } }, { signal });
        for (const note of items) notes.set(`${note.partner} ${note.cob}`, note);
      }
      return notes;
    },
    enabled: rows.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** After a change of several buckets, or its refusal. */
export const refreshBuckets = (queries: QueryClient): Promise<void> => refresh(queries, ...ALL_BUCKETS, ...ALL_DIALS);

/** After the refusal of a change of one bucket. */
export const refreshBucket = (queries: QueryClient, address: BucketAddress): Promise<void> =>
  refresh(queries, aboutBucket(address));

/** Reads the version in the URL, or the one that was live on its day, if it is not the live one; else undefined. */
export function useOlderVersion({ live, ...bucket }: Bucket, choice: VersionChoice) {
  const address = addressOf(bucket);
  const number = choice && 'version' in choice && choice.version !== live.number ? choice.version : undefined;
  const at = choice && 'day' in choice ? endOfDay(choice.day) : undefined;
  const numbered = useApiQuery(
    'getBucketVersion',
    number === undefined ? skipToken : { params: { ...address, number } },
  );
  const asOf = useApiQuery('getBucketAsOf', at === undefined ? skipToken : { params: address, query: { at } });
  return number !== undefined ? numbered : at !== undefined ? asOf : undefined;
}

/** Reads what changed from one side to the other. */
export const useBucketChanges = (params: BucketAddress, from: Side = 'live', to: Side = 'draft', enabled = true) =>
  useApiQuery('summariseBucket', { params, query: { from, to } }, { enabled });

/** After a change of one example. */
export const refreshExamples = (queries: QueryClient, address: BucketAddress): Promise<void> =>
  refresh(queries, aboutBucket(address, 'listExamples'));

/** After measuring again. */
export const refreshReviewImpact = (queries: QueryClient, address: BucketAddress): Promise<void> =>
  refresh(queries, aboutBucket(address, 'readReviewImpact'));

/** Deduplicates an event that several parts of a page watch for. */
const refreshed = new WeakSet<BucketEvent>();

/** Refreshes what a server event makes stale. */
export function refreshAfter(queries: QueryClient, event: BucketEvent): void {
  if (refreshed.has(event)) return;
  refreshed.add(event);
  void refresh(queries, ...staleAfter(event));
}

/** Whether an event is about a bucket's examples only. */
export const isOfExamples = ({ kind }: Pick<BucketEvent, 'kind'>): boolean =>
  (EXAMPLE_EVENTS as readonly string[]).includes(kind);

/** How often to ask again while the demo portfolio is being generated. */
export const PREPARING_POLL_MS = 1000;

const WORK = ['buckets', 'getMyWork'] as const;

function staleAfter(event: BucketEvent): readonly Stale[] {
  if (event.kind === 'resync') return [...ALL_BUCKETS, 'bucket-dials', ...ALL_DIALS, 'portfolio', 'authority'];
  // Measurements against another portfolio are stale.
  if ('portfolio_id' in event) return ['portfolio', ...ALL_BUCKETS];
  if (event.kind === 'dial_imported') return [...ALL_DIALS, WORK];
  if ('dial_id' in event) {
    const dial = ['dials', aboutDial(event.dial_id), WORK] as const;
    return event.kind === 'dial_published' ? [...dial, 'bucket-dials', ['buckets', 'getBucketLayers']] : dial;
  }
  if ('authority_id' in event) return ['authority', ...ALL_BUCKETS];
  if (isOfExamples(event)) return [aboutBucket(event, 'listExamples')];
  const bucket = [aboutBucket(event), 'buckets', 'authority'] as const;
  if (event.kind.startsWith('bucket_appetite_')) return [...bucket, 'appetites'];
  return event.kind === 'bucket_activated' ? [...bucket, ...STALE_AFTER_ACTIVATION] : bucket;
}

/** An activation changes the status of its dials, wherever they are shown. */
export const STALE_AFTER_ACTIVATION = ['bucket-dials', ...ALL_DIALS] as const;

/** Writes the response of a change to the cache, and cancels older requests that could overwrite it. */
export async function applySaved(queries: QueryClient, bucket: Bucket): Promise<void> {
  const address = addressOf(bucket);
  const queryKey = apiKey('getBucket', { params: address });
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, bucket);
  const { predicate } = queriesOf(aboutBucket(address), 'buckets');
  void queries.invalidateQueries({ predicate: (query) => query.queryKey[1] !== 'getBucket' && predicate(query) });
}

const nameOf = ({ dial_id, version }: Pin): string => `${dial_id} ${version}`;

/** Published versions never change, so each is fetched once. */
const versions = new WeakMap<QueryClient, Map<string, DialData>>();

/** Fetches uncached versions whole; of cached ones only what may have changed. */
async function readDials(api: Api, queries: QueryClient, pins: readonly Pin[], signal: AbortSignal) {
  const cache = versions.get(queries) ?? new Map<string, DialData>();
  versions.set(queries, cache);
  const isCached = (pin: Pin) => cache.has(nameOf(pin));
  const bodyOf = (pins: readonly Pin[]) => ({
    body: { pins: pins.map(({ dial_id, version }) => ({ dial_id, version })) },
  });
  const fetchUncached = async (pins: readonly Pin[]): Promise<readonly BucketDialState[]> => {
    if (pins.every(isCached)) return [];
    const { items } = await api.readBucketDials(bodyOf(pins.filter((pin) => !isCached(pin))), { signal });
    for (const dial of items.flatMap((item) => [item, item.newer ?? []].flat())) cache.set(nameOf(dial), dial.data);
    return items;
  };
  const readStates = async (pins: readonly Pin[]) =>
    pins.length === 0 ? [] : (await api.readBucketDialStates(bodyOf(pins), { signal })).items;

  const states = (await Promise.all([readStates(pins.filter(isCached)), fetchUncached(pins)])).flat();
  await fetchUncached(
    states.flatMap(({ dial_id, newer }) => (newer === null ? [] : [{ dial_id, version: newer.version }])),
  );
  const dialOf = <State extends Pin>(state: State) => {
    const data = cache.get(nameOf(state));
    return data === undefined ? [] : [{ ...state, data }];
  };
  return states.flatMap(({ newer, ...state }) => {
    const [later] = newer === null ? [] : dialOf({ ...state, ...newer });
    return dialOf(state).map((dial): KnownBucketDial => ({ ...dial, newer: later ?? null }));
  });
}

export const bucketDialsQuery = (api: Api, pins: readonly Pin[]) =>
  customQuery({
    queryKey: ['bucket-dials', 'of pins', pins.map(nameOf).toSorted()],
    queryFn: ({ client, signal }) => readDials(api, client, pins, signal),
    enabled: pins.length > 0,
    placeholderData: keepPreviousData,
  });

export type DialLookup = (pin: Pin) => KnownBucketDial | undefined;

export function lookUp(items: readonly KnownBucketDial[]): DialLookup {
  const loaded = new Map(items.map((dial) => [nameOf(dial), dial]));
  return (pin) => loaded.get(nameOf(pin));
}

const NO_DIALS: readonly KnownBucketDial[] = [];

export function useBucketDials(pins: readonly Pin[]) {
  const query = useCustomQuery(bucketDialsQuery(useApi(), pins));
  const data = pins.length === 0 ? NO_DIALS : query.data;
  const lookup = useMemo(() => lookUp(data ?? NO_DIALS), [data]);
  return { ...query, data, lookup };
}
