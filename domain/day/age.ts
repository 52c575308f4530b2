const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type Age = Readonly<{ short: string; words: string }>;

/** In hours up to a day, in days up to two weeks, in weeks up to two months, then in months. */
export function ageOf(sinceMs: number, nowMs: number): Age {
  const passed = Math.max(0, nowMs - sinceMs);
  const days = Math.floor(passed / DAY_MS);
  if (passed < HOUR_MS) return { short: '<1h', words: 'less than an hour' };
  if (days < 1) return age(Math.floor(passed / HOUR_MS), 'h', 'hour');
  if (days < 14) return age(days, 'd', 'day');
  if (days < 61) return age(Math.floor(days / 7), 'w', 'week');
  return age(Math.floor(days / 30.4), 'mo', 'month');
}

const age = (count: number, unit: string, word: string): Age => ({
  short: `${count}${unit}`,
  words: `${count} ${word}${count === 1 ? '' : 's'}`,
});
