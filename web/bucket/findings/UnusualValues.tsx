import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { describeUnusual, listUnusual, type UnusualValue } from '#domain/bucket/unusual.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { type DialLookup, highestValuesQuery } from '#web/bucket/query.ts';

const NOTHING = { of_class: {}, of_dials: [] };

/**
 * Values that are probably typos. They block nothing. Undefined until the values of other buckets are loaded or failed.
 */
export function useUnusual(
  bucket: Bucket,
  entries: BucketEntries,
  lookup: DialLookup,
): readonly UnusualValue[] | undefined {
  // Without the other buckets, compare with the dials' own values only.
  const { data = NOTHING, isPending } = useQuery(highestValuesQuery(useApi(), addressOf(bucket)));
  const unusual = useMemo(
    () => listUnusual(entries, bucket.live.entries, (entry) => lookup(entry)?.data.values, data),
    [entries, bucket, lookup, data],
  );
  return isPending ? undefined : unusual;
}

type UnusualValuesProps = Readonly<{ unusual: readonly UnusualValue[]; entries: BucketEntries; lookup: DialLookup }>;

export function UnusualValues({ unusual, entries, lookup }: UnusualValuesProps) {
  if (unusual.length === 0) return null;
  return (
    <section aria-label="Unusual values" className="ls-notice ls-mid" data-tone="amber">
      <b>Unusual values</b>
      <ul className="ls-list">
        {unusual.map((one) => (
          <li key={`${one.dial_id} ${one.key}`} className="ls-above-4">
            Dial {one.position}, {nameIn(entries, lookup, one.dial_id)}: {describeUnusual(one)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameIn(entries: BucketEntries, lookup: DialLookup, dialId: string): string {
  const entry = entries.find(({ dial_id }) => dial_id === dialId);
  return (entry && lookup(entry)?.data.name) ?? '';
}
