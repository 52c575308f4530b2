import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { BucketEvent } from '#contract/bucket-event.ts';
import type { ReviewSet } from '#contract/review.ts';
import { useApi } from '#web/api/client.tsx';
import { refreshAfter } from '#web/bucket/query.ts';
import { eventStreamOf } from '#web/live/eventStream.ts';
import { reviewSetQuery } from '#web/review/query.ts';

/** One vote sends an event for each of its buckets: debounce them and refetch the set once. */
const TOGETHER_MS = 100;

/** Keeps a set up to date: refetches it after any change to one of its buckets. */
export function useSetWatch(setId: string, set: ReviewSet | undefined): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const isOfSet = useEffectEvent((event: BucketEvent): boolean => {
    if (!('cob' in event)) return false;
    return set?.buckets.some(({ partner, cob }) => partner.number === event.partner && cob === event.cob) ?? false;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = eventStreamOf(api).subscribe((event) => {
      refreshAfter(queryClient, event);
      if (!isOfSet(event)) return;
      clearTimeout(timer);
      const { queryKey } = reviewSetQuery(api, setId);
      timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey }), TOGETHER_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [api, queryClient, setId]);
}
