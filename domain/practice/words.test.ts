import { expect, test } from 'vitest';
import { describePeriod, describeReporters, describeUnusedDial } from './words.ts';

const WHOLE = { from: '2026-10-20', counted_from: '2026-10-20', period: 30 };
const SHORT = { ...WHOLE, counted_from: '2026-11-14' };

test('a count says for how long it is, or since when', () => {
  expect(describePeriod(WHOLE)).toBe('in 30 days');
  expect(describePeriod(SHORT)).toBe('since 14 Nov');
});

test('a dial that decided nothing says why', () => {
  const textOf = (dial: Parameters<typeof describeUnusedDial>[0]) => Object.values(describeUnusedDial(dial)).join(': ');
  expect(textOf({ ...WHOLE, took_part: 41, beatenBy: 6 })).toBe(
    'Decided nothing for 30 days: 41 risks matched it, dial 6 decided first',
  );
  expect(textOf({ ...WHOLE, took_part: 1, beatenBy: undefined })).toBe(
    'Decided nothing for 30 days: 1 risk matched it, other dials decided first',
  );
  expect(textOf({ ...SHORT, took_part: 0, beatenBy: undefined })).toBe(
    'Decided nothing since 14 Nov: no risk matched it',
  );
});

test('silent engines show in the number of those that report', () => {
  expect(describeReporters({ engines: 4, reporting: 3 }, '11:59')).toBe(
    'what 3 of 4 production engines reported until 11:59',
  );
  expect(describeReporters({ engines: 1, reporting: 1 }, '11:59')).toBe(
    'what 1 production engine reported until 11:59',
  );
  expect(describeReporters({ engines: 0, reporting: 0 }, '1 Nov 2026 10:00')).toBe(
    'what production engines reported until 1 Nov 2026 10:00',
  );
});
