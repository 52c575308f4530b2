import {
  INVALID_INTERVAL,
  MAX_INTERVAL_TEXT,
  MAX_READABLE_INTERVALS,
  TOO_MANY_INTERVALS,
  type Interval,
  type IntervalSet,
} from './interval.type.ts';
import { cutPieces, repairPieces, piecesHint } from './interval.pieces.ts';
import { groupIntervals, printIntervals } from './interval.print.ts';
import { readPlainIntervals } from './interval.plain.ts';
import { readInterval } from './interval.read.ts';
import { normalise } from './interval.set.ts';

/** The public API: import from here, not from the `interval.*` files. */
export {
  INVALID_INTERVAL,
  INVERTED_BOUNDS,
  MAX_INTERVALS,
  MAX_INTERVAL_TEXT,
  TOO_MANY_INTERVALS,
  type Bound,
  type Interval,
  type IntervalSet,
} from './interval.type.ts';
export { readNumber } from './interval.number.ts';
export { abbreviateInterval, describeInterval, groupIntervals, printIntervals } from './interval.print.ts';
export { complement, contains, equals, intersect, isEmpty, normalise, subtract, union } from './interval.set.ts';

export type ParseResult =
  | Readonly<{
      ok: true;
      set: IntervalSet;
      /** As typed, unmerged; `set` is merged. */
      asWritten: readonly Interval[];
      /** The text is the canonical notation of its set. */
      normalised: boolean;
    }>
  | Readonly<{
      ok: false;
      message: typeof INVALID_INTERVAL;
      hint?: string;
      /** A suggestion for "Did you mean"; never applied automatically. */
      repair?: string;
    }>;

const TOO_LONG = 'This is too long. At most 4,000 characters fit, with every number written out.';

/**
 * Parses white-space separated intervals: bracket, bound, comma, bound, bracket. Square brackets include their bound, round
 * ones exclude it; an empty side has no bound. See `interval.number.ts` for numbers, `interval.read.ts` for which comma
 * separates, and `interval.plain.ts` for forms without brackets (`5m to 50m`, `50m+`, `< 10`). Empty text is the empty set,
 * which callers treat as unset.
 */
export function parseIntervals(text: string, options: Readonly<{ negative: boolean }>): ParseResult {
  if (text.length > MAX_INTERVAL_TEXT) return invalid(TOO_LONG);
  const cut = cutPieces(text);
  const plain = cut === null ? readPlainIntervals(text, options) : null;
  const pieces = cut ?? repairPieces(text) ?? [];
  const readings = plain ?? pieces.map((piece) => readInterval(piece, options));
  if (readings.length > MAX_READABLE_INTERVALS) return invalid(TOO_MANY_INTERVALS);

  const intervals = readings.map((reading) => reading.value).filter((interval) => interval !== null);
  const hint =
    cut === null && plain === null ? piecesHint(text) : readings.find((reading) => reading.hint !== null)?.hint;
  const printed = printIntervals(intervals);
  if (printed.length > MAX_INTERVAL_TEXT) return invalid(hint ?? TOO_LONG);
  if (typeof hint === 'string') {
    const clear = intervals.length > 0 && intervals.length === readings.length;
    return invalid(hint, clear ? printed : undefined);
  }
  const set = normalise(intervals);
  return { ok: true, set, asWritten: intervals, normalised: text === printIntervals(set) };
}

/** A notation as it is shown; one that is invalid, or would be too long to be typed, stays. */
export function groupNotation(notation: string): string {
  const parsed = parseIntervals(notation, { negative: true });
  const grouped = parsed.ok ? groupIntervals(parsed.asWritten) : notation;
  return grouped.length > MAX_INTERVAL_TEXT ? notation : grouped;
}

function invalid(hint: string, repair?: string): ParseResult {
  return { ok: false, message: INVALID_INTERVAL, hint, ...(repair === undefined ? {} : { repair }) };
}
