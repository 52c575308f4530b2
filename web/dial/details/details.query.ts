import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { dialKeys } from '#web/dial/query.ts';

type Api = Client<ApiContract>;

/** Where a dial is used. Asked for by itself: the page stands without it. */
export const dialBucketsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...dialKeys.one(id), 'buckets'],
    queryFn: ({ signal }) => api.listDialBuckets({ params: { dialId: id } }, { signal }),
  });

export type Pair = Readonly<{ from: number; to: number }>;

export const dialDifferenceQuery = (api: Api, id: string, { from, to }: Pair) =>
  queryOptions({
    queryKey: [...dialKeys.one(id), 'difference', from, to],
    queryFn: ({ signal }) => api.diffDialVersions({ params: { dialId: id }, query: { from, to } }, { signal }),
  });
