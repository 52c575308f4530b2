import { daysBetween, isDay, startOfDay, writeDay } from '#domain/day/day.ts';
import { numberInSentence } from './number.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';

/** When a round goes live. Days are UTC and mean their first moment. */
export type Schedule = Readonly<{
  /** The day it was submitted for, which votes are bound to; null: as soon as it is approved. */
  live_on: string | null;
  /** A later day that somebody chose after the approval. */
  put_off_to: string | null;
}>;
type ApprovedSchedule = Schedule & Readonly<{ required: number }>;

/** `approved_at`: since when an approved round waits for its day. */
export type ScheduledRound = Readonly<{ outcome: RoundOutcome | null; approved_at: Date | string | null }>;

/** Approved, and waiting for its day. */
export const isScheduled = ({ outcome, approved_at }: ScheduledRound): boolean =>
  outcome === null && approved_at !== null;

/** A round takes votes until it is approved, rejected or cancelled. */
export const takesVotes = ({ outcome, approved_at }: ScheduledRound): boolean =>
  outcome === null && approved_at === null;

export const goLiveDay = ({ live_on, put_off_to }: Schedule): string | null => put_off_to ?? live_on;

/** Whether an approved draft goes live now, or waits for its day. */
export function isDue(schedule: Schedule, today: string): boolean {
  const day = goLiveDay(schedule);
  return day === null || day <= today;
}

/** A round whose votes approved it; `stopped_because`: why it could not go live on its day, if it could not. */
type ApprovedRound = Schedule & Readonly<{ approved_at: Date | null; stopped_because: string | null }>;

/**
 * Since when the content of these rounds is live, if it is activated at that moment: engines decide by it from the first
 * moment of the day that it waited for, however late the activation. A go-live that was refused on its day begins with its
 * activation, because releases no longer named it. Moments are milliseconds since 1970.
 */
export function liveSince(rounds: readonly ApprovedRound[], activatedAt: number): number {
  const moments = rounds.flatMap(({ approved_at, stopped_because, ...schedule }) => {
    const day = goLiveDay(schedule);
    if (day === null || approved_at === null || stopped_because !== null) return [];
    return [Math.max(startOfDay(day), approved_at.getTime())];
  });
  return Math.min(activatedAt, ...moments);
}

/** Whether an approved draft is live for engines although no server activated it yet: nobody moves its day any more. */
export const hasBegun = (round: ApprovedRound, today: string): boolean =>
  round.approved_at !== null && round.stopped_because === null && isDue(round, today);

/** Later days are more likely a slip than a plan. */
const MAX_YEARS_AHEAD = 5;

/** The last day that a draft can go live. */
export function lastLiveOn(today: string): string {
  const day = `${Number(today.slice(0, 4)) + MAX_YEARS_AHEAD}${today.slice(4)}`;
  return isDay(day) ? day : day.replace(/29$/, '28');
}

export const SCHEDULE_REFUSALS = {
  past: 'Choose a day from tomorrow on.',
  beforeToday: 'Choose a day from today on.',
  notWaiting: 'This draft does not wait for a day.',
  waiting: 'This draft is approved and waits for its day. Call it off first.',
  begun:
    'The day of this draft has begun, and engines decide by it. It becomes Active within a minute: stop the bucket, or submit another draft then.',
  reason: 'Required',
} as const;

/** Why a draft cannot be submitted for this day; undefined if it can. */
export function refuseLiveOn(day: string | null, today: string): string | undefined {
  if (day === null) return undefined;
  if (day <= today) return SCHEDULE_REFUSALS.past;
  return day > lastLiveOn(today) ? `Choose a day up to ${writeDay(lastLiveOn(today))}.` : undefined;
}

/**
 * Why a draft that waits cannot be put off to this day; undefined if it can. `earlier`: the earlier day that people are
 * asked to approve.
 */
export const refusePutOff = (
  schedule: ApprovedSchedule,
  day: string,
  today: string,
  earlier: string | null = null,
): string | undefined =>
  refuseMove(schedule, earlier, (stands) => {
    const refusal = refuseLiveOn(day, today);
    if (refusal !== undefined || day > stands) return refusal;
    return `Choose a day after ${writeDay(stands)}. An earlier day needs ${numberInSentence(schedule.required)} approvals again.`;
  });

/** Why nobody can be asked to approve this day for a draft that waits; undefined if they can. Today: as soon as approved. */
export const refuseBringForward = (
  schedule: Schedule,
  day: string,
  today: string,
  earlier: string | null = null,
): string | undefined =>
  refuseMove(schedule, earlier, (stands) => {
    if (day < today) return SCHEDULE_REFUSALS.beforeToday;
    return day >= stands ? `Choose a day before ${writeDay(stands)}.` : undefined;
  });

/** Only a draft that waits is moved, and not while people are asked about a day; `refuseDay` knows the day that stands. */
function refuseMove(
  schedule: Schedule,
  earlier: string | null,
  refuseDay: (stands: string) => string | undefined,
): string | undefined {
  const stands = goLiveDay(schedule);
  if (stands === null) return SCHEDULE_REFUSALS.notWaiting;
  if (earlier !== null) return `People are asked to approve ${writeDay(earlier)}. Cancel that request first.`;
  return refuseDay(stands);
}

/** Jobs run every minute: up to a minute is on time. */
const ON_TIME_SECONDS = 60;
const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** "4 minutes late": a round that was approved before its day, and that a server activated after its first minute. */
export function describeDelay(
  round: Schedule & Readonly<{ approved_at: string | null }>,
  activatedAt: string,
): string | undefined {
  const day = goLiveDay(round);
  if (day === null || round.approved_at === null) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = activatedAt.slice(11, 19).split(':').map(Number);
  const late = daysBetween(day, activatedAt.slice(0, 10)) * 86_400 + hours * 3600 + minutes * 60 + seconds;
  if (late <= ON_TIME_SECONDS) return undefined;
  // Below two of a unit the smaller one says more.
  const { unit, seconds: length } = UNITS.find((one) => late >= 2 * one.seconds) ?? UNITS[2];
  const count = Math.floor(late / length);
  return `${count} ${unit}${count === 1 ? '' : 's'} late`;
}

/** How a day compares with the one that stands. */
export type DayMove = 'same' | 'later' | 'earlier' | 'now';

export function compareDays(stands: string, day: string, today: string): DayMove {
  if (day === stands) return 'same';
  if (day > stands) return 'later';
  return day <= today ? 'now' : 'earlier';
}

/** "in 45 days", "tomorrow", "today". */
export function describeDaysUntil(today: string, day: string): string {
  const days = daysBetween(today, day);
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}
