import { describe, expect, test } from 'vitest';
import { parseIntervals, printIntervals } from './interval.ts';
import { printNumber } from './interval.print.ts';

/** What the text is written out as; otherwise what is wrong, and what is offered instead. */
function read(text: string) {
  const parsed = parseIntervals(text, { negative: true });
  return parsed.ok ? printIntervals(parsed.asWritten) : { hint: parsed.hint, repair: parsed.repair };
}

describe('numbers', () => {
  test.each([
    ['[1k,2K]', '[1000,2000]'],
    ['[2.5m,10M)', '[2500000,10000000)'],
    ['[1bn,2BN) [3b,4B]', '[1000000000,2000000000) [3000000000,4000000000]'],
    ['[0.1m,0.3m)', '[100000,300000)'],
    ['[1.005k,1.1m]', '[1005,1100000]'],
    ['[0.0001k,.5]', '[0.1,0.5]'],
    ['[4.35bn,)', '[4350000000,)'],
    ['[$5,$10m)', '[5,10000000)'],
    ['[1.50,2.00]', '[1.5,2]'],
    ['[0,0.0]', '[0,0]'],
    ['[1,000k, 2m)', '[1000000,2000000)'],
    ['[1,234.5, 2,000.25]', '[1234.5,2000.25]'],
  ])('%s is written out as %s, without dust', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each(["'", '’', '_', '\u00a0', '\u2009', '\u202f'])('%j groups thousands inside a number', (mark) => {
    expect(read(`[1${mark}000,12${mark}345${mark}678)`)).toBe('[1000,12345678)');
    for (const number of [
      `1${mark}00`,
      `1${mark}0000`,
      `1000${mark}000`,
      `${mark}000`,
      `1${mark}000${mark}00`,
      `1${mark}000-000`,
    ]) {
      expect(read(`[${number},)`)).not.toBeTypeOf('string');
    }
  });

  test.each([
    ['[1,500]', '[1,500]'],
    ['[1,000, 5,000)', '[1000,5000)'],
    ['[1,000 ,5,000)', '[1000,5000)'],
    ['[1,000,000, 5,000,000)', '[1000000,5000000)'],
    ['[1, 500,000]', '[1,500000]'],
    ['[1,500, 2000]', '[1500,2000]'],
    ['[5,000,)', '[5000,)'],
    ['(,5,000]', '(,5000]'],
    ['[ 5,000 , )', '[5000,)'],
    ['[1,000,\u00a05,000)', '[1000,5000)'],
    ['[1,000,\n5,000)', '[1000,5000)'],
  ])('the comma that stands out separates: %s is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    ['[1,000,5,000)', '[1000,5000)'],
    ['[500,1,000)', '[500,1000)'],
    ['[1,500,000]', undefined],
    ['[1,500,200]', undefined],
    ['[1,500,2,500]', '[1500,2500]'],
    ['[100,200,300,400]', undefined],
    ['[123,456,789,123,456,789]', undefined],
    ['[1, 000, 5]', undefined],
    ['(,,)', undefined],
    ['[1, 000,)', undefined],
  ])('%s is unclear, and is refused; the only reading, if any, is offered: %s', (text, repair) => {
    expect(read(text)).toEqual({ hint: expect.stringContaining('not clear which comma'), repair });
  });

  test.each([
    ['[1,000)', '“000” starts with a 0 it does not need. If its comma groups thousands'],
    ['[007,9]', '“007” starts with a 0'],
    ['[+5,6]', 'Write “+5” without the plus sign.'],
    ['[1e3,2e6]', '“1e3” is not a number.'],
    ['[1.,2]', '“1.” is not a number.'],
    ['[.,2]', '“.” is not a number.'],
    ['[1.2.3,4]', '“1.2.3” is not a number.'],
    ['[1mm,2]', '“1mm” is not a number.'],
    ['[1\u212a,2]', '“1\u212a” is not a number.'],
    ['[--1,2]', '“--1” is not a number.'],
    ['[$$1,2]', '“$$1” is not a number.'],
    ['[k,2]', '“k” is not a number.'],
    ['[$,2]', '“$” is not a number.'],
    ['[١,2]', '“١” is not a number.'],
    ['[Infinity,)', '“Infinity” is not a number.'],
    ['[1 2,)', 'There is a space inside the number “1 2”.'],
  ])('%s is refused: %s', (text, hint) => {
    expect(read(text)).toEqual({ hint: expect.stringContaining(hint), repair: undefined });
  });

  test('at most 15 significant digits, and only numbers that are held exactly', () => {
    expect(read('[123456789012345,)')).toBe('[123456789012345,)');
    expect(read('[0.000123456789012345,)')).toBe('[0.000123456789012345,)');
    expect(read('[1000000000000000000000000,)')).toBe('[1000000000000000000000000,)');
    expect(read('[1.000000000000000000,)')).toBe('[1,)');
    for (const number of ['1234567890123456', '1.234567890123456', '1000000000000001', '100000.0000000001']) {
      expect(read(`[${number},)`)).toEqual({ hint: expect.stringContaining('more than 15'), repair: undefined });
    }
    for (const number of [`1${'0'.repeat(309)}`, `0.${'0'.repeat(330)}1`, `0.${'0'.repeat(315)}123456789012345`]) {
      expect(read(`[${number},)`)).toEqual({ hint: expect.stringContaining('held exactly'), repair: undefined });
    }
  });

  test.each([
    [1e21, '1000000000000000000000'],
    [-1.5e22, '-15000000000000000000000'],
    [1e-7, '0.0000001'],
    [-1.25e-9, '-0.00000000125'],
    [-0, '0'],
    [0.1, '0.1'],
  ])('%d is printed in plain digits: %s', (n, expected) => {
    expect(printNumber(n)).toBe(expected);
  });
});

