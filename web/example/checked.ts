import type { Example } from '#contract/example.ts';
import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { CheckedExample } from '#domain/example/check.ts';
import type { DialLookup } from '#web/bucket/query.ts';

export type Checked = CheckedExample<Example>;

/** The entries with their dial versions. Undefined until all are loaded. */
export function rateEntries(
  entries: BucketEntries,
  lookup: DialLookup,
): (BucketEntry & { dial: DialData })[] | undefined {
  const rated = entries.flatMap((entry) => {
    const dial = lookup(entry);
    return dial === undefined ? [] : [{ ...entry, dial: dial.data }];
  });
  return rated.length === entries.length ? rated : undefined;
}
