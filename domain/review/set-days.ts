import { writeDay } from '#domain/day/day.ts';
import { isScheduled, type ScheduledRound, takesVotes } from './schedule.ts';

/** The days that the buckets of a set go live; null: as soon as it is approved. */
type Days = readonly (string | null)[];

/** The day that all have in common; null where they differ, or have none. */
export function commonDay(days: Days): string | null {
  const [first = null] = days;
  return days.every((day) => day === first) ? first : null;
}

/** "all on 1 Jan 2027", or "from 1 Jan 2027" where days differ; undefined where there is no day. */
export const describeSetDay = (first: string | null, isSame: boolean): string | undefined =>
  first === null ? undefined : `${isSame ? 'all on' : 'from'} ${writeDay(first)}`;

const sortDays = (days: Days): string[] => days.filter((day) => day !== null).toSorted();

export const describeSetDays = (days: Days): string | undefined =>
  describeSetDay(sortDays(days)[0] ?? null, commonDay(days) !== null);

/** Which day the votes are about, in a sentence; undefined where all go live as soon as they are approved. */
export function explainSetDays(days: Days): string | undefined {
  const dated = sortDays(days);
  const [first, last] = [dated[0], dated.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const late = 'What is approved later goes live at once.';
  if (commonDay(days) !== null)
    return `${days.length === 1 ? 'It goes' : `All ${days.length} go`} live on ${writeDay(first)}, 00:00 UTC. ${late}`;
  const undated = days.length - dated.length;
  const which = undated === 0 ? 'They' : `${dated.length} of ${days.length}`;
  const when =
    first === last ? `on ${writeDay(first)}` : `each on its day, from ${writeDay(first)} to ${writeDay(last)}`;
  const others = undated === 0 ? '' : ', the others as soon as they are approved';
  return `${which} go live ${when}, 00:00 UTC${others}. ${late}`;
}

export type SetStatus = 'review_requested' | 'draft_scheduled' | 'draft_approved' | 'draft_rejected';

/** What the header of a set says of its rounds, and of how many of them; undefined if all were cancelled. */
export function findSetStatus(
  rounds: readonly ScheduledRound[],
): Readonly<{ status: SetStatus; count: number; all: number }> | undefined {
  const members = rounds.filter(({ outcome }) => outcome !== 'cancelled');
  const counts: readonly (readonly [SetStatus, number])[] = [
    ['review_requested', members.filter(takesVotes).length],
    ['draft_scheduled', members.filter(isScheduled).length],
    ['draft_approved', members.filter(({ outcome }) => outcome === 'approved').length],
    ['draft_rejected', members.filter(({ outcome }) => outcome === 'rejected').length],
  ];
  const found = counts.find(([, count]) => count > 0);
  return found && { status: found[0], count: found[1], all: members.length };
}
