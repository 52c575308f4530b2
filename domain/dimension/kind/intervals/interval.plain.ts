import { quote, readNumber, type Reading } from './interval.number.ts';
import { repair } from './interval.read.ts';
import { type Bound, holdsNothing, type Interval } from './interval.type.ts';

type Options = Readonly<{ negative: boolean }>;
type Pattern = Readonly<{ pattern: RegExp; sides: readonly ('lower' | 'upper')[]; included: boolean }>;

const UNIT = String.raw`\s?(?:%|percent|hours?|h|days?|d)`;
/** A number with unit: `5m`, `$10 M`, `−3%`, `1,000`, `8 hours`. */
const NUMBER = String.raw`([-−]?\$?[-−]?(?:\d[\d.,'’_\u00a0\u2009\u202f]*|\.\d+)(?:\s?(?:k|m|bn|b))?(?:${UNIT})?)`;
const fullMatch = (pattern: string): RegExp => new RegExp(`^${pattern}$`, 'i');

/** Alternatives to brackets. "To" includes both ends. */
const PATTERNS: readonly Pattern[] = [
  {
    pattern: fullMatch(String.raw`(?:(?:from|between)\s+)?${NUMBER}\s*(?:[-–—−]|to|up to|until|and)\s*${NUMBER}`),
    sides: ['lower', 'upper'],
    included: true,
  },
  {
    pattern: fullMatch(String.raw`${NUMBER}(?:\s?\+|\s+(?:or|and)\s+(?:more|above|over))`),
    sides: ['lower'],
    included: true,
  },
  { pattern: fullMatch(String.raw`(?:>=|=>|≥|at least|from)\s*${NUMBER}`), sides: ['lower'], included: true },
  { pattern: fullMatch(String.raw`(?:>|over|above|more than)\s*${NUMBER}`), sides: ['lower'], included: false },
  { pattern: fullMatch(String.raw`(?:<=|=<|≤|up to|at most|until)\s*${NUMBER}`), sides: ['upper'], included: true },
  { pattern: fullMatch(String.raw`(?:<|under|below|less than)\s*${NUMBER}`), sides: ['upper'], included: false },
];

/** A comma separates if white space follows; otherwise it groups thousands. */
const SEPARATOR = /\s*(?:;|,\s|\n|\bor\b(?!\s+(?:more|above|over)))\s*/i;

/**
 * Parses intervals without brackets: `5m-50m`, `5m to 50m`, `50m+`, `>= 50m`, `< 10`, `10%–25%`;
 * several separated by a semicolon, a comma or "or". Null where any part is something else.
 */
export function readPlainIntervals(text: string, options: Options): Reading<Interval>[] | null {
  if (/[[\]()]/.test(text)) return null;
  const parts = text
    .trim()
    .split(SEPARATOR)
    .map((part) => readPart(part, options));
  return parts.every((part) => part !== null) ? parts : null;
}

function readPart(part: string, options: Options): Reading<Interval> | null {
  for (const { pattern, sides, included } of PATTERNS) {
    const [, ...numbers] = pattern.exec(part) ?? [];
    if (numbers.length === 0) continue;
    const texts = numbers.map(withoutUnit);
    const [first = '', last = ''] = texts;
    const readings = texts.map((number) => readNumber(number, options));
    const hint = readings.find((reading) => reading.hint !== null)?.hint ?? null;
    if (hint !== null) return { value: null, hint };
    const suffix = SUFFIX.exec(last)?.[0];
    const isUnclear = sides.length === 2 && suffix !== undefined && !SUFFIX.test(first) && !/^\$?0$/.test(first);
    const completed = isUnclear ? [readNumber(`${first}${suffix}`, options), ...readings.slice(1)] : readings;
    const bounds = new Map<string, Bound>(sides.map((side, at) => [side, { at: completed[at]?.value ?? 0, included }]));
    const interval = { lower: bounds.get('lower') ?? null, upper: bounds.get('upper') ?? null };
    const { value, hint: inverted } = holdsNothing(interval) ? repair(interval, part) : { value: interval, hint: null };
    const unclear = `It is not clear whether ${quote(first)} is meant as ${quote(`${first}${suffix}`)}. Write both in full.`;
    return { value, hint: isUnclear ? unclear : inverted };
  }
  return null;
}

const SUFFIX = /(?:k|m|bn|b)$/i;
const withoutUnit = (number: string): string => number.replace(new RegExp(`${UNIT}$`, 'i'), '').replaceAll(' ', '');
