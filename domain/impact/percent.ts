import { writeDay } from '#domain/day/day.ts';

/** The smallest group shown to people who may not see single risks. */
export const MIN_SHOWN_RISKS = 20;

/** "70.5%". Never rounds to 0% or 100%. */
export function describePercent(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return '0%';
  if (part >= whole) return '100%';
  const percent = (part / whole) * 100;
  if (percent < 0.1) return 'under 0.1%';
  return `${Math.min(99.9, Number(percent.toFixed(1)))}%`;
}

/** The day of a measurement: "on 1 Jan 2027"; of several with different days, or of risks on their own dates, "each on its day". */
export const describeMeasuredDay = (day: string | null): string =>
  day === null ? 'each on its day' : `on ${writeDay(day)}`;
