import type { DialValues } from '#domain/value/registry.ts';

/** Days from the first start: -14 is two weeks before it. */
type Day = number;

/** A dial of a demo bucket: in the version named, or in the newest that is published by then. */
export type DemoEntry = Readonly<{ dial: string; version?: number; overrides?: DialValues }>;

/** What a bucket held from a day on. Dials that were not published by then are left out. */
export type DemoVersion = Readonly<{ day: Day; why: string; entries: readonly DemoEntry[] }>;

/** One bucket and how it came to be: versions that went live, then a draft that is being written or reviewed. */
export type DemoBucket = Readonly<{
  partner: number;
  cob: string;
  versions: readonly DemoVersion[];
  draft?: Readonly<{ entries: readonly DemoEntry[]; minutesAgo: number; by: string; review?: string }>;
}>;
