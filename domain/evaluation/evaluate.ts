import type { BucketEntry } from '#domain/bucket/entry.ts';
import type { DialData, Journey } from '#domain/dial/dial.ts';
import type { DialScope } from '#domain/dial/sentence.ts';
import { isActiveOn } from '#domain/dial/status.ts';
import type { DimensionValue, RiskValue } from '#domain/dimension/dimension.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import { type DialValues, VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { Risk } from './risk.ts';

/** A dial of a bucket with the data needed for evaluation. */
export type RatedEntry = Pick<BucketEntry, 'dial_id' | 'overrides'> &
  Readonly<{ dial: DialScope & Pick<DialData, 'values'> }>;

/** The first condition that a dial fails: what the dial wants, and what the risk has (null = unknown). */
export type Miss =
  | Readonly<{ by: 'window'; wants: Pick<DialData, 'active_from' | 'active_until'>; has: string }>
  | Readonly<{ by: 'journeys'; wants: readonly Journey[]; has: Journey | null }>
  | Readonly<{ by: DimensionKey; wants: DimensionValue; has: RiskValue | null }>;

/** The dial takes part if `miss` is null. */
export type DialOutcome = Readonly<{ dial_id: string; miss: Miss | null }>;

/** The value that a dial sets: its own, or the bucket's override. */
export type AppliedValue<K extends ValueKey = ValueKey> = Readonly<{
  dial_id: string;
  value: NonNullable<DialValues[K]>;
  source: 'dial' | 'override';
}>;

/** The winning value, and those of later dials, in order. */
export type ValueOutcome<K extends ValueKey = ValueKey> = Readonly<{
  winner: AppliedValue<K>;
  beaten: readonly AppliedValue<K>[];
}>;

export type Evaluation = Readonly<{
  /** Every dial of the bucket, in order. */
  dials: readonly DialOutcome[];
  /** Leaves out values that no dial sets. */
  values: { readonly [K in ValueKey]?: ValueOutcome<K> };
}>;

/**
 * Evaluates a bucket for a risk. This is the reference implementation: simple, and every faster one must agree with it.
 * For each value, the first dial that takes part and sets it wins.
 */
export function evaluate(entries: readonly RatedEntry[], risk: Risk): Evaluation {
  const dials = entries.map(({ dial_id, dial }) => ({ dial_id, miss: findMiss(dial, risk) }));
  const takingPart = entries.filter((_entry, index) => dials[index]?.miss === null);
  const outcomes = VALUE_KEYS.flatMap((key) => {
    const [winner, ...beaten] = takingPart.flatMap((entry) => appliedValueOf(entry, key) ?? []);
    return winner === undefined ? [] : [[key, { winner, beaten }] as const];
  });
  return { dials, values: Object.fromEntries(outcomes) };
}

/** Checks the window, then the journeys, then the dimensions in registry order. */
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

function appliedValueOf({ dial_id, dial, overrides }: RatedEntry, key: ValueKey): AppliedValue | undefined {
  const [override, own] = [overrides[key], dial.values[key]];
  if (override !== undefined) return { dial_id, value: override, source: 'override' };
  return own === undefined ? undefined : { dial_id, value: own, source: 'dial' };
}
