/** A finite number, and whether the interval includes it. */
export type Bound = Readonly<{ at: number; included: boolean }>;

/** A null bound is unbounded. */
export type Interval = Readonly<{ lower: Bound | null; upper: Bound | null }>;

/** Normalised: sorted, non-empty, disjoint and not adjacent. Equal sets are structurally equal. */
export type IntervalSet = readonly Interval[];

export const INVALID_INTERVAL = 'Invalid interval notation. Multiple notations must be separated by a space.';
export const INVERTED_BOUNDS = 'the lower bound is above the upper one';

/** Limit when saving. */
export const MAX_INTERVALS = 100;
/** Limit when reading, for dials saved under an older limit. */
export const MAX_READABLE_INTERVALS = 200;
export const TOO_MANY_INTERVALS = `There are too many intervals. At most ${MAX_INTERVALS} fit.`;
/** For both the typed and the normalised text, so that accepted input can be parsed again. */
export const MAX_INTERVAL_TEXT = 4000;

export function holdsNothing({ lower, upper }: Interval): boolean {
  if (lower === null || upper === null) return false;
  return lower.at > upper.at || (lower.at === upper.at && !(lower.included && upper.included));
}
