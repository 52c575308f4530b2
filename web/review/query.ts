import { keepPreviousData, type QueryClient, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { ClassRecord } from '#contract/authority.ts';
import type { AppetiteProposal, WaitingProposal } from '#contract/appetite.ts';
import type { PendingReview, Review, ReviewSet } from '#contract/review.ts';
import { isWaiting, type QueueOrder } from '#domain/review/queue.ts';
import { useApi } from '#web/api/client.tsx';
import { refresh, apiKey } from '#web/api/nouns.ts';
import { pagesQuery } from '#web/api/pages.ts';
import { appetitesKey, bucketKeys, reviewKey, STALE_AFTER_ACTIVATION } from '#web/bucket/query.ts';
import { useMay } from '#web/session/session.tsx';
import { addressOf, type BucketAddress } from '#web/bucket/address.ts';

type Api = Client<ApiContract>;

/** Impact is measured within seconds of the submission. */
const MEASURED_AFTER_MS = 5000;

/** The buckets awaiting review. */
const reviewsQuery = (api: Api, order: QueueOrder) =>
  pagesQuery([...bucketKeys.lists(), 'reviews', order], (query, options) =>
    api.listReviews({ query: { ...query, order } }, options),
  );

const NO_PROPOSALS: readonly WaitingProposal[] = [];

/** The buckets and raised appetites awaiting review, and those that await the signed-in person. */
export function usePendingReviews(order: QueueOrder = 'waiting') {
  const may = useMay();
  const api = useApi();
  const allowed = may({ scope: 'review', action: 'view' });
  const votes = may({ scope: 'review', action: 'create' });
  const query = useInfiniteQuery({
    ...reviewsQuery(api, order),
    enabled: allowed,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pages.some(isMeasuring) ? MEASURED_AFTER_MS : false),
  });
  // Raised appetites come with the reviews; to administrators who see no reviews, alone.
  const isAdministrator = !allowed && may({ scope: 'admin', action: 'edit' });
  const { data: proposals } = useQuery({ ...proposalsQuery(api), enabled: isAdministrator });
  const pages = query.data?.pages;
  const items = useMemo((): readonly PendingReview[] => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const waiting = useMemo(() => (votes ? items.filter(isWaiting) : []), [items, votes]);
  const appetites = pages?.[0]?.appetites ?? proposals?.items ?? NO_PROPOSALS;
  // Those of further pages are not here.
  const votesWanted = (votes && query.hasNextPage ? pages?.[0]?.waiting : null) ?? waiting.length;
  const waitingCount = votesWanted + appetites.filter(({ refusal }) => refusal === null).length;
  const total = (pages?.at(-1)?.total ?? 0) + appetites.length;
  return { allowed, query, items, appetites, waiting, waitingCount, total };
}

/** Raised appetites that wait for a second person. */
export const proposalsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...bucketKeys.lists(), 'appetite proposals'],
    queryFn: ({ signal }) => api.listAppetiteProposals({}, { signal }),
  });

export const proposalQuery = (api: Api, proposalId: string) =>
  queryOptions({
    queryKey: [...bucketKeys.lists(), 'appetite proposals', proposalId],
    queryFn: ({ signal }) => api.getAppetiteProposal({ params: { proposalId } }, { signal }),
  });

/** After a decision: shows it at once, and refetches what names the appetites. */
export function applyProposal(queries: QueryClient, proposal: AppetiteProposal): void {
  refreshProposals(queries);
  queries.setQueryData([...bucketKeys.lists(), 'appetite proposals', proposal.id], proposal);
}

export function refreshProposals(queries: QueryClient): void {
  for (const queryKey of [bucketKeys.all, appetitesKey]) void queries.invalidateQueries({ queryKey });
}

const isMeasuring = ({ items }: Readonly<{ items: readonly PendingReview[] }>): boolean =>
  items.some(({ impact }) => impact.state === 'on-its-way');

const setKey = [...bucketKeys.all, 'set'] as const;

/** A set, under its own key: a change to one of its buckets refetches it (ReviewSetPage). */
export const reviewSetQuery = (api: Api, setId: string) =>
  queryOptions({
    queryKey: [...setKey, setId],
    queryFn: ({ signal }) => api.getReviewSet({ params: { setId } }, { signal }),
  });

/** After a vote or a comment: shows the reviews at once, and refetches the buckets, and the dials if one went live. */
export function applyReviews(queries: QueryClient, reviews: readonly Review[]): void {
  for (const review of reviews) queries.setQueryData(reviewKey(addressOf(review)), review);
  queries.setQueriesData<ReviewSet>({ queryKey: setKey }, (set) => set && updateSet(set, reviews));
  const isLive = reviews.some(({ round }) => round?.outcome === 'approved');
  for (const queryKey of [bucketKeys.all, ...(isLive ? STALE_AFTER_ACTIVATION : [])])
    void queries.invalidateQueries({ queryKey });
}

/** A review that belongs to the set by its newest round replaces what the set has of it. */
const updateSet = (set: ReviewSet, reviews: readonly Review[]): ReviewSet => ({
  ...set,
  buckets: set.buckets.map((bucket) => {
    const after = reviews.find(({ partner, cob }) => partner.number === bucket.partner.number && cob === bucket.cob);
    return after?.round?.set?.id === set.id ? { ...bucket, ...after, round: after.round } : bucket;
  }),
});

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

export function applyClassRecord(queries: QueryClient, changed: ClassRecord): void {
  queries.setQueryData(
    apiKey('listClassRecords', {}),
    (before) => before && { items: before.items.map((one) => (one.cob === changed.cob ? changed : one)) },
  );
}

export const refreshClassRecords = (queries: QueryClient): Promise<void> => refresh(queries, 'class-records');
