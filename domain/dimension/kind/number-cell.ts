import type { IntervalsDimension } from '#domain/dimension/dimension.ts';
import { grouped, type Unit, unitFacts } from '#domain/dimension/format.ts';
import {
  type CellCause,
  cellError,
  type CellReading,
  cellValue,
  type ColumnReading,
  type DecimalMark,
} from './cell.ts';
import { findCurrency, US_DOLLAR } from './currency.ts';

/* Numbers of a file, as any system writes them. What a column as a whole shows, or a person says, settles what one cell leaves open. */

/** A number without what stands around its digits. */
type NumberParts = Readonly<{
  isNegative: boolean;
  /** As written: `1.200.000,50`. */
  digits: string;
  /** Powers of ten, by a suffix or an exponent. */
  shift: number;
  /** The currency that its mark stands for; empty without a mark. */
  currency: string;
  hasPercentSign: boolean;
}>;

const SUFFIX = /\s*(k|thousand|m|mn|mio|million|b|bn|billion)$/i;
const SHIFTS: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mn: 6,
  mio: 6,
  million: 6,
  b: 9,
  bn: 9,
  billion: 9,
};
const ACCOUNTING = /^\((.+)\)$/;
const EXPONENT = /^(\d+(?:[.,]\d+)?)e([+-]?\d{1,3})$/i;
const LEADING_MARK = /^([^\d\s.,+()-]+)\s*/;
const TRAILING_MARK = /\s*([^\d\s.,%]+)$/;
const SPACES = /[\u00a0\u2009\u202f]/g;

function splitNumber(text: string, unit: Unit): NumberParts | undefined {
  const { suffix, hasSuffixes, isMoney } = unitFacts(unit);
  let rest = text.trim().replaceAll(SPACES, ' ').replace('−', '-');
  let isNegative = false;
  let currency = '';
  const takeMark = (mark: RegExp): boolean => {
    const found = isMoney && currency === '' ? findCurrency(mark.exec(rest)?.[1] ?? '') : undefined;
    if (found === undefined) return false;
    currency = found;
    rest = rest.replace(mark, '');
    return true;
  };
  const takeSign = () => {
    const inside = ACCOUNTING.exec(rest)?.[1];
    if (inside !== undefined || rest.startsWith('-')) isNegative = true;
    rest = inside ?? rest.replace(/^[+-]\s*/, '');
  };
  takeMark(LEADING_MARK);
  takeSign();
  if (!takeMark(LEADING_MARK)) takeMark(TRAILING_MARK);
  const hasPercentSign = unit === 'percent' && rest.endsWith('%');
  if (suffix) rest = rest.replace(suffix, '');
  const exponent = EXPONENT.exec(rest);
  if (exponent) return { isNegative, digits: exponent[1] ?? '', shift: Number(exponent[2]), currency, hasPercentSign };
  const letters = hasSuffixes ? SUFFIX.exec(rest)?.[1] : undefined;
  if (letters !== undefined) rest = rest.replace(SUFFIX, '');
  return { isNegative, digits: rest, shift: SHIFTS[letters?.toLowerCase() ?? ''] ?? 0, currency, hasPercentSign };
}

/** Digits in plain notation; for 1.500 and 1,500 both that they can mean. `decimal`: the mark that the digits show. */
type Digits =
  | Readonly<{ plain: string; decimal?: DecimalMark }>
  | Readonly<{ mark: DecimalMark; asDecimal: string; asGroups: string }>;

