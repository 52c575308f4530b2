import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comingOf, isActiveOn, nextStatusDay, publishedStatus, versionStatus } from './status.ts';

const TODAY = '2026-11-15';

describe('the status of a published dial', () => {
  test.each([
    ['no window, in no bucket', null, null, false, 'ready'],
    ['no window, in a live bucket', null, null, true, 'active'],
    ['begins today', '2026-11-15', null, false, 'ready'],
    ['begins today, in use', '2026-11-15', null, true, 'active'],
    ['begins tomorrow', '2026-11-16', null, false, 'upcoming'],
    ['begins tomorrow, in use already', '2026-11-16', null, true, 'upcoming'],
    ['ends today: the end is not part of it', null, '2026-11-15', false, 'expired'],
    ['ends today, in use', null, '2026-11-15', true, 'expired'],
    ['ends tomorrow', null, '2026-11-16', false, 'ready'],
    ['ends tomorrow, in use', null, '2026-11-16', true, 'active'],
    ['ended last year', '2024-01-01', '2025-01-01', true, 'expired'],
    ['within its window', '2026-01-01', '2027-01-01', true, 'active'],
  ] as const)('%s', (_case, active_from, active_until, inUse, expected) => {
    expect(publishedStatus({ active_from, active_until }, TODAY, inUse)).toBe(expected);
  });
});

test.each([
  ['no window', null, null, true],
  ['on its first day', '2026-11-15', null, true],
  ['the day before its first', '2026-11-16', null, false],
  ['on its last day, the one before the day it ends on', null, '2026-11-16', true],
  ['on the day it ends on', null, '2026-11-15', false],
  ['on its only day', '2026-11-15', '2026-11-16', true],
] as const)('a dial is active on a day inside its window: %s', (_case, active_from, active_until, expected) => {
  expect(isActiveOn({ active_from, active_until }, TODAY)).toBe(expected);
});

describe('the status of one version', () => {
  const always = { active_from: null, active_until: null };
  const over = { active_from: null, active_until: TODAY };
  test.each([
    ['the newest, which no bucket runs, is ready, not active', { version: 6, window: always, isLive: false }, 'ready'],
    ['the newest, which a bucket runs', { version: 6, window: always, isLive: true }, 'active'],
    ['an older one that a bucket still runs', { version: 5, window: always, isLive: true }, 'active'],
    ['an older one that no bucket runs', { version: 4, window: always, isLive: false }, 'superseded'],
    ['an older one whose window is over', { version: 4, window: over, isLive: false }, 'expired'],
  ] as const)('%s', (_case, version, expected) => {
    expect(versionStatus({ ...version, newest: 6 }, TODAY)).toBe(expected);
  });
});

describe('the day on which the status changes by itself', () => {
  const dayNumber = fc.integer({ min: 0, max: 60 });
  const dayOf = (number: number) => new Date(Date.UTC(2026, 10, 1 + number)).toISOString().slice(0, 10);
  const windows = fc.record({
    active_from: fc.option(dayNumber.map(dayOf), { nil: null }),
    active_until: fc.option(dayNumber.map(dayOf), { nil: null }),
  });

  test('until that day the status stays, on that day it is another', () => {
    fc.assert(
      fc.property(windows, dayNumber, fc.boolean(), (window, number, inUse) => {
        const status = (day: number) => publishedStatus(window, dayOf(day), inUse);
        let changes: number | undefined;
        for (let day = number + 1; day <= 70 && changes === undefined; day += 1)
          if (status(day) !== status(number)) changes = day;
        const next = nextStatusDay(window, dayOf(number));
        // A window that is empty goes from upcoming to expired; its beginning is no day of change.
        if (window.active_from !== null && window.active_until !== null && window.active_from >= window.active_until)
          return;
        expect(next).toBe(changes === undefined ? null : dayOf(changes));
      }),
      { numRuns: 2000 },
    );
  });

  test('it always lies ahead, whatever the window', () => {
    fc.assert(
      fc.property(windows, dayNumber, (window, number) => {
        const next = nextStatusDay(window, dayOf(number));
        expect(next === null || next > dayOf(number)).toBe(true);
      }),
    );
  });
});

const NEAR = { today: '2026-11-15', last: '2026-12-15' };
const of = (active_from: string | null, active_until: string | null) => comingOf({ active_from, active_until }, NEAR);

test('a start and an end from tomorrow to the last near day are coming', () => {
  expect(of('2026-11-16', '2026-12-15')).toEqual([
    { kind: 'starts', day: '2026-11-16' },
    { kind: 'ends', day: '2026-12-15' },
  ]);
});

test('today, the past, later days and open sides are not', () => {
  expect(of('2026-11-15', '2026-12-16')).toEqual([]);
  expect(of('2026-11-01', '2026-11-15')).toEqual([]);
  expect(of(null, null)).toEqual([]);
});
