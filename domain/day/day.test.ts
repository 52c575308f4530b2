import { expect, test } from 'vitest';
import { writeDay } from './day.ts';

test.each([
  ['2026-11-16', '16 Nov 2026'],
  ['2026-09-01', '1 Sep 2026'],
  ['2026-06-30', '30 Jun 2026'],
  ['2027-01-05', '5 Jan 2027'],
])('%s is written %s', (day, written) => {
  expect(writeDay(day)).toBe(written);
});

test('every month has three letters', () => {
  const months = Array.from({ length: 12 }, (_, index) => writeDay(`2026-${String(index + 1).padStart(2, '0')}-10`));
  for (const written of months) expect(written).toMatch(/^10 [A-Z][a-z]{2} 2026$/);
  expect(new Set(months).size).toBe(12);
});
