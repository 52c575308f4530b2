import type { BucketDial, KnownBucketDial } from '#contract/bucket.ts';
import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import type { DialLookup } from '#web/bucket/query.ts';

/** An outdated dial of the bucket. */
export type OutdatedDial = Readonly<{ entry: BucketEntry; position: number; dial: KnownBucketDial; newer: BucketDial }>;

export function outdatedIn(entries: BucketEntries, lookup: DialLookup): OutdatedDial[] {
  return entries.flatMap((entry, index) => {
    const dial = lookup(entry);
    return dial === undefined || dial.newer === null ? [] : [{ entry, position: index + 1, dial, newer: dial.newer }];
  });
}
