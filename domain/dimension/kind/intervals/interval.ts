import {
  INVALID_INTERVAL,
  MAX_INTERVAL_TEXT,
  MAX_READABLE_INTERVALS,
  TOO_MANY_INTERVALS,
  type Interval,
  type IntervalSet,
} from './interval.type.ts';
import { cutPieces, mendPieces, piecesHint } from './interval.pieces.ts';
import { printIntervals } from './interval.print.ts';
import { readPlainly } from './interval.plain.ts';
import { readInterval } from './interval.read.ts';
import { normalise } from './interval.set.ts';

/** The notation's door: other files import from here, not from the `interval.*` files behind it. */
export {
  INVALID_INTERVAL,
  MAX_INTERVALS,
  MAX_INTERVAL_TEXT,
  TOO_MANY_INTERVALS,
  type Bound,
  type Interval,
  type IntervalSet,
} from './interval.type.ts';
export { readNumber } from './interval.number.ts';
export { abbreviateInterval, describeInterval, printIntervals } from './interval.print.ts';
export { complement, contains, equals, intersect, isEmpty, normalise, subtract, union } from './interval.set.ts';

export type ParseResult =
  | Readonly<{
      ok: true;
      set: IntervalSet;
      /** In the order and number typed: write these out to keep what the person wrote, `set` to merge it. */
      asWritten: readonly Interval[];
      /** The text is, to the letter, the one notation of its set. */
      normalised: boolean;
    }>
  | Readonly<{
      ok: false;
      message: typeof INVALID_INTERVAL;
      /** A sentence that names what is wrong. */
      hint?: string;
      /** A valid notation to offer as "Did you mean", never to be put in by itself. */
      repair?: string;
    }>;

const TOO_LONG = 'This is too long. At most 4,000 characters fit, with every number written out.';

/**
 * Reads interval notation: intervals with white space between them; each is a bracket, a bound, a comma, a bound, a
 * bracket. A square bracket includes its bound, a round one leaves it out, an empty side has no bound and counts as
 * round. White space around bounds is free. `interval.number.ts` says what a number may look like, `interval.read.ts`
 * which comma separates. What people write without brackets (`5m to 50m`, `50m+`, `< 10`) is read too:
 * `interval.plain.ts`. Empty text is the empty set, which callers take as "not set".
 */
export function parseIntervals(text: string, options: Readonly<{ negative: boolean }>): ParseResult {
  if (text.length > MAX_INTERVAL_TEXT) return invalid(TOO_LONG);
  const cut = cutPieces(text);
  const plain = cut === null ? readPlainly(text, options) : null;
  const pieces = cut ?? mendPieces(text) ?? [];
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

function invalid(hint: string, repair?: string): ParseResult {
  return { ok: false, message: INVALID_INTERVAL, hint, ...(repair === undefined ? {} : { repair }) };
}
