import { VALUE_KEYS, type DialValues } from '#domain/value/registry.ts';

/** A dial version in a bucket, with the values this bucket overrides. */
export type BucketEntry = Readonly<{ dial_id: string; version: number; overrides: DialValues }>;

/** In evaluation order. Each dial occurs at most once. */
export type BucketEntries = readonly BucketEntry[];

export const BUCKET_LIMITS = { entries: 500, description: 2000 } as const;

/** The values of a dial in this bucket: its own, with the bucket's overrides. */
export function effectiveValues(own: DialValues, overrides: DialValues): DialValues {
  return { ...own, ...setOnly(overrides) };
}

/** Drops overrides equal to the dial's own value. */
export function dropRedundantOverrides(overrides: DialValues, own: DialValues): DialValues {
  return pick(overrides, (key) => overrides[key] !== own[key]);
}

export const setOnly = (values: DialValues): DialValues => pick(values, () => true);

/** In registry order, without unset values: equal values serialise equally. */
function pick(values: DialValues, keep: (key: (typeof VALUE_KEYS)[number]) => boolean): DialValues {
  return Object.fromEntries(
    VALUE_KEYS.filter((key) => values[key] !== undefined && keep(key)).map((key) => [key, values[key]]),
  );
}

export function sameValues(a: DialValues, b: DialValues): boolean {
  return VALUE_KEYS.every((key) => a[key] === b[key]);
}

export function sameEntry(a: BucketEntry, b: BucketEntry): boolean {
  return a.dial_id === b.dial_id && a.version === b.version && sameValues(a.overrides, b.overrides);
}

export function sameEntries(a: BucketEntries, b: BucketEntries): boolean {
  return a.length === b.length && a.every((entry, index) => sameEntry(entry, b[index] as BucketEntry));
}

export const byDial = (entries: BucketEntries): ReadonlyMap<string, BucketEntry> =>
  new Map(entries.map((entry) => [entry.dial_id, entry]));
