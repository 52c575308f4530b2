import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PendingReview } from '#contract/review.ts';
import { useApi } from '#web/api/client.tsx';
import { useMay } from '#web/session/session.tsx';
import { reviewsQuery } from './query.ts';

/** What waits for a review; of it, what waits for the vote of the person who is signed in. */
export function usePendingReviews() {
  const may = useMay();
  const allowed = may({ scope: 'review', action: 'view' });
  const votes = may({ scope: 'review', action: 'create' });
  const query = useInfiniteQuery({ ...reviewsQuery(useApi()), enabled: allowed });
  const pages = query.data?.pages;
  const items = useMemo((): readonly PendingReview[] => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const waiting = useMemo(
    () => (votes ? items.filter(({ barred, mine }) => barred === null && mine === null) : []),
    [items, votes],
  );
  return { allowed, query, items, waiting, total: pages?.at(-1)?.total ?? 0 };
}
