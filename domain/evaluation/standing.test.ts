import { expect, test } from 'vitest';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { findStanding, isBlank } from './standing.ts';
import type { Risk } from './risk.ts';

const dial = {
  ...EMPTY_DIAL,
  active_from: '2026-01-01',
  journeys: ['renewal'] as const,
  dimensions: { is_primary: 'excess', revenue_ranges: '[500000000,)' },
} as const;
const risk = (more: Partial<Risk> = {}): Risk => ({ date: '2026-11-17', journey: null, dimensions: {}, ...more });

test.each<[string, Risk, string, string | undefined]>([
  ['nothing known', risk(), 'not-known', 'journeys'],
  ['one fact fits', risk({ journey: 'renewal' }), 'not-known', 'is_primary'],
  ['one fact contradicts', risk({ dimensions: { revenue_ranges: 80_000_000 } }), 'misses', 'revenue_ranges'],
  ['another journey', risk({ journey: 'facility' }), 'misses', 'journeys'],
  ['an earlier day', risk({ date: '2025-12-31', journey: 'facility' }), 'not-active', 'window'],
  [
    'all facts fit',
    risk({ journey: 'renewal', dimensions: { is_primary: 'excess', revenue_ranges: 600_000_000 } }),
    'matches',
    undefined,
  ],
])('A dial of which %s', (_, tried, kind, by) => {
  const standing = findStanding(dial, tried);
  expect([standing.kind, standing.miss?.by]).toEqual([kind, by]);
});

test('a risk is blank until something besides its date is known', () => {
  expect([risk(), risk({ date: '2027-01-01' }), risk({ journey: 'renewal' })].map(isBlank)).toEqual([
    true,
    true,
    false,
  ]);
  expect(isBlank(risk({ dimensions: { is_primary: 'primary' } }))).toBe(false);
});
