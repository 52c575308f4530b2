import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPETITE_RULE, appetiteWord, isAppetite, printAppetite, readAppetite, readColumn } from './appetite.ts';

describe('an appetite', () => {
  test.each([
    ['0', 0],
    ['0.00', 0],
    ['1', 1],
    ['2.25', 2.25],
    ['2,25', 2.25],
    ['.5', 0.5],
    ['5.', 5],
    [' 9.99 ', 9.99],
  ])('%j is %d', (typed, value) => expect(readAppetite(typed)).toEqual({ kind: 'appetite', value }));

  test.each(['10', '9.991', '9.999', '-0.01', '-1', '1.005', 'one', '1 2', '1e0', 'Infinity', 'NaN', '0x1', '1.2.3'])(
    '%j is refused with the rule',
    (typed) => expect(readAppetite(typed)).toEqual({ kind: 'wrong', message: APPETITE_RULE }),
  );

  test.each(['', '  ', 'none', 'None', '-', '·'])('%j is none', (typed) =>
    expect(readAppetite(typed)).toEqual({ kind: 'none' }),
  );

  test('round-trips every valid appetite and rejects all others', () => {
    for (let cents = 0; cents <= 999; cents += 1) {
      expect(isAppetite(cents / 100)).toBe(true);
      expect(readAppetite(printAppetite(cents / 100))).toEqual({ kind: 'appetite', value: cents / 100 });
    }
    fc.assert(
      fc.property(fc.double(), (value) => {
        fc.pre(!Number.isInteger(value * 100));
        return !isAppetite(value) || value >= 0;
      }),
    );
    for (const value of [-0.01, 10, 9.995, 1.001, Number.NaN, Infinity]) expect(isAppetite(value)).toBe(false);
  });

  test('says what it means', () => {
    expect([0, 0.75, 1, 2.25].map(appetiteWord)).toEqual(['Closed', 'Below neutral', 'Neutral', 'Above neutral']);
  });

  test('parses a spreadsheet column into lines; an empty line skips its row', () => {
    expect(readColumn('1\r\n\r\n2.25\r\n')).toEqual(['1', '', '2.25']);
    expect(readColumn('1\tx\n2\ty')).toEqual(['1', '2']);
    expect(readColumn('1')).toEqual(['1']);
  });
});
