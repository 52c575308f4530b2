import { isDay } from '#domain/day/day.ts';
import { MIN_COMPARED } from './expected.ts';
import { decidedAt, type StoredCounts } from './counts.ts';

/** A calendar month in UTC, `2026-11`. */
export const isMonth = (text: string): boolean => /^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`);
export const monthOf = (day: string): string => day.slice(0, 7);

/** Its first and last day. */
export function daysOfMonth(month: string): Readonly<{ from: string; until: string }> {
  const last = [31, 30, 29].find((date) => isDay(`${month}-${date}`)) ?? 28;
  return { from: `${month}-01`, until: `${month}-${last}` };
}

/** The month so many months later, or earlier. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = year * 12 + number - 1 + months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
}

/** How far ahead a report looks for dials that end, in days after its last one. */
export const REPORT_ENDS_DAYS = 60;

type ListedDial = Readonly<{
  dial_id: string;
  active_from: string | null;
  active_until: string | null;
}>;

/** A dial that decided nothing although its bucket decided enough. */
export type IdleDial = Readonly<{
  dial_id: string;
  /** Decisions of the versions of the bucket that contain it. */
  decisions: number;
  /** The day its window ended, if that has passed. */
  ended_on: string | null;
}>;

/** What one version of a bucket decided on each day of a period, and its dials in all of them. */
export type CountedVersion = StoredCounts &
  Readonly<{
    dial_ids: readonly string[];
    days: readonly Readonly<{ day: string; decisions: number; stopped: number }>[];
  }>;

/**
 * The dials of a list that decided nothing in the counted days of their bucket. With too few decisions nothing can be
 * said, and a dial that was not yet in force is no surprise.
 */
export function findIdleDials(
  dials: readonly ListedDial[],
  versions: readonly CountedVersion[],
  lastDay: string,
): readonly IdleDial[] {
  const decidedBy = ({ dial_ids, counts }: CountedVersion): string[] =>
    dial_ids.filter((_, position) => decidedAt(counts, dial_ids.length, position) > 0);
  const deciders = new Set(versions.flatMap(decidedBy));
  const counted = versions.map(({ dial_ids, days }) => ({ ids: new Set(dial_ids), days }));
  const idle = dials.filter(({ dial_id }) => !deciders.has(dial_id));
  return idle.flatMap(({ dial_id, active_from, active_until }): IdleDial[] => {
    const decisions = counted
      .flatMap(({ ids, days }) => (ids.has(dial_id) ? days : []))
      .filter(({ day }) => active_from === null || day >= active_from)
      .reduce((sum, day) => sum + day.decisions - day.stopped, 0);
    if (decisions < MIN_COMPARED) return [];
    const ended_on = active_until !== null && active_until <= lastDay ? active_until : null;
    return [{ dial_id, decisions, ended_on }];
  });
}
