import type { BucketEntry } from '#domain/bucket/entry.ts';
import type { DialData, Journey } from '#domain/dial/dial.ts';
import type { DialScope } from '#domain/dial/sentence.ts';
import { isActiveOn } from '#domain/dial/status.ts';
import type { DimensionValue, RiskValue } from '#domain/dimension/dimension.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import { type DialValues, VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { Risk } from './risk.ts';

/** One dial of a bucket with what its version says, in so far as it decides anything. */
export type RatedEntry = Pick<BucketEntry, 'dial_id' | 'overrides'> &
  Readonly<{ dial: DialScope & Pick<DialData, 'values'> }>;

/** The first thing that kept a dial from taking part: what the dial wants, and what the risk has (null = not known). */
export type Miss =
  | Readonly<{ by: 'window'; wants: Pick<DialData, 'active_from' | 'active_until'>; has: string }>
  | Readonly<{ by: 'journeys'; wants: readonly Journey[]; has: Journey | null }>
  | Readonly<{ by: DimensionKey; wants: DimensionValue; has: RiskValue | null }>;

/** Whether a dial took part: it did when nothing missed. */
export type DialOutcome = Readonly<{ dial_id: string; miss: Miss | null }>;

/** What one dial that took part sets for one value: its own, or the override of this bucket. */
export type Setting<K extends ValueKey = ValueKey> = Readonly<{
  dial_id: string;
  value: NonNullable<DialValues[K]>;
  source: 'dial' | 'override';
}>;

/** The setting that holds, and those of later dials, in their order. */
export type ValueOutcome<K extends ValueKey = ValueKey> = Readonly<{
  winner: Setting<K>;
  beaten: readonly Setting<K>[];
}>;

export type Evaluation = Readonly<{
  /** Every dial of the bucket, in its order. */
  dials: readonly DialOutcome[];
  /** Without the values that no dial sets. */
  values: { readonly [K in ValueKey]?: ValueOutcome<K> };
}>;

/**
 * What a bucket gives a risk. This is the definition: it is kept plain, and every faster way has to agree with it.
 * Dials are read in order. For each value, the first dial that takes part and sets it wins.
 */
export function evaluate(entries: readonly RatedEntry[], risk: Risk): Evaluation {
  const dials = entries.map(({ dial_id, dial }) => ({ dial_id, miss: findMiss(dial, risk) }));
  const takingPart = entries.filter((_entry, index) => dials[index]?.miss === null);
  const outcomes = VALUE_KEYS.flatMap((key) => {
    const [winner, ...beaten] = takingPart.flatMap((entry) => settingOf(entry, key) ?? []);
    return winner === undefined ? [] : [[key, { winner, beaten }] as const];
  });
  return { dials, values: Object.fromEntries(outcomes) };
}

/** Asked in this order: the window, the journeys, then the dimensions the dial sets, in the order of the registry. */
export function findMiss(dial: DialScope, risk: Risk): Miss | null {
  const { active_from, active_until, journeys } = dial;
  if (!isActiveOn(dial, risk.date)) return { by: 'window', wants: { active_from, active_until }, has: risk.date };
  if (journeys.length > 0 && (risk.journey === null || !journeys.includes(risk.journey)))
    return { by: 'journeys', wants: journeys, has: risk.journey };
  for (const { key, kind, value } of listSetDimensions(dial.dimensions)) {
    const has = risk.dimensions[key];
    if (!kind.matches(value, has)) return { by: key, wants: value, has: has ?? null };
  }
  return null;
}

function settingOf({ dial_id, dial, overrides }: RatedEntry, key: ValueKey): Setting | undefined {
  const [override, own] = [overrides[key], dial.values[key]];
  if (override !== undefined) return { dial_id, value: override, source: 'override' };
  return own === undefined ? undefined : { dial_id, value: own, source: 'dial' };
}
