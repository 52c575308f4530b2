import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { BucketPractice } from '#contract/practice.ts';
import { DEFAULT_PERIOD, type PracticePeriod } from '#domain/practice/practice.ts';
import { isWaiting } from '#web/api/isWaiting.ts';
import { useApi } from '#web/api/client.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';
import { bucketKeys } from '#web/bucket/query.ts';
import { useSettings } from '#web/session/settings.tsx';

export type BucketPracticeQuery = Readonly<{
  query: UseQueryResult<BucketPractice>;
  isWaiting: boolean;
  period: PracticePeriod;
  onPeriod: (period: PracticePeriod) => void;
}>;

const COUNTERS_FRESH_MS = 60_000;

/** What engines decided. They report every minute. */
const bucketPracticeQuery = (api: ReturnType<typeof useApi>, address: BucketAddress, days: PracticePeriod) =>
  queryOptions({
    queryKey: [...bucketKeys.one(address), 'practice', days],
    queryFn: ({ signal }) => api.getBucketPractice({ params: address, query: { days } }, { signal }),
    staleTime: COUNTERS_FRESH_MS,
  });

/** Starts to load before the bucket is there, so that the page does not wait for it. Whether there is something to load. */
export function usePrefetchPractice(address: BucketAddress, isShown: boolean): boolean {
  const enabled = useSettings().hasDecisions && isShown;
  useQuery({ ...bucketPracticeQuery(useApi(), address, DEFAULT_PERIOD), enabled, notifyOnChangeProps: [] });
  return enabled;
}

/** What engines decided with a bucket. Undefined where none ever reported. */
export function useBucketPractice(address: BucketAddress, isShown: boolean): BucketPracticeQuery | undefined {
  const enabled = useSettings().hasDecisions && isShown;
  const [period, onPeriod] = useState<PracticePeriod>(DEFAULT_PERIOD);
  const query = useQuery({
    ...bucketPracticeQuery(useApi(), address, period),
    enabled,
    // The figures of another period stay; those of another bucket do not.
    placeholderData: (shown, before) =>
      before?.queryKey[2] === address.partner && before.queryKey[3] === address.cob ? shown : undefined,
  });
  return enabled ? { query, isWaiting: isWaiting(query), period, onPeriod } : undefined;
}
