import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { KnownBucketDial } from '#contract/bucket.ts';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { BucketStatus } from '#domain/bucket/state.ts';
import { useApi } from '#web/api/client.tsx';
import type { BucketAddress } from './address.ts';

type Api = Client<ApiContract>;
export type Pin = Readonly<{ dial_id: string; version: number }>;
export type Side = 'live' | 'draft' | number;

/** Everything known of buckets hangs under `all`: one invalidation after a change reaches every screen. */
export const bucketKeys = {
  all: ['buckets'] as const,
  lists: () => [...bucketKeys.all, 'list'] as const,
  one: ({ partner, cob }: BucketAddress) => [...bucketKeys.all, 'one', partner, cob] as const,
  dials: () => ['bucket-dials'] as const,
  partners: () => ['partners'] as const,
};

export const partnersQuery = (api: Api) =>
  queryOptions({
    queryKey: bucketKeys.partners(),
    queryFn: ({ signal }) => api.listPartners({}, { signal }),
    staleTime: 10 * 60_000,
  });

export const matrixQuery = (api: Api) =>
  queryOptions({
    queryKey: [...bucketKeys.lists(), 'matrix'],
    queryFn: ({ signal }) => api.getBucketMatrix({}, { signal }),
  });

export type BucketFilter = Readonly<{ partner?: number; cob?: string; status?: BucketStatus; q?: string }>;

/** Buckets as rows, page after page. While the next answer is on its way the rows of the last one stay. */
export const bucketsQuery = (api: Api, filter: BucketFilter) =>
  infiniteQueryOptions({
    queryKey: [...bucketKeys.lists(), 'rows', filter],
    queryFn: ({ pageParam, signal }) =>
      api.listBuckets({ query: { ...filter, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

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

/** The versions that are or were live, newest first. */
export const bucketVersionsQuery = (api: Api, address: BucketAddress) =>
  infiniteQueryOptions({
    queryKey: [...bucketKeys.one(address), 'versions'],
    queryFn: ({ pageParam, signal }) =>
      api.listBucketVersions({ params: address, query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** A version by its number, or the one that was live at a moment. */
export const bucketVersionQuery = (api: Api, address: BucketAddress, which: number | string) =>
  queryOptions({
    queryKey: [...bucketKeys.one(address), 'version', which],
    queryFn: ({ signal }) =>
      typeof which === 'number'
        ? api.getBucketVersion({ params: { ...address, number: which } }, { signal })
        : api.getBucketAsOf({ params: address, query: { at: which } }, { signal }),
  });

/** What the versions say. A published version never changes; whether there is a newer one does. */
export const bucketDialsQuery = (api: Api, pins: readonly Pin[]) => {
  const named = pins.map(({ dial_id, version }) => `${dial_id} ${version}`).toSorted();
  return queryOptions({
    queryKey: [...bucketKeys.dials(), named],
    queryFn: ({ signal }) =>
      api.readBucketDials({ body: { pins: pins.map(({ dial_id, version }) => ({ dial_id, version })) } }, { signal }),
    enabled: pins.length > 0,
    placeholderData: keepPreviousData,
  });
};

export type DialLookup = (pin: Pin) => KnownBucketDial | undefined;

export function lookUp(items: readonly KnownBucketDial[]): DialLookup {
  const known = new Map(items.map((dial) => [`${dial.dial_id} ${dial.version}`, dial]));
  return ({ dial_id, version }) => known.get(`${dial_id} ${version}`);
}

export function useBucketDials(pins: readonly Pin[]) {
  const query = useQuery(bucketDialsQuery(useApi(), pins));
  const { data } = query;
  const lookup = useMemo(() => lookUp(data?.items ?? []), [data]);
  return { ...query, lookup };
}
