import { expect, test } from 'vitest';
import { describeLoss, describePeriod, describeReporters, describeUnusedDial, describeVersions } from './words.ts';

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

test('silent engines show in the number of those that report, and lost decisions are named', () => {
  const reporters = {
    engines: 4,
    reporting: 3,
    since: '2026-09-19T08:00:00Z',
    until: '2026-11-18T11:59:00Z',
    dropped: 0,
  };
  const textOf = (change: Partial<typeof reporters>) =>
    describeReporters({ ...reporters, ...change }, (at) => at.slice(11, 16));
  expect(textOf({})).toBe('what 3 of 4 production engines reported until 11:59, counted since 19 Sep 2026');
  expect(textOf({ engines: 1, reporting: 1 })).toMatch(/^what 1 production engine reported until 11:59/);
  expect(textOf({ engines: 0, reporting: 0 })).toMatch(/^what production engines reported until/);
  expect(describeReporters({ ...reporters, since: null, until: null }, String)).toMatch(/^no production engine/);
  expect([describeLoss(reporters), describeLoss({ ...reporters, dropped: 1 })]).toEqual([undefined, '1 decision lost']);
});

test.each([
  [[{ version: 5, decided: 788 }], 5, undefined],
  [[{ version: 5, decided: 0 }], undefined, undefined],
  [
    [
      { version: 5, decided: 0 },
      { version: 3, decided: 1788 },
    ],
    5,
    'v5 0, v3 1,788',
  ],
  [[{ version: 3, decided: 12 }], undefined, 'v3 12'],
])('names the versions of a dial that decided, unless only the live one did: %j, live %s', (versions, live, text) => {
  expect(describeVersions(versions, live)).toBe(text);
});
