/** More than so many deaths within a minute have a cause that another start does not cure. */
export const MAX_STARTS_PER_MINUTE = 5;

const MINUTE_MS = 60_000;
const FIRST_PAUSE_MS = 1000;

/**
 * When an engine that ended may be started again: at once the first time, then after pauses that double, each counted
 * from the start before. Undefined when it was started too often in the last minute. All times are milliseconds.
 */
export function nextStartAt(earlierStarts: readonly number[], now: number): number | undefined {
  const recent = earlierStarts.filter((at) => now - at < MINUTE_MS);
  const last = recent.at(-1);
  if (last === undefined) return now;
  if (recent.length >= MAX_STARTS_PER_MINUTE) return undefined;
  return Math.max(now, last + FIRST_PAUSE_MS * 2 ** (recent.length - 1));
}
