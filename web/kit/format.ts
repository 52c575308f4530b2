import { writeDay } from '#domain/day/day.ts';

/** How dates are written, everywhere: 16 Nov 2026, 10:58. */
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Monday 16 November 2026 */
export const formatLongDay = (date: Date): string => longDay.format(date).replaceAll(',', '');

/** The day of a moment where the person is: 16 Nov 2026. */
const shortDay = (date: Date): string => writeDay(`${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`);

/** Today 10:58, or 16 Nov 2026 10:58 */
export function formatMoment(date: Date, now: Date): string {
  const day = shortDay(date);
  return `${day === shortDay(now) ? 'Today' : day} ${clock.format(date)}`;
}

/** 16 Nov 2026, of a UTC day written 2026-11-16. */
export const formatDay = (day: string): string => writeDay(day);

/** Today 10:58, or 16 Nov 2026: where the hour matters only today. */
export function formatDayOrTime(date: Date, now: Date): string {
  const day = shortDay(date);
  return day === shortDay(now) ? `Today ${clock.format(date)}` : day;
}
