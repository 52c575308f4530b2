import type { Journey } from '#domain/dial/dial.ts';
import type { DialDimensions } from '#domain/dimension/registry.ts';
import type { DialValues } from '#domain/value/registry.ts';

/** Days from the first start: -14 is two weeks before it. */
type Day = number;

export type DemoPatch = Readonly<{ dimensions?: DialDimensions; values?: DialValues }>;
export type DemoEdit = DemoPatch & Readonly<{ reason: string }>;

/** One dial and how it came to be. */
export type DemoDial = Readonly<{
  name: string;
  description: string;
  tags: readonly string[];
  journeys?: readonly Journey[];
  dimensions: DialDimensions;
  values: DialValues;
  from?: Day;
  until?: Day;
  /** The day on which the newest version was published; none: it is still a draft. */
  published?: Day;
  /** Why the newest version exists, where it is not the first. */
  reason?: string;
  /** How many versions were published. Earlier ones wrote smaller lines, unless `earlier` says what they were. */
  versions?: number;
  earlier?: readonly (DemoPatch & Readonly<{ reason?: string }>)[];
  /** A newer version that is being written. */
  draft?: DemoEdit;
}>;
