/** Refusals of one person that are recorded in a minute; more are only counted. */
export const MAX_REFUSALS_OF_ONE = 10;
/** The same of everyone together, by one server. */
export const MAX_REFUSALS_OF_ALL = 100;
export const REFUSAL_WINDOW_MS = 60_000;

/** Who is counted where a person did not fit any more. */
export const OTHERS = 'others';

export type LeftOut = Readonly<{ person: string; count: number }>;

/**
 * Keeps refusals from filling the audit, whoever is refused and however often. It remembers at most as many people as
 * are recorded in a minute, and counts all the others as one.
 */
export function refusalLimit() {
  let startedAt: number | undefined;
  let recorded = 0;
  const people = new Map<string, { recorded: number; leftOut: number }>();
  let othersLeftOut = 0;

  /** What was left out in the minute that ended, and a new beginning. */
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
      const known = people.get(person);
      if (recorded >= MAX_REFUSALS_OF_ALL || (known?.recorded ?? 0) >= MAX_REFUSALS_OF_ONE) {
        if (known) known.leftOut += 1;
        else othersLeftOut += 1;
        return false;
      }
      recorded += 1;
      people.set(person, { recorded: (known?.recorded ?? 0) + 1, leftOut: known?.leftOut ?? 0 });
      return true;
    },

    /** How many were left out, once the minute is over. */
    endMinute: (now: number): LeftOut[] =>
      startedAt === undefined || now - startedAt < REFUSAL_WINDOW_MS ? [] : restart(),

    restart,
  };
}
