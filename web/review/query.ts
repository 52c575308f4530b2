import { type QueryClient, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { PendingReview, Review } from '#contract/review.ts';
import type { ReviewSet } from '#contract/review-set.ts';
import { useApi } from '#web/api/client.tsx';
import { pagesQuery } from '#web/api/pages.ts';
import { bucketKeys, reviewKey, STALE_AFTER_ACTIVATION } from '#web/bucket/query.ts';
import { useMay } from '#web/session/session.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';

type Api = Client<ApiContract>;

/** The buckets awaiting review, the longest waiting first. */
const reviewsQuery = (api: Api) =>
  pagesQuery([...bucketKeys.lists(), 'reviews'], (query, options) => api.listReviews({ query }, options));

/** The buckets awaiting review, and those that await the signed-in person's vote. */
export function usePendingReviews() {
  const may = useMay();
  const allowed = may({ scope: 'review', action: 'view' });
  const votes = may({ scope: 'review', action: 'create' });
  const query = useInfiniteQuery({ ...reviewsQuery(useApi()), enabled: allowed });
  const pages = query.data?.pages;
  const items = useMemo((): readonly PendingReview[] => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const waiting = useMemo(() => (votes ? items.filter(isWaiting) : []), [items, votes]);
  return { allowed, query, items, waiting, total: pages?.at(-1)?.total ?? 0 };
}

/** A set is pending until the person has voted on each of its buckets. */
const isWaiting = ({ barred, mine, set }: PendingReview): boolean =>
  barred === null && (set === null ? mine === null : set.mine < set.buckets);

/** A set, under its own key: a change to one of its buckets refetches it (useSetWatch). */
export const reviewSetQuery = (api: Api, setId: string) =>
  queryOptions({
    queryKey: [...bucketKeys.all, 'set', setId],
    queryFn: ({ signal }) => api.getReviewSet({ params: { setId } }, { signal }),
  });

/** After a vote or a comment on a set: as after one on each of its buckets. */
export function applyReviewSet(queries: QueryClient, api: Api, set: ReviewSet): void {
  queries.setQueryData(reviewSetQuery(api, set.id).queryKey, set);
  const isLive = set.buckets.some(({ round }) => round.outcome === 'approved');
  for (const queryKey of [bucketKeys.all, ...(isLive ? STALE_AFTER_ACTIVATION : [])])
    void queries.invalidateQueries({ queryKey });
}

/** After a vote or a comment: invalidates the bucket, and its dials if it went live. */
export function applyReview(queries: QueryClient, address: BucketAddress, review: Review): void {
  queries.setQueryData(reviewKey(address), review);
  const activated = review.round?.outcome === 'approved' ? STALE_AFTER_ACTIVATION : [];
  for (const queryKey of [bucketKeys.all, ...activated]) void queries.invalidateQueries({ queryKey });
}

/** Every round, including cancelled ones, newest first. */
export const roundsQuery = (api: Api, address: BucketAddress) =>
  pagesQuery([...bucketKeys.one(address), 'rounds'], (query, options) =>
    api.listRounds({ params: address, query }, options),
  );

export const evidenceQuery = (api: Api, address: BucketAddress, number: number) =>
  queryOptions({
    queryKey: [...bucketKeys.one(address), 'evidence', number],
    queryFn: ({ signal }) => api.getEvidence({ params: { ...address, number } }, { signal }),
  });
