import { isActiveOn } from '#domain/dial/status.ts';
import {
  type Condition,
  conditionsOf,
  type ConditionKey,
  RISK_READERS,
} from '#domain/evaluation/compiled/conditions.ts';
import { createSegments, type Cut } from '#domain/evaluation/compiled/segments.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';

/** A set of dials as bits of any length; the first dial is the lowest bit. */
export type Mask = bigint;

/** One condition of all dials: the dials that accept each text, or each segment of the number line. */
export type MaskedCondition = Readonly<{
  condition: ConditionKey;
  /** For other and unknown values: the dials without this condition. */
  otherwise: Mask;
}> &
  (
    | Readonly<{ holds: 'texts'; textMasks: readonly Readonly<{ text: string; mask: Mask }>[] }>
    /** Masks by segment code; index 0 is unknown. */
    | Readonly<{ holds: 'number'; cuts: readonly Cut[]; masks: readonly Mask[] }>
  );

export type MaskedDials = Readonly<{
  count: number;
  /** The dials active on the given day, or all. */
  active: Mask;
  conditions: readonly MaskedCondition[];
}>;

/** The dials that satisfy the predicate. */
export function maskOf<T>(all: readonly T[], holds: (one: T) => boolean): Mask {
  return all.reduce((mask, one, place) => (holds(one) ? mask | (1n << BigInt(place)) : mask), 0n);
}

/** `day`: evaluate all risks on this day instead of their own dates. */
export function maskDials(entries: readonly RatedEntry[], day?: string): MaskedDials {
  const conditionsByDial = entries.map(({ dial }) => conditionsOf(dial));
  return {
    count: entries.length,
    active: maskOf(entries, ({ dial }) => day === undefined || isActiveOn(dial, day)),
    conditions: RISK_READERS.flatMap(({ condition, holds }) => {
      const byDial = conditionsByDial.map((all) => all.find((one) => one.condition === condition));
      if ((condition === 'window' && day !== undefined) || byDial.every((one) => one === undefined)) return [];
      return [holds === 'texts' ? maskTexts(condition, byDial) : maskNumbers(condition, byDial)];
    }),
  };
}

type ConditionsByDial = readonly (Condition | undefined)[];
const unrestricted = (byDial: ConditionsByDial): Mask => maskOf(byDial, (one) => one === undefined);

function maskTexts(condition: ConditionKey, byDial: ConditionsByDial): MaskedCondition {
  const otherwise = unrestricted(byDial);
  const masks = new Map<string, Mask>();
  for (const [dial, one] of byDial.entries())
    for (const text of one?.texts ?? []) masks.set(text, (masks.get(text) ?? otherwise) | (1n << BigInt(dial)));
  // The empty text means unknown, which no dial matches.
  masks.delete('');
  return { condition, holds: 'texts', textMasks: Array.from(masks, ([text, mask]) => ({ text, mask })), otherwise };
}

function maskNumbers(condition: ConditionKey, byDial: ConditionsByDial): MaskedCondition {
  const segments = createSegments();
  segments.cut(byDial.flatMap((one) => (one === undefined ? [] : [one.intervals])));
  const otherwise = unrestricted(byDial);
  const masks = Array.from({ length: segments.count() }, () => otherwise);
  for (const [dial, one] of byDial.entries())
    for (const code of one === undefined ? [] : segments.codesIn(one.intervals))
      masks[code] = (masks[code] ?? 0n) | (1n << BigInt(dial));
  return { condition, holds: 'number', cuts: segments.cuts(), masks, otherwise };
}
