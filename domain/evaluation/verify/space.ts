import { JOURNEYS } from '#domain/dial/dial.ts';
import { isActiveOn } from '#domain/dial/status.ts';
import type { DimensionValue, RiskValue } from '#domain/dimension/dimension.ts';
import { kindOf, listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';

/*
 * The space of all risks, divided into bins that no dial of a bucket distinguishes. An axis is the date, the journey or a
 * dimension, divided by the values that dials name. A dial is a box: the bins it matches on each axis it restricts.
 */

/** A set of bins of one axis, a bit each. */
export type BinSet = Uint32Array;

/** The bins a dial matches, by axis; undefined where it matches all. `axes`: the restricted ones. */
export type Box = Readonly<{ axes: readonly number[]; bins: readonly (BinSet | undefined)[] }>;

/** Per axis, a non-empty set of bins. */
export type Region = readonly BinSet[];

/** Per axis, the bins of a risk; empty where unknown. */
export type Point = readonly (readonly number[])[];

export type Axis = Readonly<{
  size: number;
  /**
   * The bin of unknown values and values that no dial names. No dial that restricts the axis matches it. The date axis has
   * none.
   */
  unknown: number | undefined;
  /** Whether a risk can be in several bins, such as several countries. */
  several: boolean;
}>;

export type Space = Readonly<{
  axes: readonly Axis[];
  /** One per dial. */
  boxes: readonly Box[];
  riskAt: (point: Point) => Risk;
}>;

const JOURNEY_VALUES = JOURNEYS.map(({ value }) => value);
export const [DATE, JOURNEY] = [0, 1];
const FIRST_DIMENSION = 2;

/** Excludes days before `first`. */
export function makeSpace(entries: readonly RatedEntry[], first: string): Space {
  const days = listDays(entries, first);
  const divided = divideDimensions(entries);
  const axes: Axis[] = [
    { size: days.length, unknown: undefined, several: false },
    { size: JOURNEY_VALUES.length + 1, unknown: JOURNEY_VALUES.length, several: false },
    ...divided.map(({ bins, several }) => ({ size: bins.length + 1, unknown: bins.length, several })),
  ];
  const boxes = entries.map(({ dial: { journeys, active_from, active_until } }, index) =>
    makeBox(axes, [
      days.flatMap((day, at) => (isActiveOn({ active_from, active_until }, day) ? [at] : [])),
      journeys.length === 0 ? undefined : journeys.map((journey) => JOURNEY_VALUES.indexOf(journey)),
      ...divided.map(({ matched }) => matched.get(index)),
    ]),
  );
  return {
    axes,
    boxes,
    riskAt: (point) => ({
      date: days[point[DATE]?.[0] ?? 0] ?? first,
      journey: JOURNEY_VALUES[point[JOURNEY]?.[0] ?? JOURNEY_VALUES.length] ?? null,
      dimensions: Object.fromEntries(
        divided.flatMap(({ key, valueAt }, index) => {
          const value = valueAt(point[index + FIRST_DIMENSION] ?? []);
          return value === undefined ? [] : [[key, value]];
        }),
      ),
    }),
  };
}

/** Returns the first day, and every later day on which a dial starts or ends; nothing changes in between. */
function listDays(entries: readonly RatedEntry[], first: string): string[] {
  const turns = entries.flatMap(({ dial }) => [dial.active_from ?? first, dial.active_until ?? first]);
  return [...new Set([first, ...turns.filter((day) => day > first)])].toSorted();
}

type DividedDimension = Readonly<{
  key: DimensionKey;
  bins: readonly RiskValue[];
  several: boolean;
  /** By the index of the dial, where it sets the dimension. */
  matched: ReadonlyMap<number, readonly number[]>;
  valueAt: (bins: readonly number[]) => RiskValue | undefined;
}>;

function divideDimensions(entries: readonly RatedEntry[]): DividedDimension[] {
  const set = new Map<DimensionKey, { index: number; value: DimensionValue }[]>();
  for (const [index, { dial }] of entries.entries())
    for (const { key, value } of listSetDimensions(dial.dimensions)) {
      const values = set.get(key);
      if (values === undefined) set.set(key, [{ index, value }]);
      else values.push({ index, value });
    }
  return DIMENSION_KEYS.flatMap((key) => {
    const restrictions = set.get(key);
    if (restrictions === undefined) return [];
    const { divide, combine } = kindOf(dimensionOf(key));
    const { bins, matched, several } = divide(restrictions.map(({ value }) => value));
    return {
      key,
      bins,
      several,
      matched: new Map(restrictions.map(({ index }, at) => [index, matched[at] ?? []])),
      valueAt: (chosen) =>
        chosen
          .map((index) => bins[index])
          .reduce((all, one) => (all === undefined || one === undefined ? (all ?? one) : combine(all, one)), undefined),
    };
  });
}

function makeBox(axes: readonly Axis[], matched: readonly (readonly number[] | undefined)[]): Box {
  const bins = axes.map(({ size }, axis) => {
    // A dial may name a journey or a code twice.
    const indices = matched[axis] && new Set(matched[axis]);
    return indices === undefined || indices.size === size ? undefined : createBinSet(size, indices);
  });
  return { axes: bins.flatMap((one, axis) => (one === undefined ? [] : [axis])), bins };
}

export function createBinSet(size: number, indices: Iterable<number>): BinSet {
  const bins = new Uint32Array((size + 31) >>> 5);
  for (const index of indices) bins[index >>> 5] = (bins[index >>> 5] ?? 0) | (1 << (index & 31));
  return bins;
}

export const allBins = ({ size }: Axis): BinSet => createBinSet(size, Array(size).keys());

export const has = (bins: BinSet, index: number): boolean => (((bins[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;

export const isEmptySet = (bins: BinSet): boolean => bins.every((word) => word === 0);

export function meets(a: BinSet, b: BinSet): boolean {
  for (let i = 0; i < a.length; i += 1) if (((a[i] ?? 0) & (b[i] ?? 0)) !== 0) return true;
  return false;
}

export function isWithin(a: BinSet, b: BinSet): boolean {
  for (let i = 0; i < a.length; i += 1) if (((a[i] ?? 0) & ~(b[i] ?? 0)) !== 0) return false;
  return true;
}

export const intersectBins = (a: BinSet, b: BinSet): BinSet => a.map((word, index) => word & (b[index] ?? 0));
export const without = (a: BinSet, b: BinSet): BinSet => a.map((word, index) => word & ~(b[index] ?? 0));

/** -1 where the set is empty. */
export function firstBin(bins: BinSet): number {
  const word = bins.findIndex((bits) => bits !== 0);
  return word === -1 ? -1 : word * 32 + (31 - Math.clz32((bins[word] ?? 0) & -(bins[word] ?? 0)));
}

/** Whether any risk can match it. */
export const isPossible = ({ bins }: Box): boolean => bins.every((one) => one === undefined || !isEmptySet(one));

/** Whether every risk that matches `inner` matches `outer`. */
export const isInside = (inner: Box, outer: Box): boolean =>
  outer.axes.every((axis) => {
    const [a, b] = [inner.bins[axis], outer.bins[axis]];
    return a !== undefined && b !== undefined && isWithin(a, b);
  });
