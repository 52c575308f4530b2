import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditsImpact, MeasuredPortfolio } from '#contract/impact.ts';
import type { BucketEdit } from '#domain/bucket/rollout.ts';
import type { ChangeCount } from '#domain/impact/impact.ts';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useCustomQuery } from '#web/base/api/query.ts';
import type { BucketAddress } from '#web/bucket/address.ts';

/** A bucket with unsaved edits. Their impact depends on the bucket's revision. `day`: when it goes live, if not today. */
type EditedBucket = BucketAddress &
  Readonly<{ revision: string; edits: readonly BucketEdit[]; day?: string | undefined }>;

/** Measured on that day. */
export type DayCount = ChangeCount & Readonly<{ day: string }>;
/** Null if the bucket cannot take its edits. `isOld`: of earlier edits, until the current ones are measured. */
type Found = Readonly<{ count: DayCount | null; isOld: boolean }>;
type InEach = Readonly<{ portfolio: MeasuredPortfolio; find: (bucket: EditedBucket) => Found | undefined }>;

/**
 * The impact of edits in each of these buckets, on the day that it goes live, by default today. Optional: undefined until the first response, and null
 * without a portfolio or after an error. The last result stays until the next arrives.
 */
export function useEditsImpact(
  buckets: readonly EditedBucket[],
  against: 'saved' | 'live' = 'saved',
): InEach | null | undefined {
  const api = useApi();
  const [measure] = useState(createMeasure);
  const { data, error } = useCustomQuery({
    queryKey: ['buckets', 'impact of edits', { against, buckets }],
    queryFn: ({ signal }) =>
      measure(buckets, (some) =>
        api.measureEdits(
          {
            body: {
              against,
              buckets: some.map(({ partner, cob, edits, day }) => ({
                partner,
                cob,
                edits,
                ...(day !== undefined && { day }),
              })),
            },
          },
          { signal },
        ),
      ),
    enabled: buckets.length > 0,
    placeholderData: keepPreviousData,
    // The data is a function, which cannot be compared structurally.
    structuralSharing: false,
    retry: false,
    staleTime: 30_000,
  });
  return error === null ? data : null;
}

/** Caches per bucket: only buckets with changed edits are requested again. */
function createMeasure() {
  const cache = new Map<string, DayCount | null>();
  let used: MeasuredPortfolio | undefined;
  return async (
    buckets: readonly EditedBucket[],
    ask: (some: readonly EditedBucket[]) => Promise<EditsImpact>,
  ): Promise<InEach | null> => {
    for (;;) {
      const missing = buckets.filter((bucket) => !cache.has(JSON.stringify(bucket))).slice(0, MAX_SET_BUCKETS);
      if (missing.length === 0 && used !== undefined) {
        const found = new Map(buckets.map((bucket) => [keyOf(bucket), JSON.stringify(bucket)]));
        return {
          portfolio: used,
          find: (bucket) => {
            const measured = found.get(keyOf(bucket));
            if (measured === undefined) return undefined;
            return { count: cache.get(measured) ?? null, isOld: measured !== JSON.stringify(bucket) };
          },
        };
      }
      const answer = await ask(missing);
      if (answer.state === 'no-portfolio') return null;
      // The portfolio changed: drop the cache.
      if (used?.hash !== answer.portfolio.hash) cache.clear();
      used = answer.portfolio;
      const found = new Map(answer.buckets.map((one) => [keyOf(one), one]));
      for (const bucket of missing) cache.set(JSON.stringify(bucket), found.get(keyOf(bucket)) ?? null);
    }
  };
}

const keyOf = ({ partner, cob }: BucketAddress): string => `${partner} ${cob}`;
