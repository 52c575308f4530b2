import { expect, test } from 'vitest';
import {
  describeDaysUntil,
  goLiveDay,
  isDue,
  isScheduled,
  refuseLiveOn,
  refusePutOff,
  SCHEDULE_REFUSALS,
  takesVotes,
} from './schedule.ts';

const TODAY = '2026-11-18';
const at = (live_on: string | null, put_off_to: string | null = null) => ({ live_on, put_off_to });

test('[R30] a draft is submitted for a day from tomorrow on, or for its approval', () => {
  expect(refuseLiveOn(null, TODAY)).toBeUndefined();
  expect(refuseLiveOn('2026-11-19', TODAY)).toBeUndefined();
  expect(refuseLiveOn(TODAY, TODAY)).toBe(SCHEDULE_REFUSALS.past);
  expect(refuseLiveOn('2026-11-17', TODAY)).toBe(SCHEDULE_REFUSALS.past);
});

test('[R31] an approved draft goes live on its day, after it, or at once if it has none', () => {
  expect(isDue(at(null), TODAY)).toBe(true);
  expect(isDue(at('2026-11-17'), TODAY)).toBe(true);
  expect(isDue(at(TODAY), TODAY)).toBe(true);
  expect(isDue(at('2026-11-19'), TODAY)).toBe(false);
});

test('[R33] the day that it was put off to counts, and is later than the one that stands', () => {
  const waiting = at('2026-11-20', '2026-12-01');
  expect(goLiveDay(waiting)).toBe('2026-12-01');
  expect(isDue(waiting, '2026-11-30')).toBe(false);
  expect(refusePutOff(waiting, '2026-12-02', TODAY)).toBeUndefined();
  for (const day of ['2026-12-01', '2026-11-25'])
    expect(refusePutOff(waiting, day, TODAY)).toMatch(/^Choose a day after 1 Dec 2026\. An earlier day needs two/);
  expect(refusePutOff(at('2026-11-10'), TODAY, TODAY)).toBe(SCHEDULE_REFUSALS.past);
  expect(refusePutOff(at(null), '2026-12-02', TODAY)).toBe(SCHEDULE_REFUSALS.notWaiting);
});

test('[R31] a round that waits for its day takes no votes, and has not ended', () => {
  const waiting = { outcome: null, approved_at: '2026-11-18T10:00:00.000Z' };
  expect([isScheduled(waiting), takesVotes(waiting)]).toEqual([true, false]);
  const open = { outcome: null, approved_at: null };
  expect([isScheduled(open), takesVotes(open)]).toEqual([false, true]);
  const ended = { ...waiting, outcome: 'approved' } as const;
  expect([isScheduled(ended), takesVotes(ended)]).toEqual([false, false]);
});

test.each([
  ['2026-11-18', 'today'],
  ['2026-11-01', 'today'],
  ['2026-11-19', 'tomorrow'],
  ['2027-01-02', 'in 45 days'],
])('%s is %s', (day, text) => {
  expect(describeDaysUntil(TODAY, day)).toBe(text);
});
