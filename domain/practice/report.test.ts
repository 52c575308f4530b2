import { expect, test } from 'vitest';
import { writeMonth } from '#domain/day/day.ts';
import { addMonths, daysOfMonth, findIdleDials, isMonth, monthOf } from './report.ts';

test('months are counted in UTC, with their days', () => {
  expect([isMonth('2026-11'), isMonth('2026-13'), isMonth('2026-1'), isMonth('2026-11-01')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(monthOf('2026-11-18')).toBe('2026-11');
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', until: '2028-02-29' });
  expect([addMonths('2026-11', 2), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  expect(writeMonth('2026-11')).toBe('November 2026');
});

const IDS = ['winner', 'beaten', 'unmatched', 'ended', 'later'];
const day = (date: string, decisions: number, ids = IDS, stopped = 0) => ({
  dial_ids: ids,
  days: [{ day: date, decisions, stopped }],
  // How often each matched, then how often each decided.
  counts: [...ids.map(() => decisions), ...ids.map((id) => (id === 'winner' ? decisions : 0))],
  beaten: {},
});
const listed = IDS.map((dial_id) => ({
  dial_id,
  active_from: dial_id === 'later' ? '2026-11-30' : null,
  active_until: dial_id === 'ended' ? '2026-10-03' : null,
}));

test('a dial is idle if its bucket decided enough without it', () => {
  const days = [day('2026-11-01', 150), day('2026-11-02', 60, IDS, 10)];
  expect(findIdleDials(listed, days, '2026-11-30')).toEqual([
    { dial_id: 'beaten', decisions: 200, ended_on: null },
    { dial_id: 'unmatched', decisions: 200, ended_on: null },
    { dial_id: 'ended', decisions: 200, ended_on: '2026-10-03' },
  ]);
});

test('a dial has ended if its window ended on the last day of the report, and not if it ends the day after', () => {
  const endsOn = (active_until: string) =>
    findIdleDials(
      [{ dial_id: 'unmatched', active_from: null, active_until }],
      [day('2026-11-01', 300)],
      '2026-11-30',
    ).map(({ ended_on }) => ended_on);
  expect(endsOn('2026-11-29')).toEqual(['2026-11-29']);
  expect(endsOn('2026-11-30')).toEqual(['2026-11-30']);
  expect(endsOn('2026-12-01')).toEqual([null]);
});

test('nothing is said of few decisions, nor of a dial that joined its bucket after most of them', () => {
  expect(findIdleDials(listed, [day('2026-11-01', 199)], '2026-11-30')).toEqual([]);
  const joined = [day('2026-11-01', 500, ['winner', 'unmatched']), day('2026-11-29', 100)];
  expect(findIdleDials(listed, joined, '2026-11-30').map(({ dial_id }) => dial_id)).toEqual(['unmatched']);
});
