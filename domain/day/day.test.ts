import { expect, test } from 'vitest';
import { daysBetween, listDaysWithoutYear, nextDay, readDay, writeDay } from './day.ts';

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

test.each([
  ['1 Jan 2027', '2027-01-01'],
  ['1 january 27', '2027-01-01'],
  ['1st Sept. 2027', '2027-09-01'],
  ['Friday 1 Jan 2027', '2027-01-01'],
  ['1-Feb-27', '2027-02-01'],
  ['1/2/27', '2027-02-01'],
  ['31.12.2026', '2026-12-31'],
  ['01-02-2027', '2027-02-01'],
  ['2027-1-9', '2027-01-09'],
  [' 29/2/28 ', '2028-02-29'],
])('%j is read as %s', (text, day) => {
  expect(readDay(text)).toBe(day);
});

test.each(['', '1', '1/2', '1 Jan', '32/1/27', '1/13/27', '29/2/27', '1 Foo 2027', '1/2.27', '1 Jan 202', 'tomorrow'])(
  '%j is no day',
  (text) => {
    expect(readDay(text)).toBeUndefined();
  },
);

test.each([
  ['1 jan', ['2027-01-01', '2028-01-01'], ['2026-01-01', '2025-01-01']],
  ['1st January', ['2027-01-01', '2028-01-01'], ['2026-01-01', '2025-01-01']],
  ['16-Nov', ['2026-11-16', '2027-11-16'], ['2025-11-16', '2024-11-16']],
  ['15 nov.', ['2027-11-15', '2028-11-15'], ['2026-11-15', '2025-11-15']],
  ['29 feb', ['2028-02-29', '2032-02-29'], ['2024-02-29', '2020-02-29']],
])('%j on 16 Nov 2026 is the next such day, or a past one', (text, coming, past) => {
  const days = listDaysWithoutYear(text, '2026-11-16');
  expect(days.filter((day) => day >= '2026-11-16').slice(0, 2)).toEqual(coming);
  expect(days.filter((day) => day < '2026-11-16').slice(0, 2)).toEqual(past);
  expect(days[0]).toBe(coming[0]);
});

test.each(['', '1', '1 j', '31 Feb', '1 Foo', 'jan', '1 Jan 2027'])('%j is no day without a year', (text) => {
  expect(listDaysWithoutYear(text, '2026-11-16')).toEqual([]);
});

test('what is written reads back as the same day', () => {
  for (const day of ['1999-12-31', '2026-02-28', '2028-02-29', '2031-07-04']) expect(readDay(writeDay(day))).toBe(day);
  expect(writeDay('soon')).toBe('soon');
});

test('days between two days are counted over months, leap days and centuries', () => {
  const first = Date.UTC(1900, 0, 1);
  for (let number = 0; number < 75_000; number += 1) {
    const day = new Date(first + number * 86_400_000).toISOString().slice(0, 10);
    if (daysBetween('1900-01-01', day) !== number) expect(day).toBe(`${number} days after 1 Jan 1900`);
  }
  expect(daysBetween('2027-01-01', '2026-11-16')).toBe(-46);
});

test.each([
  ['2026-11-18', '2026-11-19'],
  ['2026-11-30', '2026-12-01'],
  ['2026-12-31', '2027-01-01'],
  ['2027-02-28', '2027-03-01'],
  ['2028-02-28', '2028-02-29'],
])('after %s comes %s', (day, next) => {
  expect(nextDay(day)).toBe(next);
});
