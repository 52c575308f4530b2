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

/** A dial in a case; missing fields are not set. */
export type PackEntry = Readonly<{ dial_id: string; dial: Partial<RatedEntry['dial']>; overrides?: DialValues }>;

export type PackCase = Readonly<{
  name: string;
  bucket: readonly PackEntry[];
  /** Raw JSON. */
  risk: unknown;
  /** The evaluation or, for an invalid risk, the path of every error in any order. */
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

/** Specifies evaluation by example, by theme. README.md describes it in words. */
export const CONFORMANCE_PACK = THEMES as unknown as Readonly<Record<keyof typeof THEMES, readonly PackCase[]>>;

const UNSET: RatedEntry['dial'] = { dimensions: {}, journeys: [], active_from: null, active_until: null, values: {} };

/** Adds the fields that a case leaves out. */
export const completeEntry = ({ dial_id, dial, overrides = {} }: PackEntry): RatedEntry => ({
  dial_id,
  dial: { ...UNSET, ...dial },
  overrides,
});
