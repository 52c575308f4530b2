import type { DialValues } from '#domain/value/registry.ts';
import type { Evaluation, RatedEntry } from '#domain/evaluation/evaluate.ts';
import answers from './answers.json' with { type: 'json' };
import firstMiss from './first-miss.json' with { type: 'json' };
import intervals from './intervals.json' with { type: 'json' };
import invalidRisks from './invalid-risks.json' with { type: 'json' };
import journeys from './journeys.json' with { type: 'json' };
import order from './order.json' with { type: 'json' };
import overrides from './overrides.json' with { type: 'json' };
import sets from './sets.json' with { type: 'json' };
import unset from './unset.json' with { type: 'json' };
import wholeBucket from './whole-bucket.json' with { type: 'json' };
import windows from './windows.json' with { type: 'json' };

/** A dial as a case writes it: what is left out is not set. */
export type PackEntry = Readonly<{ dial_id: string; dial: Partial<RatedEntry['dial']>; overrides?: DialValues }>;

export type PackCase = Readonly<{
  name: string;
  bucket: readonly PackEntry[];
  /** As JSON, before it is read. */
  risk: unknown;
  /** What the bucket gives the risk; or, where it cannot be read, the path of every mistake, in any order. */
  expect: Evaluation | Readonly<{ errors: readonly string[] }>;
}>;

const THEMES = {
  intervals,
  sets,
  answers,
  windows,
  journeys,
  unset,
  'first-miss': firstMiss,
  order,
  overrides,
  'invalid-risks': invalidRisks,
  'whole-bucket': wholeBucket,
};

/** The meaning of evaluation in cases, by theme. Its README.md says it in words. */
export const CONFORMANCE_PACK = THEMES as unknown as Readonly<Record<keyof typeof THEMES, readonly PackCase[]>>;

const UNSET: RatedEntry['dial'] = { dimensions: {}, journeys: [], active_from: null, active_until: null, values: {} };

/** The entry with all that its case leaves out. */
export const completeEntry = ({ dial_id, dial, overrides = {} }: PackEntry): RatedEntry => ({
  dial_id,
  dial: { ...UNSET, ...dial },
  overrides,
});
