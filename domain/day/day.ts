import { capitalise } from '#domain/dimension/words.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const DAYS_IN = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The first day that dials, risks and engines accept. */
export const FIRST_DAY = '1900-01-01';

export function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (text < FIRST_DAY || m < 1 || m > 12 || d < 1 || d > (DAYS_IN[m - 1] ?? 0)) return false;
  return m !== 2 || d < 29 || (y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0));
}

/**
 * 2026-11-16 → 16 Nov 2026. Always three letters per month, which no platform locale offers. Invalid days are unchanged.
 */
export function writeDay(day: string): string {
  const [, year = '', month, date] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(day) ?? [];
  if (year === '') return day;
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** The first moment of a day (UTC), in milliseconds since 1970. */
export const startOfDay = (day: string): number => daysBetween('1970-01-01', day) * 86_400_000;

/** The day after a valid one. */
export function nextDay(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return dayOf(String(year), month, String(date + 1)) ?? dayOf(String(year), month + 1, '1') ?? `${year + 1}-01-01`;
}

/** A day count. Years start in March, so that the leap day comes last. */
function dayNumber(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const years = month > 2 ? year : year - 1;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  const monthsSinceMarch = (month + 9) % 12;
  return 365 * years + leapDays + Math.floor((153 * monthsSinceMarch + 2) / 5) + date;
}

/** Parses user input in British order: `1 Jan 2027`, `1 January 27`, `1/1/27`, `01.01.2027`, `2027-01-01`. */
export function readDay(text: string): string | undefined {
  const typed = text.trim().replace(/^[a-z]+day,?\s+/i, '');
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  const numbers = /^(\d{1,2})([/.\-\s])(\d{1,2})\2(\d{4}|\d{2})$/.exec(typed);
  const words = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]*([a-z]{3,9})\.?,?[\s-]*(\d{4}|\d{2})$/i.exec(typed);
  if (iso) return dayOf(iso[1], Number(iso[2]), iso[3]);
  if (numbers) return dayOf(numbers[4], Number(numbers[3]), numbers[1]);
  if (words) return dayOf(words[3], findMonth(words[2] ?? ''), words[1]);
  return undefined;
}

/** 29 Feb is in one of nine years in a row, 2096 to 2104 included. */
const YEARS_AROUND = 9;

/** The days that `1 Jan` can mean: those from today on, then the past ones, the nearest first. Empty for other texts. */
export function listDaysWithoutYear(text: string, today: string): readonly string[] {
  const [, date, name = ''] = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]*([a-z]{3,9})\.?$/i.exec(text.trim()) ?? [];
  const month = findMonth(name);
  if (date === undefined || month === 0) return [];
  const year = Number(today.slice(0, 4));
  const dayIn = (number: number) => dayOf(String(number), month, date) ?? [];
  const years = Array.from({ length: YEARS_AROUND }, (_, index) => index);
  return [
    ...years.flatMap((count) => dayIn(year + count)).filter((day) => day >= today),
    ...years.flatMap((count) => dayIn(year - count)).filter((day) => day < today),
  ];
}

const MONTH_NAMES = 'january february march april may june july august september october november december'.split(' ');

/** 2026-11 → November 2026 */
export function writeMonth(month: string): string {
  const [year, number] = month.split('-');
  return `${capitalise(MONTH_NAMES[Number(number) - 1] ?? '')} ${year}`;
}

/** 1-based; 0 if unknown. Accepts any prefix: "Sep", "Sept", "September". */
const findMonth = (name: string): number => MONTH_NAMES.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;

function dayOf(year = '', month: number, date = ''): string | undefined {
  const two = (part: number | string) => String(part).padStart(2, '0');
  const day = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(date)}`;
  return isDay(day) ? day : undefined;
}
