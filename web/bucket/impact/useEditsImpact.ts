import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditsImpact, MeasuredPortfolio } from '#contract/impact.ts';
import type { BucketEdit } from '#domain/bucket/rollout.ts';
import type { ChangeCount } from '#domain/impact/impact.ts';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { useApi } from '#web/api/client.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';
import { bucketKeys } from '#web/bucket/query.ts';

/** A bucket, and edits of it that are not saved. What they do is another thing once the bucket has another revision. */
type EditedBucket = BucketAddress & Readonly<{ revision: string; edits: readonly BucketEdit[] }>;

/** Null where the bucket cannot take its edits. `isOld`: of edits that it had before, until those of now are measured. */
type Found = Readonly<{ count: ChangeCount | null; isOld: boolean }>;
type InEach = Readonly<{ portfolio: MeasuredPortfolio; find: (bucket: EditedBucket) => Found | undefined }>;

/**
 * What edits would do in each of these buckets, on today’s date. Nobody waits for it: it is undefined until the first
 * answer, and null without a portfolio or where it fails. The last answer stays until the next is there.
 */
export function useEditsImpact(buckets: readonly EditedBucket[]): InEach | null | undefined {
  const api = useApi();
  const [measure] = useState(createMeasure);
  const { data, error } = useQuery({
    // Under the lists, which any change of any bucket makes stale.
    queryKey: [...bucketKeys.lists(), 'impact of edits', buckets],
    queryFn: ({ signal }) =>
      measure(buckets, (some) =>
        api.measureEdits(
          { body: { buckets: some.map(({ partner, cob, edits }) => ({ partner, cob, edits: [...edits] })) } },
          { signal },
        ),
      ),
    enabled: buckets.length > 0,
    placeholderData: keepPreviousData,
    // What is kept is a function, which is never the same as another one.
    structuralSharing: false,
    retry: false,
    staleTime: 30_000,
  });
  return error === null ? data : null;
}

/** What was measured is remembered: of many buckets only those are asked for of which something changed. */
function createMeasure() {
  const known = new Map<string, ChangeCount | null>();
  let used: MeasuredPortfolio | undefined;
  return async (
    buckets: readonly EditedBucket[],
    ask: (some: readonly EditedBucket[]) => Promise<EditsImpact>,
  ): Promise<InEach | null> => {
    for (;;) {
      const missing = buckets.filter((bucket) => !known.has(JSON.stringify(bucket))).slice(0, MAX_SET_BUCKETS);
      if (missing.length === 0 && used !== undefined) {
        const found = new Map(buckets.map((bucket) => [keyOf(bucket), JSON.stringify(bucket)]));
        return {
          portfolio: used,
          find: (bucket) => {
            const measured = found.get(keyOf(bucket));
            if (measured === undefined) return undefined;
            return { count: known.get(measured) ?? null, isOld: measured !== JSON.stringify(bucket) };
          },
        };
      }
      const answer = await ask(missing);
      if (answer.state === 'no-portfolio') return null;
      // Drafts are measured against another portfolio now: what is known is no longer true.
      if (used?.hash !== answer.portfolio.hash) known.clear();
      used = answer.portfolio;
      const found = new Map(answer.buckets.map((one) => [keyOf(one), one]));
      for (const bucket of missing) known.set(JSON.stringify(bucket), found.get(keyOf(bucket)) ?? null);
    }
  };
}

const keyOf = ({ partner, cob }: BucketAddress): string => `${partner} ${cob}`;
