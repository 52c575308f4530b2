import { isActiveOn } from '#domain/dial/status.ts';
import { type Asked, conditionsOf, type Condition, RISK_READERS } from '#domain/evaluation/compiled/conditions.ts';
import { createSegments, type Cut } from '#domain/evaluation/compiled/segments.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';

/** Dials as bits: the lowest is the first dial of the list, however many there are. */
export type Mask = bigint;

/** What dials ask of one condition, as the dials that each text, or each segment of the number line, lets take part. */
export type MaskedCondition = Readonly<{
  condition: Condition;
  /** Of all else, and of nothing: the dials that ask nothing here. */
  otherwise: Mask;
}> &
  (
    | Readonly<{ holds: 'texts'; asked: readonly Readonly<{ text: string; mask: Mask }>[] }>
    /** The masks stand by the code of the segment; the first is that of nothing. */
    | Readonly<{ holds: 'number'; cuts: readonly Cut[]; masks: readonly Mask[] }>
  );

export type MaskedDials = Readonly<{
  count: number;
  /** Those that are active on the one day, if one is given. */
  there: Mask;
  conditions: readonly MaskedCondition[];
}>;

/** The dials for which it holds. */
export function maskOf<T>(all: readonly T[], holds: (one: T) => boolean): Mask {
  return all.reduce((mask, one, place) => (holds(one) ? mask | (1n << BigInt(place)) : mask), 0n);
}

/** What these dials ask of risks. `day` is the one day on which all are evaluated; without it each is on its own date. */
export function maskDials(entries: readonly RatedEntry[], day?: string): MaskedDials {
  const asked = entries.map(({ dial }) => conditionsOf(dial));
  return {
    count: entries.length,
    there: maskOf(entries, ({ dial }) => day === undefined || isActiveOn(dial, day)),
    conditions: RISK_READERS.flatMap(({ condition, holds }) => {
      const here = asked.map((all) => all.find((one) => one.condition === condition));
      if ((condition === 'window' && day !== undefined) || here.every((one) => one === undefined)) return [];
      return [holds === 'texts' ? maskTexts(condition, here) : maskNumbers(condition, here)];
    }),
  };
}

type AskedHere = readonly (Asked | undefined)[];
const indifferent = (here: AskedHere): Mask => maskOf(here, (one) => one === undefined);

function maskTexts(condition: Condition, here: AskedHere): MaskedCondition {
  const otherwise = indifferent(here);
  const masks = new Map<string, Mask>();
  for (const [dial, one] of here.entries())
    for (const text of one?.texts ?? []) masks.set(text, (masks.get(text) ?? otherwise) | (1n << BigInt(dial)));
  // The empty text stands for nothing, and no dial matches that.
  masks.delete('');
  return { condition, holds: 'texts', asked: Array.from(masks, ([text, mask]) => ({ text, mask })), otherwise };
}

function maskNumbers(condition: Condition, here: AskedHere): MaskedCondition {
  const segments = createSegments();
  segments.cut(here.flatMap((one) => (one === undefined ? [] : [one.intervals])));
  const otherwise = indifferent(here);
  const masks = Array.from({ length: segments.count() }, () => otherwise);
  for (const [dial, one] of here.entries())
    for (const code of one === undefined ? [] : segments.codesIn(one.intervals))
      masks[code] = (masks[code] ?? 0n) | (1n << BigInt(dial));
  return { condition, holds: 'number', cuts: segments.cuts(), masks, otherwise };
}