const other = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.');
/** `1 200 000,50`, `1'200'000.50`, `1_200`: these marks only group. */
const GROUPED_OTHERWISE = /^(\d{1,3}(?:([ '’_])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;
/** `1,200,000.50`, `1.200,5`. */
const GROUPED_WITH_DECIMALS = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?!\2)([.,])(\d+)$/;
/** `1,200,000`. */
const GROUPED = /^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/;
const ONE_MARK = /^(\d*)([.,])(\d+)$/;

function readDigits(digits: string): Digits | undefined {
  if (/^\d+$/.test(digits)) return { plain: digits };
  const parts = GROUPED_OTHERWISE.exec(digits) ?? GROUPED_WITH_DECIMALS.exec(digits);
  if (parts) {
    const whole = (parts[1] ?? '').replaceAll(/\D/g, '');
    return parts[3] === undefined
      ? { plain: whole }
      : { plain: `${whole}.${parts[4]}`, decimal: parts[3] as DecimalMark };
  }
  const groups = GROUPED.exec(digits);
  if (groups) return { plain: digits.replaceAll(/\D/g, ''), decimal: other(groups[1] as DecimalMark) };
  const [, whole = '', found, fraction = ''] = ONE_MARK.exec(digits) ?? [];
  if (found === undefined) return undefined;
  const [mark, plain] = [found as DecimalMark, `${whole}.${fraction}`];
  const canGroup = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return canGroup ? { mark, asDecimal: plain, asGroups: whole + fraction } : { plain, decimal: mark };
}

const PLAIN_INTEGER = /^\d{1,15}$/;
const PLAIN = /^\d+(\.\d+)?$/;
/** Plain numbers parse as fast as a cache lookup. */
export const isPlain = (text: string): boolean => PLAIN.test(text);

/** A share above this is no share. */
const MAX_PERCENT = 100;
/** A change of ten times its base is the largest that may be written as a fraction. */
const MAX_FRACTION = 10;

export type NumberFacts = Pick<IntervalsDimension, 'unit' | 'negative'>;

/** Parses `12.5m`, `1,200,000`, `USD 5m`, `12 hrs`, `2.500.000,00 €` as its column is read. Keeps every digit that a double has. */
export function readNumberCell(text: string, { unit, negative }: NumberFacts, reading: ColumnReading): CellReading {
  const isPercent = unit === 'percent';
  const { notANumber, isMoney = false } = unitFacts(unit);
  const isClear = !isPercent && (!isMoney || reading.isDollars);
  if (isClear && PLAIN_INTEGER.test(text)) return cellValue(Number(text));
  const parts = splitNumber(text, unit);
  const digits = parts && readDigits(parts.digits);
  if (parts === undefined || digits === undefined) return cellError(notANumber);

  const questions: CellCause[] = [];
  const fixes: CellCause[] = [];
  let message = '';
  const settle = <T extends string>(kind: CellCause['kind'], answer: T | undefined, why: string): T | undefined => {
    if (answer === undefined) {
      questions.push({ kind, text: '' });
      message ||= why;
    } else if (reading.answers.has(kind)) fixes.push({ kind, text: '', fix: answer });
    return answer;
  };

  let plain = 'plain' in digits ? digits.plain : '';
  if ('mark' in digits) {
    const { mark, asDecimal, asGroups } = digits;
    const why = `Either ${grouped(Number(asGroups))} or ${Number(asDecimal)}. Say which mark is the decimal one`;
    plain = settle('decimal', reading.decimal, why) === mark ? asDecimal : asGroups;
  }
  let size = Number(`${plain}e${parts.shift}`);
  if (!Number.isFinite(size)) return cellError('Too large for a number');
  if (isPercent && !parts.hasPercentSign && size !== 0) {
    const why = `Either ${size}% or ${toPercent(size)}%. Say whether the column has fractions`;
    if (settle('percent', reading.percent, why) === 'fraction') size = toPercent(size);
    if (!negative && size > MAX_PERCENT && reading.percent === 'fraction') return cellError('Over 100%');
  }
  if (isMoney && parts.currency !== US_DOLLAR && !(parts.currency === '' && reading.isDollars)) {
    const rate = reading.rates.get(parts.currency);
    const cause = { kind: 'currency', text: parts.currency } as const;
    if (rate === undefined) {
      questions.push(cause);
      message ||= `Not in US dollars. Give the rate of ${parts.currency || 'its currency'}`;
    } else {
      fixes.push({ ...cause, fix: rate.currency, rate: rate.usd });
      size = convert(size, rate.usd);
    }
  }
  if (questions.length > 0) return { kind: 'wrong', message, causes: questions, fixes };
  if (parts.isNegative && size !== 0 && !negative) return cellError('Must not be negative');
  const value = parts.isNegative && size !== 0 ? -size : size;
  return fixes.length === 0 ? cellValue(value) : { kind: 'value', value, fixes };
}

/** 0.07 is 7, not 7.000000000000001. */
const toPercent = (fraction: number): number =>
  Number(`${fraction}e2`.replace(/e(.+)e2$/, (_all, e) => `e${Number(e) + 2}`));

/** In whole cents: products of doubles have digits that nobody wrote, and half a cent may fall below. */
const convert = (amount: number, usd: number): number => Math.round(Number((amount * usd * 100).toPrecision(15))) / 100;

/** What 1.500 or 1,500 is with a decimal point, and with a decimal comma. */
export function explainMark(text: string): Readonly<{ point: string; comma: string }> {
  const digits = readDigits(/\d[\d.,]*/.exec(text)?.[0] ?? '');
  if (digits === undefined || 'plain' in digits) return { point: text, comma: text };
  const [decimal, groups] = [digits.asDecimal, digits.asGroups].map((plain) => grouped(Number(plain)));
  return digits.mark === '.'
    ? { point: decimal ?? '', comma: groups ?? '' }
    : { point: groups ?? '', comma: decimal ?? '' };
}

/** What the numbers of a column show; undefined where it is not clear. */
export type NumberEvidence = Readonly<{
  decimal: DecimalMark | undefined;
  /** Where amounts and counts have only commas that can group thousands, they most likely do. */
  likelyDecimal: DecimalMark | undefined;
  percent: 'percent' | undefined;
  /** Whether amounts without a mark are US dollars. */
  isDollars: boolean;
}>;

/** Reads the texts of a column: all distinct ones, or one of each shape. */
export function inspectNumbers(texts: Iterable<string>, { unit, negative }: NumberFacts): NumberEvidence {
  const marks = new Set<DecimalMark>();
  const unclear = new Set<DecimalMark>();
  const currencies = new Set<string>();
  /** Of numbers without a percent sign. */
  let [least, most, hasSigns] = [Infinity, 0, false];
  for (const text of texts) {
    const parts = splitNumber(text, unit);
    const digits = parts && readDigits(parts.digits);
    if (parts === undefined || digits === undefined) continue;
    currencies.add(parts.currency);
    if ('mark' in digits) unclear.add(digits.mark);
    else if (digits.decimal !== undefined) marks.add(digits.decimal);
    hasSigns ||= parts.hasPercentSign;
    const size = Number('plain' in digits ? digits.plain : digits.asDecimal);
    if (parts.hasPercentSign || size === 0) continue;
    least = Math.min(least, size);
    most = Math.max(most, size);
  }
  const isPercent = hasSigns ? least >= 1 && most !== 1 : most === 0 || most > (negative ? MAX_FRACTION : 1);
  const [decimal, ...more] = marks;
  currencies.delete('');
  return {
    decimal: more.length > 0 ? undefined : decimal,
    likelyDecimal: marks.size === 0 && !unclear.has('.') && unitFacts(unit).hasSuffixes ? '.' : undefined,
    percent: isPercent ? 'percent' : undefined,
    isDollars: currencies.size === 0 || currencies.has(US_DOLLAR),
  };
}
