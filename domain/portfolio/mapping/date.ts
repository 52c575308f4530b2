import { isDay, readDay } from '#domain/day/day.ts';

/** Which number of 03/04/2025 is the day; `unclear` where the column does not show it. */
export const DATE_ORDERS = ['day first', 'month first', 'unclear', 'mixed'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const NUMERIC_DATE = /^(\d{1,2})([/.\-\s])(\d{1,2})\2(\d{4}|\d{2})$/;
const TIME = /[T\s]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|[+-]\d{2}(:?\d{2})?)?$/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/;

const withoutTime = (text: string): string => text.trim().replace(TIME, '');

export function orderOfDates(texts: Iterable<string>): DateOrder {
  let dayFirst = false;
  let monthFirst = false;
  let hasNumericDates = false;
  for (const text of texts) {
    const [, first, , second] = NUMERIC_DATE.exec(withoutTime(text)) ?? [];
    if (first === undefined) continue;
    hasNumericDates = true;
    if (Number(first) > 12 && Number(second) <= 12) dayFirst = true;
    if (Number(second) > 12 && Number(first) <= 12) monthFirst = true;
  }
  if (dayFirst && monthFirst) return 'mixed';
  if (monthFirst) return 'month first';
  return dayFirst || !hasNumericDates ? 'day first' : 'unclear';
}

/** The UTC day of a date in common formats, without the time. */
export function readDate(text: string, order: DateOrder): string | undefined {
  const day = withoutTime(text);
  if (isDay(day)) return day;
  const yearFirst = COMPACT.exec(day) ?? YEAR_FIRST.exec(day);
  if (yearFirst) return readDay(yearFirst.slice(1).join('-'));
  const numbers = order === 'month first' ? NUMERIC_DATE.exec(day) : null;
  return readDay(numbers ? `${numbers[3]}/${numbers[1]}/${numbers[4]}` : day);
}
