/** Recorded refusals per person and minute; more are only counted. */
export const MAX_REFUSALS_OF_ONE = 10;
/** For all people together, per server. */
export const MAX_REFUSALS_OF_ALL = 100;
export const REFUSAL_WINDOW_MS = 60_000;

/** Stands for everyone beyond the limit of tracked people. */
export const OTHERS = 'others';

export type LeftOut = Readonly<{ person: string; count: number }>;

/**
 * Rate-limits recorded refusals, so that they cannot flood the audit log. Tracks a bounded number of people and counts the rest
 * together.
 */
export function refusalLimit() {
  let startedAt: number | undefined;
  let recorded = 0;
  const people = new Map<string, { recorded: number; leftOut: number }>();
  let othersLeftOut = 0;

  /** Returns the counts of the past minute and resets them. */
  function restart(): LeftOut[] {
    const leftOut = [...people].map(([person, counts]) => ({ person, count: counts.leftOut }));
    const all = [...leftOut, { person: OTHERS, count: othersLeftOut }].filter(({ count }) => count > 0);
    startedAt = undefined;
    recorded = 0;
    othersLeftOut = 0;
    people.clear();
    return all;
  }

  return {
    /** Whether this refusal is recorded. */
    admit(person: string, now: number): boolean {
      startedAt ??= now;
      const personCounts = people.get(person);
      if (recorded >= MAX_REFUSALS_OF_ALL || (personCounts?.recorded ?? 0) >= MAX_REFUSALS_OF_ONE) {
        if (personCounts) personCounts.leftOut += 1;
        else othersLeftOut += 1;
        return false;
      }
      recorded += 1;
      people.set(person, { recorded: (personCounts?.recorded ?? 0) + 1, leftOut: personCounts?.leftOut ?? 0 });
      return true;
    },

    /** The skipped refusals, once the minute is over. */
    endMinute: (now: number): LeftOut[] =>
      startedAt === undefined || now - startedAt < REFUSAL_WINDOW_MS ? [] : restart(),

    restart,
  };
}
