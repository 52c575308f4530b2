/** What is near enough to be said on the first page. */
export const COMING_DAYS = 30;

type Window = Readonly<{ active_from: string | null; active_until: string | null }>;
export type Coming = Readonly<{ kind: 'starts' | 'ends'; day: string }>;

/** Days are UTC, and compare as text. `last` is the last near day: COMING_DAYS after today. */
export type Near = Readonly<{ today: string; last: string }>;

/** What the days after today, up to the last near one, bring to a published dial: its start, its end, both or nothing. */
export function comingOf({ active_from, active_until }: Window, { today, last }: Near): Coming[] {
  const near = (day: string | null): day is string => day !== null && day > today && day <= last;
  return [
    ...(near(active_from) ? [{ kind: 'starts' as const, day: active_from }] : []),
    ...(near(active_until) ? [{ kind: 'ends' as const, day: active_until }] : []),
  ];
}
