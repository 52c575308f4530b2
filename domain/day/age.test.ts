import { expect, test } from 'vitest';
import { ageOf } from './age.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each([
  [-5, '<1h', 'less than an hour'],
  [HOUR - 1, '<1h', 'less than an hour'],
  [HOUR, '1h', '1 hour'],
  [DAY - 1, '23h', '23 hours'],
  [DAY, '1d', '1 day'],
  [14 * DAY - 1, '13d', '13 days'],
  [14 * DAY, '2w', '2 weeks'],
  [61 * DAY - 1, '8w', '8 weeks'],
  [61 * DAY, '2mo', '2 months'],
  [366 * DAY, '12mo', '12 months'],
])('after %d ms the age is %s, in words %s', (passed, short, words) => {
  expect(ageOf(1_000_000, 1_000_000 + passed)).toEqual({ short, words });
});
