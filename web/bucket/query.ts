import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Bucket, BucketDialState, KnownBucketDial } from '#contract/bucket.ts';
import type { BucketEvent } from '#contract/bucket-event.ts';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { DraftNote } from '#contract/rollout.ts';
import type { BucketStatus } from '#domain/bucket/state.ts';
import { EXAMPLE_EVENTS } from '#domain/event/live.ts';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { useApi } from '#web/api/client.tsx';
import { pagesQuery } from '#web/api/pages.ts';
import { dialKeys } from '#web/dial/query.ts';
import { addressOf, BUCKETS_KEY, type BucketAddress, endOfDay, type VersionChoice } from './address.ts';

type Api = Client<ApiContract>;
export type Pin = Readonly<{ dial_id: string; version: number }>;
export type Side = 'live' | 'draft' | number;

/** All bucket queries are under `all`: one invalidation after a change reaches every screen. */
export const bucketKeys = {
  all: BUCKETS_KEY,
  lists: () => [...bucketKeys.all, 'list'] as const,
  one: ({ partner, cob }: BucketAddress) => [...bucketKeys.all, 'one', partner, cob] as const,
  dials: () => ['bucket-dials'] as const,
};

export const matrixQuery = (api: Api) =>
  queryOptions({
    queryKey: [...bucketKeys.lists(), 'matrix'],
    queryFn: ({ signal }) => api.getBucketMatrix({}, { signal }),
  });

/** The appetites of all buckets, in Admin. */
export const appetitesKey = ['appetites'] as const;
/** Who must sign what, in Admin. */
export const authorityKey = ['authority'] as const;

const layersKey = [...bucketKeys.lists(), 'layers'] as const;

/** What the matrix shows besides appetites and dial counts. */
export const layersQuery = (api: Api) =>
  queryOptions({ queryKey: layersKey, queryFn: ({ signal }) => api.getBucketLayers({}, { signal }) });

/** The buckets that are stopped. Under the list keys, which any bucket change invalidates. */
export const stopsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...bucketKeys.lists(), 'stops'],
    queryFn: ({ signal }) => api.listStops({}, { signal }),
  });

const workKey = [...bucketKeys.lists(), 'my work'] as const;

/** The signed-in person's pending work. Under the list keys, which any bucket change invalidates. */
export const workQuery = (api: Api) =>
  queryOptions({ queryKey: workKey, queryFn: ({ signal }) => api.getMyWork({}, { signal }) });

export type BucketFilter = Readonly<{ partner?: number; cob?: string; status?: BucketStatus; q?: string }>;

/** Buckets as rows, paginated. Keeps the previous rows until the next page arrives. */
export const bucketsQuery = (api: Api, filter: BucketFilter) => ({
  ...pagesQuery([...bucketKeys.lists(), 'rows', filter], (page, options) =>
    api.listBuckets({ query: { ...filter, ...page } }, options),
  ),
  placeholderData: keepPreviousData,
});

/** What deserves attention in these drafts, by bucket. */
export const draftNotesQuery = (api: Api, rows: readonly (BucketAddress & Readonly<{ revision: string }>)[]) =>
  queryOptions({
    queryKey: [
      ...bucketKeys.lists(),
      'notes',
      rows.map(({ partner, cob, revision }) => `${partner} ${cob} ${revision}`),
    ],
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

/** Every bucket with its version of a dial. Under the list keys, which any bucket change invalidates. */
export const dialPlacesQuery = (api: Api, dialId: string) =>
  queryOptions({
    queryKey: [...bucketKeys.lists(), 'places', dialId],
    queryFn: ({ signal }) => api.listDialPlaces({ params: { dialId } }, { signal }),
  });

/** The live buckets of a class for all partners. */
export const classBucketsQuery = (api: Api, cob: string) =>
  queryOptions({
    queryKey: [...bucketKeys.lists(), 'of class', cob],
    queryFn: ({ signal }) => api.listClassBuckets({ params: { cob } }, { signal }),
  });

/** After a change of several buckets, or its refusal: invalidates all bucket queries. */
export const refreshBuckets = async (queries: QueryClient): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: bucketKeys.all }),
    queries.invalidateQueries({ queryKey: dialKeys.all }),
  ]);
};

export const bucketQuery = (api: Api, address: BucketAddress) =>
  queryOptions({
    queryKey: bucketKeys.one(address),
    queryFn: ({ signal }) => api.getBucket({ params: address }, { signal }),
  });

export const bucketChangesQuery = (api: Api, address: BucketAddress, from: Side = 'live', to: Side = 'draft') =>
  queryOptions({
    queryKey: [...bucketKeys.one(address), 'changes', from, to],
    queryFn: ({ signal }) => api.summariseBucket({ params: address, query: { from, to } }, { signal }),
  });

/** What changed in the draft since a given review round was submitted. */
export const roundChangesQuery = (api: Api, address: BucketAddress, round: number) =>
  queryOptions({
    queryKey: [...bucketKeys.one(address), 'changes', 'round', round],
    queryFn: ({ signal }) => api.compareRound({ params: { ...address, round } }, { signal }),
  });

/** Versions that are or were live, newest first. */
export const bucketVersionsQuery = (api: Api, address: BucketAddress) =>
  pagesQuery([...bucketKeys.one(address), 'versions'], (query, options) =>
    api.listBucketVersions({ params: address, query }, options),
  );

