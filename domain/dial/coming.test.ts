import { expect, test } from 'vitest';
import { comingOf } from './coming.ts';

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
