import { expect, test } from 'vitest';
import { findDays, listFixtureDays, listTestDays } from './days.ts';

test('days are found in the content of fixtures, and only those of the calendar', () => {
  const text = `expires_at: '2027-06-30T10:00:00.000Z', wrong: '2026-02-30', sequence: '12026-01-01'`;
  expect(findDays(text)).toEqual(['2027-06-30']);
});

test('fixtures are read', () => {
  expect(listFixtureDays('2020-01-01').length).toBeGreaterThan(5);
  expect(listFixtureDays('2020-01-01').every((day) => day >= '2020-01-01')).toBe(true);
});

test('the long run visits tomorrow, the end of the month, a leap day and both sides of UTC', () => {
  const days = listTestDays(new Date('2027-02-10T23:30:00Z'));
  expect(days.map(({ day }) => day)).toEqual(expect.arrayContaining(['2027-02-11', '2027-02-28', '2028-02-29']));
  expect(new Set(days.map(({ zone }) => zone))).toEqual(new Set(['UTC', 'Pacific/Auckland', 'America/Los_Angeles']));
  expect(new Set(days.map(({ day, zone }) => day + zone)).size).toBe(days.length);
});
