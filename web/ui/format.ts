/** How dates are written, everywhere: 16 Nov 2026, 10:58. */
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Monday 16 November 2026 */
export const formatLongDay = (date: Date): string => longDay.format(date).replaceAll(',', '');

/** Today 10:58, or 16 Nov 2026 10:58 */
export function formatMoment(date: Date, now: Date): string {
  const day = shortDay.format(date);
  return `${day === shortDay.format(now) ? 'Today' : day} ${clock.format(date)}`;
}

const utcDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** 16 Nov 2026, of a UTC day written 2026-11-16. */
export const formatDay = (day: string): string => utcDay.format(new Date(`${day}T00:00:00Z`));

/** Today 10:58, or 16 Nov 2026: where the hour matters only today. */
export function formatDayOrTime(date: Date, now: Date): string {
  const day = shortDay.format(date);
  return day === shortDay.format(now) ? `Today ${clock.format(date)}` : day;
}
