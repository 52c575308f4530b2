import { describe, expect, test } from 'vitest';
import {
  INVALID_INTERVAL,
  contains,
  describeInterval,
  parseIntervals,
  groupNotation,
  printIntervals,
  type IntervalSet,
} from './interval.ts';
import { printNumber } from './interval.print.ts';

const any = { negative: true };

/** What the text is written out as, interval by interval, or the hint. */
function written(text: string, options = any): string {
  const parsed = parseIntervals(text, options);
  return parsed.ok ? printIntervals(parsed.asWritten) : `invalid: ${parsed.hint}`;
}

function set(text: string): IntervalSet {
  const parsed = parseIntervals(text, any);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.hint}`);
  return parsed.set;
}

function refusal(text: string, options = any) {
  const parsed = parseIntervals(text, options);
  if (parsed.ok) throw new Error(`${text} was accepted as ${printIntervals(parsed.set)}`);
  return parsed;
}

describe('notation', () => {
  test.each([
    ['[,5]', '(,5]'],
    ['[5,]', '[5,)'],
    ['[,]', '(,)'],
  ])('an unbounded side written square, %s, is accepted and written round', (text, expected) => {
    expect(parseIntervals(text, any)).toMatchObject({ ok: true, normalised: false });
    expect(written(text)).toBe(expected);
  });

  test.each(['', ' ', '\n\t '])('blank text %j is the empty set', (text) => {
    expect(parseIntervals(text, any)).toEqual({ ok: true, set: [], asWritten: [], normalised: text === '' });
  });

  test('several are separated by white space of any kind, and free inside', () => {
    expect(written('  [1,2]   (3,4)\n[5,6)\t(7,) ')).toBe('[1,2] (3,4) [5,6) (7,)');
    expect(written('[ 1 , 2 ) (\u00a0,\u20093 ]')).toBe('[1,2) (,3]');
    for (const text of ['[1,2](3,4)', '[1,2],(3,4)', '[1,2], (3,4)', '[1,2];(3,4)', '[1,2] , (3,4)', '[1,2] x']) {
      expect(refusal(text).message).toBe(INVALID_INTERVAL);
    }
  });

  test('negative numbers only where they are allowed; minus zero is zero', () => {
    expect(written('[-5,-1.5)')).toBe('[-5,-1.5)');
    expect(written('[−5,−$2k)')).toBe('invalid: In “[−5,−$2k)” the lower bound is above the upper one.');
    expect(written('[−$2k,$-5)')).toBe('[-2000,-5)');
    for (const text of ['[-5,1]', '[0,-1]', '(,−2]', '[-$1m,)', '[0,1] [-0.5,)']) {
      const { hint, repair } = refusal(text, { negative: false });
      expect(hint).toContain('Negative numbers are not allowed here.');
      expect(repair).toBeUndefined();
    }
    const zero = parseIntervals('[-0,−0.0]', { negative: false });
    expect(zero.ok && zero.set).toEqual([{ lower: { at: 0, included: true }, upper: { at: 0, included: true } }]);
  });

  test('at most 200 intervals and 4,000 characters are read, as typed and as written out', () => {
    const many = (count: number, one: (i: number) => string) =>
      Array.from({ length: count }, (_, i) => one(i)).join(' ');
    expect(
      parseIntervals(
        many(200, (i) => `[${i},${i}]`),
        any,
      ).ok,
    ).toBe(true);
    expect(refusal(many(201, (i) => `[${i},${i}]`)).hint).toBe('There are too many intervals. At most 100 fit.');
    expect(parseIntervals(`[1,2]${' '.repeat(3995)}`, any).ok).toBe(true);
    expect(refusal(`[1,2]${' '.repeat(3996)}`).hint).toContain('too long');
    expect(refusal(many(199, (i) => `[${i}bn,${i}.5bn]`)).hint).toContain('too long');
    expect(refusal(`[1,${'0'.repeat(3990)}`)).not.toHaveProperty('repair');
  });

  test('nothing covers what is not a number', () => {
    expect(contains(set('(,)'), Number.NaN)).toBe(false);
  });
});

test.each([
  ['[10000000,50000000)', 'from $10000000 up to, not including, $50000000'],
  ['[8,12]', 'from $8 up to $12'],
  ['(8,12]', 'over $8 and up to $12'],
  ['(8,12)', 'over $8 and below $12'],
  ['(50,)', 'over $50'],
  ['[50,)', '$50 or more'],
  ['(,5]', 'up to $5'],
  ['(,5)', 'below $5'],
  ['[0,0]', 'exactly $0'],
  ['(,)', 'any number'],
])('%s in words: %s', (text, words) => {
  expect(set(text).map((interval) => describeInterval(interval, (n) => `$${n}`))).toEqual([words]);
});

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

test.each([
  ['[10000000,50000000)', '[10,000,000, 50,000,000)'],
  ['[1000,10000) [2500000,)', '[1,000, 10,000) [2,500,000,)'],
  ['(,-25000.5]', '(,-25,000.5]'],
  ['[2001,2010] [0,9999]', '[2001,2010] [0,9999]'],
  ['[10000000', '[10000000'],
])('%s is shown as %s', (notation, shown) => {
  expect(groupNotation(notation)).toBe(shown);
});
