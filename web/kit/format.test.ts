import { describe, expect, test } from 'vitest';
import {
  formatAt,
  formatDayOrTime,
  formatMoment,
  formatShortDay,
  formatTimeOrMoment,
  formatWithZone,
  inSentence,
} from './format.ts';
import { positionAfterKey } from './grid.ts';
import { agree, plural } from './plural.ts';

const now = new Date(2026, 10, 16, 12);
const today = new Date(2026, 10, 16, 10, 58);
const earlier = new Date(2026, 8, 14, 11, 20);

test.each([
  [formatMoment, 'Today 10:58', '14 Sep 2026 11:20'],
  [formatDayOrTime, 'Today 10:58', '14 Sep 2026'],
  [formatTimeOrMoment, '10:58', '14 Sep 2026 11:20'],
  [formatAt, 'at 10:58', 'on 14 Sep 2026 at 11:20'],
])('%o formats a moment of today, and one of another day', (format, ofToday, ofAnother) => {
  expect([format(today, now), format(earlier.toISOString(), now)]).toEqual([ofToday, ofAnother]);
});

test('a full moment ends with the name of the time zone', () => {
  expect(formatWithZone(earlier)).toMatch(/^14 Sep 2026 11:20, .*(Time|UTC|GMT)/);
});

test('inside a sentence, today is lower case, and a day of this year has no year', () => {
  expect(inSentence(formatMoment(today, now))).toBe('today 10:58');
  expect(formatShortDay('2026-11-16')).toBe('16 Nov');
});

test('a word agrees with its count, and a count is grouped', () => {
  expect([0, 1, 2, 1204].map((count) => plural(count, 'dial'))).toEqual([
    '0 dials',
    '1 dial',
    '2 dials',
    '1,204 dials',
  ]);
  expect(plural(2, 'person', 'people')).toBe('2 people');
  expect([1, 2].map((count) => agree(count, 'is', 'are'))).toEqual(['is', 'are']);
});

describe('a key in a grid', () => {
  const size = { rows: 30, columns: 6, firstColumn: 1 };
  const press = (key: string, ctrlKey = false) =>
    positionAfterKey({ key, ctrlKey, metaKey: false }, { row: 12, column: 3 }, size);
  test.each([
    ['ArrowUp', { row: 11, column: 3 }, { row: 0, column: 3 }],
    ['ArrowDown', { row: 13, column: 3 }, { row: 29, column: 3 }],
    ['ArrowLeft', { row: 12, column: 2 }, { row: 12, column: 1 }],
    ['ArrowRight', { row: 12, column: 4 }, { row: 12, column: 5 }],
    ['Home', { row: 12, column: 1 }, { row: 0, column: 1 }],
    ['End', { row: 12, column: 5 }, { row: 29, column: 5 }],
    ['PageUp', { row: 2, column: 3 }, { row: 2, column: 3 }],
    ['PageDown', { row: 22, column: 3 }, { row: 22, column: 3 }],
    ['a', undefined, undefined],
  ])('%s moves by one, and to the end with Ctrl', (key, plain, far) => {
    expect([press(key), press(key, true)]).toEqual([plain, far]);
  });
  test('no key leaves the grid', () => {
    const at = { row: 0, column: 0 };
    expect(positionAfterKey({ key: 'ArrowUp', ctrlKey: false, metaKey: false }, at, size)).toEqual(at);
    expect(positionAfterKey({ key: 'PageDown', ctrlKey: false, metaKey: false }, at, { ...size, rows: 3 })?.row).toBe(
      2,
    );
  });
});
