const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** 16 Nov 2026, of a day written 2026-11-16. Three letters for every month, which no locale of the platform gives. */
export function writeDay(day: string): string {
  const [year = '', month, date] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}