describe('hints and repairs', () => {
  test.each([
    ['[8,12],(12,24]', 'Only a space, and then another interval, may follow “[8,12]”.', '[8,12] (12,24]'],
    ['[8,12] , (12,24]', 'Put a space between two intervals, and nothing else.', '[8,12] (12,24]'],
    ['[1,2)[3m,4m]', 'Only a space, and then another interval, may follow “[1,2)”.', '[1,2) [3000000,4000000]'],
    ['[1,2],', 'Only a space, and then another interval, may follow “[1,2]”.', '[1,2]'],
    ['[1,2]]', 'Only a space, and then another interval, may follow “[1,2]”.', undefined],
    ['[1,5', '“[1,5” has no closing bracket.', '[1,5]'],
    ['(1,5', '“(1,5” has no closing bracket.', '(1,5)'],
    ['[5,', '“[5,” has no closing bracket.', '[5,)'],
    ['1,5]', '“1,5]” has no opening bracket.', '[1,5]'],
    ['[1,2) 3,4)', '“3,4)” has no opening bracket.', '[1,2) (3,4)'],
    ['[1,5 [6,7]', '“[1,5” has no closing bracket.', '[1,5] [6,7]'],
    ['[,', '“[,” has no closing bracket.', undefined],
    [',]', '“,]” has no opening bracket.', undefined],
    ['[[1,5]', '“[” has no closing bracket.', undefined],
    ['[5, [6,7]', '“[5,” has no closing bracket.', undefined],
    ['[8,12],5]', 'Only a space, and then another interval, may follow “[8,12]”.', undefined],
    ['[1,2} [3,4]', '“[1,2}” has no closing bracket.', undefined],
    ['5', 'An interval starts with [ or ( and ends with ] or ), as in [1,5).', undefined],
    ['1,5', 'An interval starts with [ or ( and ends with ] or ), as in [1,5).', undefined],
    ['[5]', '“[5]” needs a comma between its bounds, as in [1,5] or [5,).', undefined],
    ['[5,1)', 'In “[5,1)” the lower bound is above the upper one.', '[1,5)'],
    ['(-1,-2]', 'In “(-1,-2]” the lower bound is above the upper one.', '(-2,-1]'],
    ['(1k,1000]', '“(1k,1000]” holds no number. Exactly 1000 is written [1000,1000].', undefined],
    ['[1 000,2 500 000)', 'There is a space inside the number “1 000”.', '[1000,2500000)'],
    ['[$ 5,10 m)', '“$ 5” is not a number. Numbers look like 1000, 2.5, 10k, 2.5m or 1bn.', '[5,10000000)'],
    ['[9,8],[1,2', 'Only a space, and then another interval, may follow “[9,8]”.', '[8,9] [1,2]'],
    ['[5,1) [x,2]', 'In “[5,1)” the lower bound is above the upper one.', undefined],
  ])('%s: %s Offers %s', (text, hint, repair) => {
    expect(read(text)).toEqual({ hint, repair });
  });

  test('a long piece is cut in the hint', () => {
    expect(read(`[${'9'.repeat(100)},)`)).toMatchObject({ hint: expect.stringMatching(/^“9{39}…” has more/) });
  });
});
