import { JOURNEYS } from '#domain/dial/dial.ts';
import { isActiveOn } from '#domain/dial/status.ts';
import type { DimensionValue, RiskValue } from '#domain/dimension/dimension.ts';
import { kindOf, listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';

/*
 * All risks, cut into classes that no dial of a bucket tells apart. An axis is a date, a journey or a dimension; each is
 * cut by what the dials name there. A dial is a box: the classes it matches on each axis it restricts.
 */

/** Some classes of one axis, a bit each. */
export type Classes = Uint32Array;

/** What a dial matches, by axis; nothing where it matches every class. `axes` are those where it does not. */
export type Box = Readonly<{ axes: readonly number[]; classes: readonly (Classes | undefined)[] }>;

/** For each axis the classes that a risk may be in. Each has one at least. */
export type Region = readonly Classes[];

/** For each axis the classes that a risk is in; none where it is not known. */
export type Point = readonly (readonly number[])[];

export type Axis = Readonly<{
  size: number;
  /**
   * The class of a risk of which nothing is known here, or nothing that a dial names. No dial that restricts the axis
   * matches it. Every day is known, so that the axis of dates has none.
   */
  unknown: number | undefined;
  /** Whether a risk may be in several classes at once, as it may have several countries. */
  several: boolean;
}>;

export type Space = Readonly<{
  axes: readonly Axis[];
  /** One for each of the dials it was made of. */
  boxes: readonly Box[];
  riskAt: (point: Point) => Risk;
}>;

const JOURNEY_VALUES = JOURNEYS.map(({ value }) => value);
export const [DATE, JOURNEY] = [0, 1];
/** Dates and journeys come first, then the dimensions. */
const FIRST_DIMENSION = 2;

/** Days before `today` are no part of it: what held then decides nothing any more. */
export function makeSpace(entries: readonly RatedEntry[], today: string): Space {
  const days = listDays(entries, today);
  const divided = divideDimensions(entries);
  const axes: Axis[] = [
    { size: days.length, unknown: undefined, several: false },
    { size: JOURNEY_VALUES.length + 1, unknown: JOURNEY_VALUES.length, several: false },
    ...divided.map(({ classes, several }) => ({ size: classes.length + 1, unknown: classes.length, several })),
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
      date: days[point[DATE]?.[0] ?? 0] ?? today,
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

/** Today, and every later day on which a dial starts or stops taking part: between two of them nothing changes. */
function listDays(entries: readonly RatedEntry[], today: string): string[] {
  const turns = entries.flatMap(({ dial }) => [dial.active_from ?? today, dial.active_until ?? today]);
  return [...new Set([today, ...turns.filter((day) => day > today)])].toSorted();
}

type Divided = Readonly<{
  key: DimensionKey;
  classes: readonly RiskValue[];
  several: boolean;
  /** By the index of the dial, where it sets the dimension. */
  matched: ReadonlyMap<number, readonly number[]>;
  valueAt: (classes: readonly number[]) => RiskValue | undefined;
}>;

function divideDimensions(entries: readonly RatedEntry[]): Divided[] {
  const set = new Map<DimensionKey, { index: number; value: DimensionValue }[]>();
  for (const [index, { dial }] of entries.entries())
    for (const { key, value } of listSetDimensions(dial.dimensions)) {
      const known = set.get(key);
      if (known === undefined) set.set(key, [{ index, value }]);
      else known.push({ index, value });
    }
  return DIMENSION_KEYS.flatMap((key) => {
    const asked = set.get(key);
    if (asked === undefined) return [];
    const { divide, combine } = kindOf(dimensionOf(key));
    const { classes, matched, several } = divide(asked.map(({ value }) => value));
    return {
      key,
      classes,
      several,
      matched: new Map(asked.map(({ index }, at) => [index, matched[at] ?? []])),
      valueAt: (chosen) =>
        chosen
          .map((index) => classes[index])
          .reduce((all, one) => (all === undefined || one === undefined ? (all ?? one) : combine(all, one)), undefined),
    };
  });
}

function makeBox(axes: readonly Axis[], matched: readonly (readonly number[] | undefined)[]): Box {
  const classes = axes.map(({ size }, axis) => {
    const indices = matched[axis];
    return indices === undefined || indices.length === size ? undefined : classesOf(size, indices);
  });
  return { axes: classes.flatMap((one, axis) => (one === undefined ? [] : [axis])), classes };
}

export function classesOf(size: number, indices: Iterable<number>): Classes {
  const classes = new Uint32Array((size + 31) >>> 5);
  for (const index of indices) classes[index >>> 5] = (classes[index >>> 5] ?? 0) | (1 << (index & 31));
  return classes;
}

export const allClasses = ({ size }: Axis): Classes => classesOf(size, Array(size).keys());

export const has = (classes: Classes, index: number): boolean =>
  (((classes[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;

export const isNone = (classes: Classes): boolean => classes.every((word) => word === 0);

export function meets(a: Classes, b: Classes): boolean {
  for (let i = 0; i < a.length; i += 1) if (((a[i] ?? 0) & (b[i] ?? 0)) !== 0) return true;
  return false;
}

export function isWithin(a: Classes, b: Classes): boolean {
  for (let i = 0; i < a.length; i += 1) if (((a[i] ?? 0) & ~(b[i] ?? 0)) !== 0) return false;
  return true;
}

export const shared = (a: Classes, b: Classes): Classes => a.map((word, index) => word & (b[index] ?? 0));
export const without = (a: Classes, b: Classes): Classes => a.map((word, index) => word & ~(b[index] ?? 0));

/** The first of some classes; -1 where there is none. */
export function firstOf(classes: Classes): number {
  const word = classes.findIndex((bits) => bits !== 0);
  return word === -1 ? -1 : word * 32 + (31 - Math.clz32((classes[word] ?? 0) & -(classes[word] ?? 0)));
}

/** Whether a risk can match it at all. */
export const isPossible = ({ classes }: Box): boolean => classes.every((one) => one === undefined || !isNone(one));

/** Whether every risk that matches `inner` matches `outer`. */
export const isInside = (inner: Box, outer: Box): boolean =>
  outer.axes.every((axis) => {
    const [a, b] = [inner.classes[axis], outer.classes[axis]];
    return a !== undefined && b !== undefined && isWithin(a, b);
  });
