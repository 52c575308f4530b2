import type { KnownBucketDial } from '#contract/bucket.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';

/** A dial of the bucket that is in the comparison. */
export type ComparedDial = Readonly<{ dial: KnownBucketDial; entry: BucketEntry; position: number }>;
export type ComparedPair = readonly [ComparedDial | undefined, ComparedDial | undefined];
