import type { Interval } from './interval.type.ts';

/*
 * A naive reference implementation for tests. Validity is one grammar in regular expressions; numbers are scaled by exponent
 * notation; sets are never built, only tested point by point.
 */
const SIGN = '(?:-|−|\\$-|\\$−|-\\$|−\\$|\\$)?';
const grouped = (marks: readonly string[]) => marks.map((mark) => `[1-9]\\d{0,2}(?:${mark}\\d{3})+`).join('|');
const number = (marks: readonly string[]) => {
  const whole = `(?:${grouped(marks)}|0|[1-9]\\d*)`;
  return `${SIGN}(?:${whole}(?:\\.\\d+)?|\\.\\d+)(?:[kKmMbB]|[bB][nN])?`;
};
const MARKS = ["'", '’', '_', '\u00a0', '\u2009', '\u202f'];
const N = number(MARKS);
const G = number([...MARKS, ',']);
const INSIDE = [
  `((?:${N})?)\\s*,\\s*((?:${N})?)`,
  `(${G})\\s+,\\s*(${G})`,
  `(${G})\\s*,\\s+(${G})`,
  `()\\s*,\\s*(${G})`,
  `(${G})\\s*,\\s*()`,
].map((form) => new RegExp(`^[[(]\\s*${form}\\s*[\\])]$`));

export function naiveNumber(text: string): number | 'too many digits' {
  const [, digits = '', suffix = ''] =
    /^([\d.]*)([a-z]*)$/.exec(text.replaceAll(/[^\d.a-z]/gi, '').toLowerCase()) ?? [];
  const significant = digits.replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
  if (significant.length > 15) return 'too many digits';
  const size = Number(`${digits}e${{ k: 3, m: 6, b: 9, bn: 9 }[suffix] ?? 0}`);
  return size !== 0 && /[-−]/.test(text) ? -size : size;
}

function naiveInterval(text: string, negative: boolean): Interval | null {
  const match = INSIDE.map((form) => form.exec(text)).find((found) => found !== null);
  if (!match) return null;
  const [a = '', b = ''] = match.slice(1);
  const [low, high] = [a === '' ? -Infinity : naiveNumber(a), b === '' ? Infinity : naiveNumber(b)];
  if (typeof low === 'string' || typeof high === 'string') return null;
  if (!negative && [low, high].some((n) => n < 0 && Number.isFinite(n))) return null;
  const [lowIn, highIn] = [text.startsWith('['), text.endsWith(']')];
  if (low > high || (low === high && (!lowIn || !highIn))) return null;
  return {
    lower: a === '' ? null : { at: low, included: lowIn },
    upper: b === '' ? null : { at: high, included: highIn },
  };
}

export function naiveParse(text: string, negative: boolean): Interval[] | null {
  if (!/^\s*(?:[[(][^[\]()]*[\])](?:\s+(?=\S)|\s*$))*$/.test(text)) return null;
  const intervals = (text.match(/[[(][^[\]()]*[\])]/g) ?? []).map((one) => naiveInterval(one, negative));
  return intervals.every((interval) => interval !== null) ? intervals : null;
}

export const naiveHolds = (intervals: readonly Interval[], x: number): boolean =>
  intervals.some(({ lower, upper }) => {
    const above = lower === null || (lower.included ? x >= lower.at : x > lower.at);
    const below = upper === null || (upper.included ? x <= upper.at : x < upper.at);
    return above && below;
  });

/** Every bound, a point between neighbours, and one beyond each end: enough to distinguish any two sets. */
export function points(...lists: readonly (readonly Interval[])[]): number[] {
  const bounds = lists.flat().flatMap(({ lower, upper }) => [lower?.at ?? 0, upper?.at ?? 0]);
  const sorted = [...new Set([0, ...bounds])].toSorted((a, b) => a - b);
  const between = sorted.map((at, i) => (at + (sorted[i + 1] ?? at + 2)) / 2);
  return [(sorted[0] ?? 0) - 1, ...sorted, ...between];
}

export const agree = (xs: readonly number[], one: (x: number) => boolean, other: (x: number) => boolean): boolean =>
  xs.every((x) => one(x) === other(x));

/** Sorted, none empty, with a gap between neighbours. */
export function isNormal(set: readonly Interval[]): boolean {
  return set.every(({ lower, upper }, i) => {
    const full =
      lower === null ||
      upper === null ||
      lower.at < upper.at ||
      (lower.at === upper.at && lower.included && upper.included);
    const next = set[i + 1];
    if (next === undefined) return full;
    if (upper === null || next.lower === null) return false;
    return (
      full && (upper.at < next.lower.at || (upper.at === next.lower.at && !upper.included && !next.lower.included))
    );
  });
}
