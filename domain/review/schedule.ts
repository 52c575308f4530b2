import { daysBetween, writeDay } from '#domain/day/day.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';

/** When a round goes live. Days are UTC and mean their first moment. */
export type Schedule = Readonly<{
  /** The day it was submitted for, which votes are bound to; null: as soon as it is approved. */
  live_on: string | null;
  /** A later day that somebody chose after the approval. */
  put_off_to: string | null;
}>;

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

export const SCHEDULE_REFUSALS = {
  past: 'Choose a day from tomorrow on.',
  notWaiting: 'This draft does not wait for a day.',
  waiting: 'This draft is approved and waits for its day. Call it off first.',
  reason: 'Required',
} as const;

/** Why a draft cannot be submitted for this day; undefined if it can. */
export const refuseLiveOn = (day: string | null, today: string): string | undefined =>
  day !== null && day <= today ? SCHEDULE_REFUSALS.past : undefined;

/** Why a draft that waits cannot be put off to this day; undefined if it can. An earlier day needs a new review. */
export function refusePutOff(schedule: Schedule, day: string, today: string): string | undefined {
  if (day <= today) return SCHEDULE_REFUSALS.past;
  const stands = goLiveDay(schedule);
  if (stands === null) return SCHEDULE_REFUSALS.notWaiting;
  if (day <= stands)
    return `Choose a day after ${writeDay(stands)}. An earlier day needs two approvals again: call it off and submit it for that day.`;
  return undefined;
}

/** "in 45 days", "tomorrow", "today". */
export function describeDaysUntil(today: string, day: string): string {
  const days = daysBetween(today, day);
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}
