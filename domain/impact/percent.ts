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
