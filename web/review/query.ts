import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { bucketKeys } from '#web/bucket/query.ts';
import type { BucketAddress } from '#web/bucket/address.ts';

type Api = Client<ApiContract>;

/** They hang under the keys of their bucket, so that whatever refreshes a bucket refreshes its review. */
const reviewKey = (address: BucketAddress) => [...bucketKeys.one(address), 'review'] as const;

/** The buckets that wait for a review, the longest waiting first. */
export const reviewsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: [...bucketKeys.lists(), 'reviews'],
    queryFn: ({ pageParam, signal }) =>
      api.listReviews({ query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** The newest round of the draft, or of the live version where there is no draft. */
export const reviewQuery = (api: Api, address: BucketAddress) =>
  queryOptions({
    queryKey: reviewKey(address),
    queryFn: ({ signal }) => api.getReview({ params: address }, { signal }),
  });

/** Every round, cancelled ones too, newest first. */
export const roundsQuery = (api: Api, address: BucketAddress) =>
  infiniteQueryOptions({
    queryKey: [...bucketKeys.one(address), 'rounds'],
    queryFn: ({ pageParam, signal }) =>
      api.listRounds({ params: address, query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

export const evidenceQuery = (api: Api, address: BucketAddress, number: number) =>
  queryOptions({
    queryKey: [...bucketKeys.one(address), 'evidence', number],
    queryFn: ({ signal }) => api.getEvidence({ params: { ...address, number } }, { signal }),
  });
