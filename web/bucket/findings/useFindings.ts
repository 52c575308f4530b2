import { useEffect, useMemo, useState } from 'react';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { type Finding, type Findings, verify } from '#domain/evaluation/verify/verify.ts';
import { rateEntries } from '#web/bucket/examples/checked.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import { utcToday } from '#web/kit/format.ts';
import { runWhenIdle } from '#web/kit/idle.ts';

/** What was found in a list of dials. The list may have been changed since. */
export type Found = Readonly<{ findings: Findings; of: BucketEntries }>;

/**
 * What is probably not meant in a list of dials that may replace the live one. It is looked for whenever nothing else is
 * to be done; until that is through, what was found before stands. Nothing until then, or while dials are not read.
 */
export function useFindings(entries: BucketEntries, live: BucketEntries, lookup: DialLookup): Found | undefined {
  const [found, setFound] = useState<Found>();
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
    // What the list says is in what its dials say.
  }, [rated, liveRated, entries]);
  return found;
}

/** What is found again is the same object, so that its row is not drawn again. */
function keepSame(former: readonly Finding[], next: readonly Finding[]): Finding[] {
  const known = new Map(former.map((finding) => [JSON.stringify(finding), finding]));
  return next.map((finding) => known.get(JSON.stringify(finding)) ?? finding);
}
