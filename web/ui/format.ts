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
