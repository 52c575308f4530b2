import { expect, test } from 'vitest';
import type { DialStatus } from '#domain/dial/status.ts';
import { activeWindow, windowProgress, windowText } from './activeWindow.ts';

const TODAY = '2026-11-16';
const windowOf = (active_from: string | null, active_until: string | null, status: DialStatus = 'active') =>
  activeWindow({ status, active_from, active_until }, TODAY);

test('days are written out, and a missing side is named', () => {
  expect(windowText(windowOf('2026-11-01', '2027-11-01'))).toBe('1 Nov 2026 to 1 Nov 2027');
  expect(windowText(windowOf('2026-11-01', null))).toBe('1 Nov 2026 to no end');
  expect(windowText(windowOf(null, '2027-11-01'))).toBe('Until 1 Nov 2027');
  expect(windowText(windowOf(null, null))).toBe('Always');
});

test.each([
  ['2026-11-01', '2027-11-01', 'accent', 15 / 365],
  ['2026-01-01', '2027-01-01', 'accent', 319 / 365],
  ['2025-12-16', '2026-12-16', 'amber', 335 / 365],
  ['2025-12-17', '2026-12-17', 'accent', 334 / 365],
  ['2025-11-16', '2026-11-16', 'grey', 1],
  ['2027-01-01', '2027-06-01', 'accent', 0],
  [null, '2026-12-01', 'amber', 350 / 365],
])('%s to %s is %s', (from, until, tone, elapsed) => {
  const window = windowOf(from, until);
  expect(window.tone).toBe(tone);
  expect(window.elapsed).toBeCloseTo(elapsed, 10);
});

test('without an end nothing has passed, and a draft has used nothing', () => {
  expect(windowOf('2026-01-01', null)).toMatchObject({ tone: 'open', elapsed: 0 });
  expect(windowOf('2026-01-01', '2026-12-01', 'draft')).toMatchObject({ tone: 'grey', elapsed: 0 });
});

test.each([
  ['2026-11-01', '2027-11-01', 'Ends in 350 days'],
  ['2026-11-01', '2026-11-17', 'Ends tomorrow'],
  ['2026-11-01', '2026-11-16', 'Ended today'],
  ['2026-11-01', '2026-11-15', 'Ended yesterday'],
  ['2026-11-16', null, 'Started today'],
  ['2026-11-17', null, 'Starts tomorrow'],
  ['2026-12-01', '2027-12-01', 'Starts in 15 days'],
  [null, '2026-11-20', 'Ends in 4 days'],
  ['2026-11-01', null, 'Started 15 days ago'],
  [null, null, 'No window is set'],
])('on 16 Nov 2026 the window from %s to %s: %s', (active_from, active_until, words) => {
  expect(windowProgress({ active_from, active_until }, TODAY)).toBe(words);
});
