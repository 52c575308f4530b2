import { expect, test } from 'vitest';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import type { ScheduledRound } from './schedule.ts';
import { commonDay, describeSetDays, explainSetDays, findSetStatus } from './set-days.ts';

const [JAN, FEB] = ['2027-01-01', '2027-02-01'] as const;

test.each([
  [
    [JAN, JAN],
    'all on 1 Jan 2027',
    'All 2 go live on 1 Jan 2027, 00:00 UTC. What is approved later goes live at once.',
  ],
  [[JAN], 'all on 1 Jan 2027', 'It goes live on 1 Jan 2027, 00:00 UTC. What is approved later goes live at once.'],
  [
    [FEB, JAN],
    'from 1 Jan 2027',
    'They go live each on its day, from 1 Jan 2027 to 1 Feb 2027, 00:00 UTC. What is approved later goes live at once.',
  ],
  [
    [null, JAN],
    'from 1 Jan 2027',
    '1 of 2 go live on 1 Jan 2027, 00:00 UTC, the others as soon as they are approved. What is approved later goes live at once.',
  ],
  [[null, null], undefined, undefined],
  [[], undefined, undefined],
] as const)('[R31] a set that goes live on %j says so', (days, chip, sentence) => {
  expect(describeSetDays(days)).toBe(chip);
  expect(explainSetDays(days)).toBe(sentence);
});

test('a day is common only if every bucket has it', () => {
  expect([[JAN, JAN], [JAN, FEB], [null, JAN], []].map(commonDay)).toEqual([JAN, null, null, null]);
});

test('a set is in review while any of its rounds takes votes; then it says what became of it', () => {
  const round = (outcome: RoundOutcome | null, approved_at: string | null = null) => ({ outcome, approved_at });
  const [open, waits] = [round(null), round(null, '2026-11-19T10:00:00.000Z')];
  const [approved, rejected, cancelled] = [round('approved'), round('rejected'), round('cancelled')];
  const statusOf = (...rounds: readonly ScheduledRound[]) => findSetStatus(rounds);
  expect(statusOf(approved, open)).toEqual({ status: 'review_requested', count: 1, all: 2 });
  expect(statusOf(approved, waits)).toEqual({ status: 'draft_scheduled', count: 1, all: 2 });
  expect(statusOf(approved, approved, cancelled)).toEqual({ status: 'draft_approved', count: 2, all: 2 });
  expect(statusOf(approved, rejected)).toEqual({ status: 'draft_approved', count: 1, all: 2 });
  expect(statusOf(rejected)).toEqual({ status: 'draft_rejected', count: 1, all: 1 });
  expect(statusOf(cancelled)).toBeUndefined();
});
