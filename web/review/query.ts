import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ClassRecord } from '#contract/authority.ts';
import type { AppetiteProposal, WaitingProposal } from '#contract/appetite.ts';
import type { PendingReview, Review, ReviewSet } from '#contract/review.ts';
import { isWaiting, type QueueOrder } from '#domain/review/queue.ts';
import { ALL_BUCKETS, apiKey, refresh } from '#web/base/api/nouns.ts';
import { useApiPages, useApiQuery } from '#web/base/api/query.ts';
import { STALE_AFTER_ACTIVATION } from '#web/bucket/query.ts';
import { useMay } from '#web/base/session/session.tsx';
import { addressOf } from '#web/bucket/address.ts';

/** Impact is measured within seconds of the submission. */
const MEASURED_AFTER_MS = 5000;

const NO_PROPOSALS: readonly WaitingProposal[] = [];

/** The buckets and raised appetites awaiting review, and those that await the signed-in person. */
export function usePendingReviews(order: QueueOrder = 'waiting') {
  const may = useMay();
  const allowed = may({ scope: 'review', action: 'view' });
  const votes = may({ scope: 'review', action: 'create' });
  const query = useApiPages(
    'listReviews',
    { query: { order } },
    {
      enabled: allowed,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (data?.pages.some(isMeasuring) ? MEASURED_AFTER_MS : false),
    },
  );
  // Raised appetites come with the reviews; to administrators who see no reviews, alone.
  const isAdministrator = !allowed && may({ scope: 'admin', action: 'edit' });
  const { data: proposals } = useApiQuery('listAppetiteProposals', {}, { enabled: isAdministrator });
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

/** After a decision: shows it at once, and refreshes what names the appetites. */
export function applyProposal(queries: QueryClient, proposal: AppetiteProposal): void {
  refreshProposals(queries);
  queries.setQueryData(apiKey('getAppetiteProposal', { params: { proposalId: proposal.id } }), proposal);
}

export const refreshProposals = (queries: QueryClient): void => void refresh(queries, ...ALL_BUCKETS, 'appetites');

const isMeasuring = ({ items }: Readonly<{ items: readonly PendingReview[] }>): boolean =>
  items.some(({ impact }) => impact.state === 'on-its-way');

/** After a vote or a comment: shows the reviews at once, and refreshes the buckets, and the dials if one went live. */
export function applyReviews(queries: QueryClient, reviews: readonly Review[]): void {
  for (const review of reviews) queries.setQueryData(apiKey('getReview', { params: addressOf(review) }), review);
  queries.setQueriesData<ReviewSet>({ queryKey: ['review-set'] }, (set) => set && updateSet(set, reviews));
  const isLive = reviews.some(({ round }) => round?.outcome === 'approved');
  void refresh(queries, ...ALL_BUCKETS, ...(isLive ? STALE_AFTER_ACTIVATION : []));
}

/** A review that belongs to the set by its newest round replaces what the set has of it. */
const updateSet = (set: ReviewSet, reviews: readonly Review[]): ReviewSet => ({
  ...set,
  buckets: set.buckets.map((bucket) => {
    const after = reviews.find(({ partner, cob }) => partner.number === bucket.partner.number && cob === bucket.cob);
    return after?.round?.set?.id === set.id ? { ...bucket, ...after, round: after.round } : bucket;
  }),
});

export function applyClassRecord(queries: QueryClient, changed: ClassRecord): void {
  queries.setQueryData(
    apiKey('listClassRecords', {}),
    (before) => before && { items: before.items.map((one) => (one.cob === changed.cob ? changed : one)) },
  );
}

export const refreshClassRecords = (queries: QueryClient): Promise<void> => refresh(queries, 'class-records');
