import { VALUE_KEYS, type DialValues } from '#domain/value/registry.ts';

/** One dial of a bucket: by id and version, with what this bucket sets otherwise. Its place in the list is its position. */
export type BucketEntry = Readonly<{ dial_id: string; version: number; overrides: DialValues }>;

/** The dials of a bucket in the order they are read. No dial is in it twice. */
export type BucketEntries = readonly BucketEntry[];

export const BUCKET_LIMITS = { entries: 500, description: 2000 } as const;

/** What the dial sets in this bucket: its own values, each replaced where the bucket overrides it. */
export function effectiveValues(own: DialValues, overrides: DialValues): DialValues {
  return { ...own, ...setOnly(overrides) };
}

/** An override that says what the dial says itself is none. */
export function dropRedundantOverrides(overrides: DialValues, own: DialValues): DialValues {
  return pick(overrides, (key) => overrides[key] !== own[key]);
}

export const setOnly = (values: DialValues): DialValues => pick(values, () => true);

/** In the order of the registry, without what is not set: equal values are written the same. */
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
