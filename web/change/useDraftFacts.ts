import { useMemo } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { Measured } from '#contract/impact.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { brokenOf, checkExamples, findNewlyBroken } from '#domain/example/check.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { addressOf } from '#web/bucket/address.ts';
import { rateEntries } from '#web/example/checked.ts';
import { useUnusual } from './UnusualValues.tsx';
import { measuredDay, useWindowGaps } from './useWindowGaps.ts';
import { useMeasurement } from '#web/impact/query.ts';
import { type DialLookup } from '#web/bucket/query.ts';
import { utcToday } from '#web/kit/format.ts';

/** `impact`: undefined until it is known. */
type Impact = Readonly<{ error: Error | null; data: ShownImpact | undefined }>;
type ShownImpact =
  | Pick<Measured, 'state' | 'impact' | 'day' | 'capacity'>
  | Readonly<{ state: 'none-of-class' }>
  | Readonly<{ state: 'no-portfolio'; preparing?: number | undefined }>;
export type DraftFactsData = ReturnType<typeof useListFacts> & Readonly<{ impact: Impact }>;

/** What a list would do if it took the place of the live one on a day: each part is undefined until it is known. */
export function useDraftFacts(
  bucket: Bucket,
  entries: BucketEntries,
  lookup: DialLookup,
  day = utcToday(),
): DraftFactsData {
  const facts = useListFacts(bucket, entries, lookup, day);
  const impact = useMeasurement(addressOf(bucket), { entries, against: 'live', day: measuredDay(day) });
  return { ...facts, impact };
}

/** The same without the impact. */
export function useListFacts(bucket: Bucket, entries: BucketEntries, lookup: DialLookup, day: string) {
  const address = addressOf(bucket);
  const gaps = useWindowGaps(bucket, entries, lookup, day);
  const unusual = useUnusual(bucket, entries, lookup);
  const stored = useApiQuery('listExamples', { params: address });
  const items = stored.data?.items;
  const examples = useMemo(() => {
    const [live, draft] = [bucket.live.entries, entries].map((list) => rateEntries(list, lookup));
    if (live === undefined || draft === undefined || items === undefined) return undefined;
    const broken = brokenOf(checkExamples(draft, items)).map(({ example }) => example);
    const newly = findNewlyBroken(live, draft, broken);
    return { all: items.length, newly, before: broken.filter((one) => !newly.includes(one)) };
  }, [bucket, entries, lookup, items]);
  return { gaps, unusual, examples, examplesFailed: stored.error !== null };
}
