import { printNumber } from './interval.print.ts';

/** A parse result. Valid without a hint; a value with a hint is only a guess. */
export type Reading<T> = Readonly<{ value: T | null; hint: string | null }>;

/** Quotes a text in a hint, truncated. */
export const quote = (text: string): string => `“${text.length > 40 ? `${text.slice(0, 39)}…` : text}”`;

const SHIFTS: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9, bn: 9 };
const MAX_DIGITS = 15;

/** Sign, dollar, digits (plain or grouped by one kind of separator), decimals, suffix. */
const NUMBER =
  /^(?<sign>\$?-|-?\$)?(?<whole>\d{1,3}(?<mark>[,'’_\u00a0\u2009\u202f])\d{3}(?:\k<mark>\d{3})*|\d*)(?:\.(?<fraction>\d+))?(?<suffix>k|m|bn|b)?$/i;

/**
 * A number as typed: `1000`, `1,000`, `1'000`, `1_000`, `2.5m`, `$10M`, `−3`.
 * The suffix shifts the decimal point in the text, so that `0.1m` is exactly 100000.
 */
export function readNumber(text: string, options: { negative: boolean }): Reading<number> {
  const { sign = '', whole = '', fraction = '', suffix = '' } = NUMBER.exec(text.replace('−', '-'))?.groups ?? {};
  const wholeDigits = whole.replaceAll(/\D/g, '');
  if (wholeDigits + fraction === '') return unreadable(text);
  if (/^0\d/.test(wholeDigits)) return explainLeadingZero(text);

  const digits = wholeDigits + fraction;
  const point = wholeDigits.length + (SHIFTS[suffix.toLowerCase()] ?? 0);
  const integer = digits.slice(0, point).padEnd(point, '0').replace(/^0+/, '');
  const decimals = digits.slice(point).replace(/0+$/, '');
  const significant = (integer + decimals).replace(/^0+/, '').replace(/0+$/, '').length;
  if (significant > MAX_DIGITS) {
    return unusable(`${quote(text)} has more than ${MAX_DIGITS} significant digits.`);
  }

  const plain = `${integer || '0'}${decimals && `.${decimals}`}`;
  const size = Number(plain);
  if (printNumber(size) !== plain) return unusable(`${quote(text)} is too large or too small to be held exactly.`);
  if (size === 0 || !sign.includes('-')) return { value: size, hint: null };
  if (!options.negative) return unusable(`${quote(text)} is negative. Negative numbers are not allowed here.`);
  return { value: -size, hint: null };
}

const unusable = (hint: string): Reading<number> => ({ value: null, hint });

function unreadable(text: string): Reading<number> {
  if (text.startsWith('+')) return unusable(`Write ${quote(text)} without the plus sign.`);
  if (/\d\s+\d/.test(text)) return unusable(`There is a space inside the number ${quote(text)}.`);
  return unusable(`${quote(text)} is not a number. Numbers look like 1000, 2.5, 10k, 2.5m or 1bn.`);
}

/** `[5,000)` has one comma, which separates. Explains this instead of guessing. */
function explainLeadingZero(text: string): Reading<number> {
  const thousands =
    'If its comma groups thousands, the bounds need a comma of their own, as in [1,000, 5,000) or [5,000,).';
  return unusable(`${quote(text)} starts with a 0 it does not need.${/^0\d\d$/.test(text) ? ` ${thousands}` : ''}`);
}