/** A version by its number, or the one that was live at a moment. */
export const bucketVersionQuery = (api: Api, address: BucketAddress, which: number | string) =>
  queryOptions({
    queryKey: [...bucketKeys.one(address), 'version', which],
    queryFn: ({ signal }) =>
      typeof which === 'number'
        ? api.getBucketVersion({ params: { ...address, number: which } }, { signal })
        : api.getBucketAsOf({ params: address, query: { at: which } }, { signal }),
  });

/** The version in the URL if it is not the live one, else undefined. */
export function useOlderVersion({ live, ...bucket }: Bucket, choice: VersionChoice) {
  const isOlder = choice !== undefined && !('version' in choice && choice.version === live.number);
  const which = choice === undefined ? 0 : 'version' in choice ? choice.version : endOfDay(choice.day);
  const query = useQuery({ ...bucketVersionQuery(useApi(), addressOf(bucket), which), enabled: isOlder });
  return isOlder ? query : undefined;
}

export const examplesQuery = (api: Api, address: BucketAddress) =>
  queryOptions({
    queryKey: [...bucketKeys.one(address), 'examples'],
    queryFn: ({ signal }) => api.listExamples({ params: address }, { signal }),
  });

/** After a change of one example. */
export const refreshExamples = (queries: QueryClient, address: BucketAddress): Promise<void> =>
  queries.invalidateQueries({ queryKey: [...bucketKeys.one(address), 'examples'] });

/** Under the bucket's key, so that refreshing a bucket refreshes its review. */
export const reviewKey = (address: BucketAddress) => [...bucketKeys.one(address), 'review'] as const;

/** The newest round of the draft, or of the live version if there is no draft. */
export const reviewQuery = (api: Api, address: BucketAddress) =>
  queryOptions({
    queryKey: reviewKey(address),
    queryFn: ({ signal }) => api.getReview({ params: address }, { signal }),
  });

/** The impact measured at submit, and each time since. */
export const reviewImpactQuery = (api: Api, address: BucketAddress) =>
  queryOptions({
    queryKey: [...bucketKeys.one(address), 'review impact'],
    queryFn: ({ signal }) => api.readReviewImpact({ params: address }, { signal }),
  });

/** After measuring again. */
export const refreshReviewImpact = (queries: QueryClient, address: BucketAddress): Promise<void> =>
  queries.invalidateQueries({ queryKey: [...bucketKeys.one(address), 'review impact'] });

/** The maximum values of the other live buckets. Refetched after an activation, like all dials in buckets. */
export const highestValuesQuery = (api: Api, address: BucketAddress) =>
  queryOptions({
    queryKey: [...bucketKeys.dials(), 'highest values', address],
    queryFn: ({ signal }) => api.getHighestValues({ params: address }, { signal }),
    // Reviews and submissions wait for it, and continue without it if it fails.
    retry: false,
  });

/** Deduplicates an event that several parts of a page watch for. */
const refreshed = new WeakSet<BucketEvent>();

/** Invalidates what a server event makes stale. */
export function refreshAfter(queries: QueryClient, event: BucketEvent): void {
  if (refreshed.has(event)) return;
  refreshed.add(event);
  for (const queryKey of staleAfter(event)) void queries.invalidateQueries({ queryKey });
}

/** Whether an event is about a bucket's examples only. */
export const isOfExamples = ({ kind }: Pick<BucketEvent, 'kind'>): boolean =>
  (EXAMPLE_EVENTS as readonly string[]).includes(kind);

/** All queries on portfolios and impact. */
export const portfolioKey = ['portfolio'] as const;
/** How often to ask again while the demo portfolio is being generated. */
export const PREPARING_POLL_MS = 1000;

function staleAfter(event: BucketEvent): readonly (readonly unknown[])[] {
  if (event.kind === 'resync') return [bucketKeys.all, bucketKeys.dials(), dialKeys.all, portfolioKey, authorityKey];
  // Measurements against another portfolio are stale.
  if ('portfolio_id' in event) return [portfolioKey, bucketKeys.all];
  if (event.kind === 'dial_imported') return [dialKeys.all, workKey];
  if ('dial_id' in event) {
    const dial = [dialKeys.lists(), dialKeys.one(event.dial_id), workKey];
    return event.kind === 'dial_published' ? [...dial, bucketKeys.dials(), layersKey] : dial;
  }
  if ('authority_id' in event) return [authorityKey, bucketKeys.all];
  if (isOfExamples(event)) return [[...bucketKeys.one(event), 'examples']];
  const bucket = [bucketKeys.one(event), bucketKeys.lists(), authorityKey];
  if (event.kind.startsWith('bucket_appetite_')) return [...bucket, appetitesKey];
  return event.kind === 'bucket_activated' ? [...bucket, ...STALE_AFTER_ACTIVATION] : bucket;
}

/** An activation changes the status of its dials, wherever they are shown. */
export const STALE_AFTER_ACTIVATION = [bucketKeys.dials(), dialKeys.all] as const;

/** Writes the response of a change to the cache, and cancels older requests that could overwrite it. */
export async function applySaved(queries: QueryClient, bucket: Bucket): Promise<void> {
  const queryKey = bucketKeys.one(addressOf(bucket));
  await queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, bucket);
  void queries.invalidateQueries({ queryKey, predicate: (query) => query.queryKey.length > queryKey.length });
  void queries.invalidateQueries({ queryKey: bucketKeys.lists() });
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
  queryOptions({
    queryKey: [...bucketKeys.dials(), pins.map(nameOf).toSorted()],
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
  const query = useQuery(bucketDialsQuery(useApi(), pins));
  const data = pins.length === 0 ? NO_DIALS : query.data;
  const lookup = useMemo(() => lookUp(data ?? NO_DIALS), [data]);
  return { ...query, data, lookup };
}
