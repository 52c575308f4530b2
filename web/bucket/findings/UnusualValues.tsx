import { useQuery } from '@tanstack/react-query';
import type { Bucket } from '#contract/bucket.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { describeUnusual, listUnusual } from '#domain/bucket/unusual.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { type DialLookup, highestValuesQuery } from '#web/bucket/query.ts';

type UnusualValuesProps = Readonly<{ bucket: Bucket; entries: BucketEntries; lookup: DialLookup }>;

/** Values that are probably a slip, where there are any. They stop nothing. */
export function UnusualValues({ bucket, entries, lookup }: UnusualValuesProps) {
  // What other buckets set is worth a comparison, and no error: the dials' own values are compared without it.
  const { data = { of_class: {}, of_dials: [] } } = useQuery(highestValuesQuery(useApi(), addressOf(bucket)));
  const unusual = listUnusual(entries, bucket.live.entries, (entry) => lookup(entry)?.data.values, data);
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
