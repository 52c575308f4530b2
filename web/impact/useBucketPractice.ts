import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { BucketPractice } from '#contract/practice.ts';
import { DEFAULT_PERIOD, type PracticePeriod } from '#domain/practice/practice.ts';
import { isWaiting } from '#web/base/api/isWaiting.ts';
import { queriesOf } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { aboutBucket } from '#web/bucket/query.ts';
import { useSettings } from '#web/base/session/settings.tsx';

export type BucketPracticeQuery = Readonly<{
  query: UseQueryResult<BucketPractice>;
  isWaiting: boolean;
  period: PracticePeriod;
  onPeriod: (period: PracticePeriod) => void;
}>;

/** Engines report every minute. */
const REPORTED_MS = 60_000;

const input = ({ partner, cob }: BucketAddress, days: PracticePeriod) => ({
  params: { partner, cob },
  query: { days },
});

/** Starts to load before the bucket is there, so that the page does not wait for it. Whether there is something to load. */
export function usePrefetchPractice(address: BucketAddress, isShown: boolean): boolean {
  const enabled = useSettings().hasDecisions && isShown;
  useApiQuery('getBucketPractice', input(address, DEFAULT_PERIOD), {
    enabled,
    staleTime: REPORTED_MS,
    notifyOnChangeProps: [],
  });
  return enabled;
}

/** What engines decided with a bucket. Undefined where none ever reported. */
export function useBucketPractice(address: BucketAddress, isShown: boolean): BucketPracticeQuery | undefined {
  const enabled = useSettings().hasDecisions && isShown;
  const [period, onPeriod] = useState<PracticePeriod>(DEFAULT_PERIOD);
  const ofBucket = queriesOf(aboutBucket(address));
  const query = useApiQuery('getBucketPractice', input(address, period), {
    enabled,
    staleTime: REPORTED_MS,
    // The figures of another period stay; those of another bucket do not.
    placeholderData: (shown, before) => (before && ofBucket.predicate(before) ? shown : undefined),
  });
  return enabled ? { query, isWaiting: isWaiting(query), period, onPeriod } : undefined;
}
