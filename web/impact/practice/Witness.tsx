import { useMemo } from 'react';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { type Findings, verify } from '#domain/evaluation/verify/verify.ts';
import { useCustomQuery } from '#web/base/api/query.ts';
import { rateEntries } from '#web/example/checked.ts';
import { ShowMe } from '#web/risk/ShowMe.tsx';
import type { DialLookup } from '#web/bucket/query.ts';
import { runWhenIdle } from '#web/kit/idle.ts';
import { useToday } from '#web/kit/useNow.ts';

type WitnessProps = Readonly<{ entries: BucketEntries; lookup: DialLookup; dialId: string; what: string }>;

const findingsOf = (rated: readonly RatedEntry[], today: string): Promise<Findings> =>
  new Promise((resolve) => void runWhenIdle(verify(rated, rated, today), resolve));

/** A risk that shows why the dial never decides, if the list itself explains it. One check serves all rows. */
export function Witness({ entries, lookup, dialId, what }: WitnessProps) {
  const today = useToday();
  const rated = useMemo(() => rateEntries(entries, lookup), [entries, lookup]);
  const { data } = useCustomQuery({
    queryKey: ['local', 'live findings', { entries, today }],
    queryFn: () => findingsOf(rated ?? [], today),
    enabled: rated !== undefined,
    staleTime: Infinity,
  });
  const found = data?.dials.find(({ dial_id, kind }) => dial_id === dialId && kind === 'never_decides');
  return found?.witness ? <ShowMe risk={found.witness} what={what} /> : null;
}
