/** One end of an interval: a finite number, and whether the interval holds it. */
export type Bound = Readonly<{ at: number; included: boolean }>;

/** A side without a bound (null) goes on for ever. */
export type Interval = Readonly<{ lower: Bound | null; upper: Bound | null }>;

/** In normal form: sorted, none empty, none overlapping or touching another. Two equal sets look the same. */
export type IntervalSet = readonly Interval[];

export const INVALID_INTERVAL = 'Invalid interval notation. Multiple notations must be separated by a space.';

/** What a dial that is saved may have in one field. */
export const MAX_INTERVALS = 100;
/** What is still read: dials that were saved under an older limit keep their meaning. */
export const MAX_READABLE_INTERVALS = 200;
export const TOO_MANY_INTERVALS = `There are too many intervals. At most ${MAX_INTERVALS} fit.`;
/** Holds for the text as typed and for what it is written out as, so that whatever was accepted can be read again. */
export const MAX_INTERVAL_TEXT = 4000;

export function holdsNothing({ lower, upper }: Interval): boolean {
  if (lower === null || upper === null) return false;
  return lower.at > upper.at || (lower.at === upper.at && !(lower.included && upper.included));
}
