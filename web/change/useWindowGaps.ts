import { useMemo } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { MeasuredGap } from '#domain/impact/impact.ts';
import { selectShownGaps } from '#domain/impact/gap-words.ts';
import { countWindowGaps, findClosingDay, listGapFigures, listWindowGaps } from '#domain/impact/window-gap.ts';
import { lastLiveOn } from '#domain/review/schedule.ts';
import { addressOf } from '#web/bucket/address.ts';
import { rateEntries } from '#web/example/checked.ts';
import { useCounts } from '#web/impact/query.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import { utcToday } from '#web/kit/format.ts';

const NONE: readonly MeasuredGap[] = [];

/**
 * The dials of a list that would leave risks without a value if it took the place of the live one on a day. Undefined until
 * they are known, with their risks if there is a portfolio.
 */
export function useWindowGaps(
  bucket: Bucket,
  entries: BucketEntries,
  lookup: DialLookup,
  day = utcToday(),
): readonly MeasuredGap[] | undefined {
  const gaps = useMemo(() => {
    const [before, after] = [bucket.live.entries, entries].map((list) => rateEntries(list, lookup));
    return before && after && listWindowGaps({ before, after }, day);
  }, [bucket, entries, lookup, day]);
  const figures = useMemo(() => listGapFigures(gaps ?? []), [gaps]);
  const { data, error, isPlaceholderData } = useCounts(
    addressOf(bucket),
    { entries, against: 'live', day: measuredDay(day) },
    figures,
  );
  const countOf = error === null ? (isPlaceholderData ? undefined : data) : countNothing;
  return useMemo(() => {
    if (gaps === undefined || gaps.length === 0) return gaps && NONE;
    return countOf && selectShownGaps(countWindowGaps(gaps, countOf));
  }, [gaps, countOf]);
}

/** A day in the notation of the server. */
export const measuredDay = (day: string): string => (day === utcToday() ? 'today' : day);

/** The day from which the list leaves no gap, if one day closes all gaps of today and can be chosen. */
export function useClosingDay(bucket: Bucket, entries: BucketEntries, lookup: DialLookup): string | undefined {
  return useMemo(() => {
    const [before, after] = [bucket.live.entries, entries].map((list) => rateEntries(list, lookup));
    const day = before && after && findClosingDay({ before, after }, utcToday());
    return day !== undefined && day <= lastLiveOn(utcToday()) ? day : undefined;
  }, [bucket, entries, lookup]);
}

const countNothing = () => undefined;
