import { useMemo } from 'react';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { summariseChanges } from '#domain/bucket/summary.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import { ChangeSummary, type ChangeSummaryProps } from './ChangeSummary.tsx';

type ListDifferenceProps = Pick<ChangeSummaryProps, 'note' | 'same' | 'picking'> &
  Readonly<{ before: BucketEntries; after: BucketEntries; lookup: DialLookup }>;

const ids = (entries: BucketEntries): string[] => entries.map(({ dial_id }) => dial_id);

/** The differences between two lists on the client, saved or not. */
export function ListDifference({ before, after, lookup, ...words }: ListDifferenceProps) {
  const changes = useMemo(
    () => summariseChanges(before, after, (pin) => lookup(pin)?.data ?? { ...EMPTY_DIAL, name: 'A dial' }),
    [before, after, lookup],
  );
  return (
    <ChangeSummary
      changes={changes}
      counts={countChanges(diffEntries(before, after))}
      before={ids(before)}
      after={ids(after)}
      {...words}
    />
  );
}
