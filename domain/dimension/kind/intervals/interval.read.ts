import { holdsNothing, INVERTED_BOUNDS, type Bound, type Interval } from './interval.type.ts';
import { quote, readNumber, type Reading } from './interval.number.ts';
import { printNumber } from './interval.print.ts';
import type { Piece } from './interval.pieces.ts';

type Options = Readonly<{ negative: boolean }>;
type Sides = readonly [lower: string, upper: string];

/** Parses one bracketed piece. If invalid, the value is a repair where that is unambiguous. */
export function readInterval(piece: Piece, options: Options): Reading<Interval> {
  const text = `${piece.open}${piece.inside}${piece.close}`;
  const { value: sides, hint: unclear } = splitSides(piece.inside, text, options);
  if (sides === null) return { value: null, hint: unclear };
  const lower = readBound(sides[0], piece.open === '[', options);
  const upper = readBound(sides[1], piece.close === ']', options);
  const hint = unclear ?? lower.hint ?? upper.hint;
  if (lower.value === null || upper.value === null) return { value: null, hint };

  const interval = { lower: lower.value.bound, upper: upper.value.bound };
  if (!holdsNothing(interval)) return { value: interval, hint };
  const repaired = repair(interval, text);
  return { value: repaired.value, hint: hint ?? repaired.hint };
}

/** Swaps reversed bounds, keeping the brackets in place. An empty interval at one number cannot be repaired. */
export function repair(interval: Interval, text: string): Reading<Interval> {
  const { lower, upper } = interval;
  if (lower === null || upper === null) return { value: interval, hint: null };
  if (lower.at > upper.at) {
    const swapped = { lower: { ...lower, at: upper.at }, upper: { ...upper, at: lower.at } };
    return { value: swapped, hint: `In ${quote(text)} ${INVERTED_BOUNDS}.` };
  }
  const at = printNumber(lower.at);
  return { value: null, hint: `${quote(text)} holds no number. Exactly ${at} is written [${at},${at}].` };
}

/** An empty side has no bound. The wrapper distinguishes "no bound" from "unreadable". */
function readBound(side: string, included: boolean, options: Options): Reading<{ bound: Bound | null }> {
  if (side === '') return { value: { bound: null }, hint: null };
  const { value, hint } = readNumber(side, options);
  const at = value ?? readNumber(withoutSpaces(side), options).value;
  return { value: at === null ? null : { bound: { at, included } }, hint };
}

/** Turns spaces between digits into group separators (`1 000`), and drops them around suffix and dollar sign. */
const withoutSpaces = (side: string): string =>
  side.replaceAll(/(?<=\d) (?=\d)/g, '_').replaceAll(/(?<=\$) (?=\d)|(?<=\d) (?=[kmb])/gi, '');

/**
 * Finds the comma between the bounds. Commas can also group thousands, so a single comma always separates (`[1,500]` is 1 to
 * 500); of several, the one next to a space or a bracket does (`[1,000, 5,000)`, `[1,000,)`). Ambiguous otherwise.
 */
function splitSides(inside: string, text: string, options: Options): Reading<Sides> {
  const body = inside.trim();
  const commas = [...body.matchAll(/,/g)].map((match) => match.index);
  const at = (comma: number): Sides => [body.slice(0, comma).trim(), body.slice(comma + 1).trim()];
  const [first] = commas;
  if (first === undefined) {
    return { value: null, hint: `${quote(text)} needs a comma between its bounds, as in [1,5] or [5,).` };
  }
  if (commas.length === 1) return { value: at(first), hint: null };

  const standsOut = (comma: number): boolean =>
    comma === 0 || comma === body.length - 1 || /\s/.test(`${body[comma - 1]}${body[comma + 1]}`);
  const [only, ...others] = commas.filter(standsOut);
  if (only !== undefined && others.length === 0) return { value: at(only), hint: null };

  const hint = `It is not clear which comma in ${quote(text)} separates the bounds. Put a space after that one, as in [1,000, 5,000).`;
  const readable = (side: string): boolean => readNumber(side, options).hint === null;
  // `1,500,000` is more likely one number than the bounds 1 and 500,000, so this is not guessed.
  if (only !== undefined || commas.length > 20 || readable(body)) return { value: null, hint };
  const [guess, ...more] = commas.map(at).filter(([lower, upper]) => readable(lower) && readable(upper));
  return { value: more.length === 0 ? (guess ?? null) : null, hint };
}
