import { AMOUNTS } from '#domain/value/kind.ts';
import { findDisjointReason } from '#domain/bucket/overlap.ts';
import { effectiveValues, type BucketEntry } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { isSameValue } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, type DimensionKey } from '#domain/dimension/registry.ts';
import { type DialValues, VALUE_KEYS, VALUES, type ValueKey } from '#domain/value/registry.ts';
import type { KnownBucketDial } from '#contract/bucket.ts';

/** One side of the comparison: the dial version and this bucket's overrides. */
export type ComparedSide = Readonly<{ data: DialData; overrides: DialValues }>;
export type Sides = readonly [ComparedSide | undefined, ComparedSide | undefined];

export type ValueCell = Readonly<{
  value: DialValues[ValueKey];
  /** The dial's own value, if this bucket overrides it. */
  own: DialValues[ValueKey];
  overridden: boolean;
  /** The bar's share of the cell width, 0 to 1; none for text values. */
  share: number | undefined;
}>;
type ValueRow = Readonly<{ key: ValueKey; differs: boolean; cells: readonly (ValueCell | undefined)[] }>;

/** Scales shares to 100% and money to the largest amount shown, so that both sides and both lines are comparable. */
export function valueRows(sides: Sides): ValueRow[] {
  const values = sides.map((side) => side && effectiveValues(side.data.values, side.overrides));
  const amounts = values.flatMap((set) => [set?.max_line ?? 0, set?.min_line ?? 0]);
  const most = Math.max(...amounts);
  return VALUE_KEYS.map((key) => ({
    key,
    differs: both(sides) && values[0]?.[key] !== values[1]?.[key],
    cells: sides.map((side, index) => {
      if (side === undefined) return undefined;
      const value = values[index]?.[key];
      const { unit } = VALUES[key];
      return {
        value,
        own: side.data.values[key],
        overridden: side.overrides[key] !== undefined,
        share: typeof value === 'number' && unit !== null ? shareOf(value, AMOUNTS[unit].max ?? most) : undefined,
      };
    }),
  }));
}

const shareOf = (value: number, most: number): number => (most > 0 ? Math.min(Math.max(value / most, 0), 1) : 0);

type DimensionRow = Readonly<{ key: DimensionKey; differs: boolean }>;

/** Only dimensions set in either dial. */
export function dimensionRows(sides: Sides): DimensionRow[] {
  const of = (index: 0 | 1, key: DimensionKey) => sides[index]?.data.dimensions[key];
  return DIMENSION_KEYS.filter((key) => of(0, key) !== undefined || of(1, key) !== undefined).map((key) => ({
    key,
    differs: both(sides) && !isSameValue(key, of(0, key), of(1, key)),
  }));
}

const both = ([a, b]: Sides): boolean => a !== undefined && b !== undefined;

/** `verdict` is bold; `reason` follows it. */
type OverlapWords = Readonly<{ verdict: string; reason: string }>;

/** Whether some risk can match both dials, and if not, why. `first`: A or B, the one higher in the list. */
export function describeOverlap(a: DialData, b: DialData, first: string): OverlapWords {
  const disjoint = findDisjointReason(a, b);
  if (disjoint === undefined)
    return {
      verdict: 'A risk can match both:',
      reason: `the one higher in the list decides. Here that is ${first}.`,
    };
  return {
    verdict: 'No risk can match both.',
    reason: `${disjoint.words}, so their order does not matter.`,
  };
}

/** A dial of the bucket that is in the comparison. */
export type ComparedDial = Readonly<{ dial: KnownBucketDial; entry: BucketEntry; position: number }>;
export type ComparedPair = readonly [ComparedDial | undefined, ComparedDial | undefined];
