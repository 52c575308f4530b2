import { useEffect, useMemo, useState } from 'react';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { type Finding, type Findings, verify } from '#domain/evaluation/verify/verify.ts';
import { rateEntries } from '#web/example/checked.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import { utcToday } from '#web/kit/format.ts';
import { runWhenIdle } from '#web/kit/idle.ts';

/** The findings of a list of dials, which may have changed since. */
export type FindingsResult = Readonly<{ findings: Findings; of: BucketEntries }>;

/**
 * Probable mistakes in a list that may replace the live one. Computed when idle; the last result stays until the next
 * is ready. Undefined before that, or while dials load.
 */
export function useFindings(
  entries: BucketEntries,
  live: BucketEntries,
  lookup: DialLookup,
): FindingsResult | undefined {
  const [found, setFound] = useState<FindingsResult>();
  const rated = useMemo(() => rateEntries(entries, lookup), [entries, lookup]);
  const liveRated = useMemo(() => rateEntries(live, lookup), [live, lookup]);
  useEffect(() => {
    if (rated === undefined || liveRated === undefined) return undefined;
    return runWhenIdle(verify(rated, liveRated, utcToday()), (next) =>
      setFound((former) => ({
        findings: { ...next, dials: keepSame(former?.findings.dials ?? [], next.dials) },
        of: entries,
      })),
    );
    // The dials determine the findings.
  }, [rated, liveRated, entries]);
  return found;
}

/** Reuses equal findings, so that their rows do not re-render. */
function keepSame(former: readonly Finding[], next: readonly Finding[]): Finding[] {
  const previous = new Map(former.map((finding) => [JSON.stringify(finding), finding]));
  return next.map((finding) => previous.get(JSON.stringify(finding)) ?? finding);
}
