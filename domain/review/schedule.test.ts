import { describe, expect, test } from 'vitest';
import {
  compareDays,
  describeDaysUntil,
  describeDelay,
  goLiveDay,
  hasBegun,
  isDue,
  isScheduled,
  lastLiveOn,
  liveSince,
  refuseBringForward,
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
  expect(refusePutOff({ ...waiting, required: 2 }, '2026-12-02', TODAY)).toBeUndefined();
  for (const day of ['2026-12-01', '2026-11-25'])
    expect(refusePutOff({ ...waiting, required: 2 }, day, TODAY)).toBe(
      'Choose a day after 1 Dec 2026. An earlier day needs two approvals again.',
    );
  expect(refusePutOff({ ...at('2026-11-10'), required: 2 }, TODAY, TODAY)).toBe(SCHEDULE_REFUSALS.past);
  expect(refusePutOff({ ...at(null), required: 2 }, '2026-12-02', TODAY)).toBe(SCHEDULE_REFUSALS.notWaiting);
});

test('[R44] an earlier day is asked for from today on, once, and then it cannot be put off', () => {
  const waiting = at('2026-12-01');
  for (const day of [TODAY, '2026-11-30']) expect(refuseBringForward(waiting, day, TODAY)).toBeUndefined();
  expect(refuseBringForward(waiting, '2026-11-17', TODAY)).toBe(SCHEDULE_REFUSALS.beforeToday);
  for (const day of ['2026-12-01', '2026-12-02'])
    expect(refuseBringForward(waiting, day, TODAY)).toBe('Choose a day before 1 Dec 2026.');
  expect(refuseBringForward(at(null), TODAY, TODAY)).toBe(SCHEDULE_REFUSALS.notWaiting);
  const refusal = 'People are asked to approve 25 Nov 2026. Cancel that request first.';
  expect(refuseBringForward(waiting, TODAY, TODAY, '2026-11-25')).toBe(refusal);
  expect(refusePutOff({ ...waiting, required: 2 }, '2026-12-08', TODAY, '2026-11-25')).toBe(refusal);
});

test.each([
  ['2026-12-01', 'same'],
  ['2026-12-02', 'later'],
  ['2026-11-30', 'earlier'],
  [TODAY, 'now'],
])('[R44] %s beside 1 Dec is %s', (day, move) => {
  expect(compareDays('2026-12-01', day, TODAY)).toBe(move);
});

test('[R46] a day is at most five years ahead', () => {
  expect(refuseLiveOn('2031-11-18', TODAY)).toBeUndefined();
  expect(refuseLiveOn('2031-11-19', TODAY)).toBe('Choose a day up to 18 Nov 2031.');
  expect(refusePutOff({ ...at('2026-12-01'), required: 2 }, '2099-01-01', TODAY)).toBe(
    'Choose a day up to 18 Nov 2031.',
  );
  expect(lastLiveOn('2028-02-29')).toBe('2033-02-28');
});

test.each([
  ['2026-12-01T00:01:00.000Z', undefined],
  ['2026-12-01T00:04:59.000Z', '4 minutes late'],
  ['2026-12-01T01:59:00.000Z', '119 minutes late'],
  ['2026-12-01T02:00:00.000Z', '2 hours late'],
  ['2026-12-03T00:00:00.000Z', '2 days late'],
])('[R47] approved for 1 Dec and live at %s: %s', (liveAt, text) => {
  const approved = { ...at('2026-11-20', '2026-12-01'), approved_at: '2026-11-18T10:00:00.000Z' };
  expect(describeDelay(approved, liveAt)).toBe(text);
  // Approved on its day or later, it went live with the vote.
  expect(describeDelay({ ...approved, approved_at: null }, liveAt)).toBeUndefined();
});

describe('[R47] since when an approved draft is live', () => {
  const approved = {
    ...at('2026-11-20', '2026-12-01'),
    approved_at: new Date('2026-11-18T10:00:00.000Z'),
    stopped_because: null,
  };
  const late = Date.parse('2026-12-02T06:00:00.000Z');
  const start = Date.parse('2026-12-01T00:00:00.000Z');

  test('is the first moment of its day, however late it is activated', () => {
    expect(liveSince([approved], late)).toEqual(start);
    expect(liveSince([approved], start)).toEqual(start);
    expect(hasBegun(approved, '2026-11-30')).toBe(false);
    expect(hasBegun(approved, '2026-12-01')).toBe(true);
  });

  test('is the vote where nobody waited for a day, or where the day had begun before it', () => {
    expect(liveSince([], late)).toEqual(late);
    expect(liveSince([{ ...approved, approved_at: null }], late)).toEqual(late);
    const onTheDay = new Date('2026-12-01T09:00:00.000Z');
    expect(liveSince([{ ...approved, approved_at: onTheDay }], late)).toEqual(onTheDay.getTime());
  });

  test('is the day that stands where an earlier one is approved too late', () => {
    const earlier = { ...at('2026-11-19'), approved_at: null, stopped_because: null };
    expect(liveSince([earlier, approved], late)).toEqual(start);
  });

  test('is the activation where the go-live was refused on its day', () => {
    const refused = { ...approved, stopped_because: 'A dial is gone.' };
    expect(liveSince([refused], late)).toEqual(late);
    expect(hasBegun(refused, '2026-12-01')).toBe(false);
  });
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
