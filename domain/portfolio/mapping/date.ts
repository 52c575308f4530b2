import { isDay, readDay } from '#domain/day/day.ts';

/** Which number of 03/04/2025 is the day. */
export const DATE_ORDERS = ['day first', 'month first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const NUMERIC_DATE = /^(\d{1,2})([/.\-\s])(\d{1,2})\2(\d{4}|\d{2})$/;
const TIME = /[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AP]M)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/;
/** A year of two digits is this far ahead at most: 31/12/99 is in 1999. */
const MAX_YEARS_AHEAD = 20;

/** A day, both that it can be if nothing shows the order, or undefined for no date. */
export type DateReading = Readonly<{ day: string }> | Readonly<Record<DateOrder, string>> | undefined;

/** The UTC day of a date in common formats. `today` tells the century of a year with two digits. */
export function readDate(text: string, today: string): DateReading {
  const trimmed = text.trim();
  const time = TIME.exec(trimmed);
  const date = time ? trimmed.slice(0, time.index) : trimmed;
  const shift = time ? daysToUtc(time) : 0;
  if (shift === undefined) return undefined;
  const dayOf = (found: string | undefined) => (found === undefined ? undefined : shiftDay(found, shift));
  const numbers = NUMERIC_DATE.exec(date);
  if (numbers === null) {
    const yearFirst = COMPACT.exec(date) ?? YEAR_FIRST.exec(date);
    const words = date.replace(/(?<=[a-z.,\s-])(\d{2})$/i, (year) => fullYear(year, today));
    const day = dayOf(isDay(date) ? date : readDay(yearFirst ? yearFirst.slice(1).join('-') : words));
    return day === undefined ? undefined : { day };
  }
  const [, first = '', mark, second = '', written = ''] = numbers;
  // 26-03-04 may begin with its year.
  if (mark === '-' && written.length === 2 && readDay(`20${first.padStart(2, '0')}-${second}-${written}`))
    return undefined;
  const year = written.length === 2 ? fullYear(written, today) : written;
  const dayFirst = dayOf(readDay(`${year}-${second}-${first}`));
  const monthFirst = dayOf(readDay(`${year}-${first}-${second}`));
  if (dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst) {
    const day = dayFirst ?? monthFirst;
    return day === undefined ? undefined : { day };
  }
  return { 'day first': dayFirst, 'month first': monthFirst };
}

function fullYear(digits: string, today: string): string {
  const year = 2000 + Number(digits);
  return String(year > Number(today.slice(0, 4)) + MAX_YEARS_AHEAD ? year - 100 : year);
}

/** -1, 0 or 1: the UTC day of a moment with an offset may be the day before or after. Undefined for no time. */
function daysToUtc([, hours, minutes, , half, zone = 'Z']: RegExpExecArray): number | undefined {
  const hour = half ? (Number(hours) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59) return undefined;
  const [, sign, ahead = '0', more = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(ahead) * 60 + Number(more));
  return Math.floor((hour * 60 + Number(minutes) - offset) / (24 * 60));
}

/** One day earlier, the same, or one later. */
function shiftDay(day: string, by: number): string | undefined {
  if (by === 0) return day;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const beside = [
    [year, month, date + by],
    ...(by > 0
      ? [
          [year, month + 1, 1],
          [year + 1, 1, 1],
        ]
      : [...[31, 30, 29, 28].map((last) => [year, month - 1, last]), [year - 1, 12, 31]]),
  ];
  return beside.map((parts) => readDay(parts.join('-'))).find((found) => found !== undefined);
}

/** The order that the dates of a column show; undefined where they show none, or both. */
export function findDateOrder(texts: Iterable<string>): DateOrder | undefined {
  const orders = new Set<DateOrder>();
  for (const text of texts) {
    const trimmed = text.trim();
    const [, first, , second] = NUMERIC_DATE.exec(trimmed.replace(TIME, '')) ?? [];
    if (first === undefined) continue;
    if (Number(first) > 12 && Number(second) <= 12) orders.add('day first');
    if (Number(second) > 12 && Number(first) <= 12) orders.add('month first');
  }
  const [order, ...more] = orders;
  return more.length > 0 ? undefined : order;
}
