import type { Interval } from './interval.type.ts';

/** Never uses exponent notation. */
export function printNumber(n: number): string {
  const [mantissa = '', exponent] = String(n).split('e');
  if (exponent === undefined) return mantissa;
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  return `${n < 0 ? '-' : ''}${point > 0 ? digits.padEnd(point, '0') : `0.${'0'.repeat(-point)}${digits}`}`;
}

function printInterval({ lower, upper }: Interval): string {
  const open = lower?.included ? '[' : '(';
  const close = upper?.included ? ']' : ')';
  return `${open}${lower ? printNumber(lower.at) : ''},${upper ? printNumber(upper.at) : ''}${close}`;
}

/** The canonical notation: `[10000000,50000000) [60000000,)`. Does not merge. */
export function printIntervals(intervals: readonly Interval[]): string {
  return intervals.map(printInterval).join(' ');
}

/** Years and counts of days stay as they are. */
const LEAST_GROUPED = 10_000;

/** 10000000 → 10,000,000 */
function groupNumber(n: number): string {
  const [whole = '', fraction] = printNumber(n).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function groupInterval(interval: Interval): string {
  const { lower, upper } = interval;
  if (![lower, upper].some((bound) => bound !== null && Math.abs(bound.at) >= LEAST_GROUPED))
    return printInterval(interval);
  const ends = [lower, upper].map((bound) => (bound === null ? '' : groupNumber(bound.at)));
  // Beside commas that group, the one that separates has a space, unless a side is empty.
  const separator = lower === null || upper === null ? ',' : ', ';
  return `${lower?.included ? '[' : '('}${ends.join(separator)}${upper?.included ? ']' : ')'}`;
}

/** The notation to read, which parses to the same: `[10,000,000, 50,000,000) [60,000,000,)`. */
export function groupIntervals(intervals: readonly Interval[]): string {
  return intervals.map(groupInterval).join(' ');
}

/** Formats a single number, and the first of two: "8 to 12 hours". */
export type NumberFormat = Readonly<{ alone: (n: number) => string; first: (n: number) => string }>;

/** Short form for lists: "$10m to $50m", "$50m or more". Does not show which ends are included. */
export function abbreviateInterval(interval: Interval, { alone, first }: NumberFormat): string {
  const { lower, upper } = interval;
  if (lower === null || upper === null || lower.at === upper.at) return describeInterval(interval, alone);
  return `${lower.included ? '' : 'over '}${first(lower.at)} to ${alone(upper.at)}`;
}

/**
 * For the middle of a sentence: "from $10m up to, not including, $50m".
 */
export function describeInterval({ lower, upper }: Interval, format: (n: number) => string): string {
  if (lower === null) {
    if (upper === null) return 'any number';
    return `${upper.included ? 'up to' : 'below'} ${format(upper.at)}`;
  }
  if (upper === null) return lower.included ? `${format(lower.at)} or more` : `over ${format(lower.at)}`;
  if (lower.at === upper.at) return `exactly ${format(lower.at)}`;
  const end = format(upper.at);
  if (lower.included) return `from ${format(lower.at)} up to${upper.included ? '' : ', not including,'} ${end}`;
  return `over ${format(lower.at)} and ${upper.included ? 'up to' : 'below'} ${end}`;
}
