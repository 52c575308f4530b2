import { describe, expect, test } from 'vitest';
import {
  INVALID_INTERVAL,
  complement,
  contains,
  describeInterval,
  equals,
  intersect,
  isEmpty,
  normalise,
  parseIntervals,
  printIntervals,
  subtract,
  union,
  type IntervalSet,
} from './interval.ts';

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
  test('whatever is invalid carries the one message, to the letter', () => {
    expect(INVALID_INTERVAL).toBe('Invalid interval notation. Multiple notations must be separated by a space.');
    const longest = '[1,2] '.repeat(700);
    for (const text of ['x', '[1,2', '[2,1]', '(1,1)', '[1,2],[3,4]', '[1]', '[a,b]', '[1,2,3]', longest]) {
      expect(refusal(text).message).toBe(INVALID_INTERVAL);
    }
  });

  test.each(['[1,2]', '(1,2)', '[1,2)', '(1,2]', '[5000000,)', '(5,)', '(,0]', '(,0)', '(,)', '[0,0]', '[-5,1.81)'])(
    '%s is read and written the same',
    (text) => {
      expect(parseIntervals(text, any)).toMatchObject({ ok: true, normalised: true });
      expect(printIntervals(set(text))).toBe(text);
    },
  );

  test('a square bracket includes its bound, a round one leaves it out', () => {
    const inside = (text: string) => [0, 1, 1.5, 2, 3].filter((value) => contains(set(text), value));
    expect(inside('[1,2]')).toEqual([1, 1.5, 2]);
    expect(inside('(1,2)')).toEqual([1.5]);
    expect(inside('[1,2)')).toEqual([1, 1.5]);
    expect(inside('(1,2]')).toEqual([1.5, 2]);
    expect(inside('[2,)')).toEqual([2, 3]);
    expect(inside('(,1)')).toEqual([0]);
    expect(inside('(,)')).toEqual([0, 1, 1.5, 2, 3]);
    expect(contains(set('(,)'), Number.NaN)).toBe(false);
  });

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

  test.each(['(1,1)', '[1,1)', '(1,1]', '(2,1)', '[2,1]', '[1,2] (3,3)', '[0,-0)'])(
    '%s holds nothing and is invalid',
    (text) => {
      expect(refusal(text).message).toBe(INVALID_INTERVAL);
    },
  );

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

  test('at most 200 intervals and 4,000 characters, as typed and as written out', () => {
    const many = (count: number, one: (i: number) => string) =>
      Array.from({ length: count }, (_, i) => one(i)).join(' ');
    expect(
      parseIntervals(
        many(200, (i) => `[${i},${i}]`),
        any,
      ).ok,
    ).toBe(true);
    expect(refusal(many(201, (i) => `[${i},${i}]`)).hint).toBe('There are too many intervals. At most 200 fit.');
    expect(parseIntervals(`[1,2]${' '.repeat(3995)}`, any).ok).toBe(true);
    expect(refusal(`[1,2]${' '.repeat(3996)}`).hint).toContain('too long');
    expect(refusal(many(199, (i) => `[${i}bn,${i}.5bn]`)).hint).toContain('too long');
    expect(refusal(`[1,${'0'.repeat(3990)}`)).not.toHaveProperty('repair');
  });

  test('normalised says whether the text is already the one notation of its set', () => {
    const states = ['[1,2] [3,4]', '[3,4] [1,2]', '[1,2] [2,4]', '[1,2]  [3,4]', '[1, 2]', '[1k,2k]', '[1.0,2]'];
    const normalised = states.filter((text) => {
      const parsed = parseIntervals(text, any);
      return parsed.ok && parsed.normalised;
    });
    expect(normalised).toEqual(['[1,2] [3,4]']);
  });
});

describe('sets', () => {
  test.each([
    ['[1,2) [2,3]', '[1,3]'],
    ['[1,2] (2,3]', '[1,3]'],
    ['[1,2] [2,3]', '[1,3]'],
    ['[1,2) (2,3]', '[1,2) (2,3]'],
    ['[1,2) (2,3] [2,2]', '[1,3]'],
    ['(5,) [1,9] (,0)', '(,0) [1,)'],
    ['[1,9] (1,9)', '[1,9]'],
    ['(1,9) [1,9]', '[1,9]'],
    ['[1,9] [2,3]', '[1,9]'],
    ['[10,11] [9,10)', '[9,11]'],
  ])('%s in normal form is %s', (text, expected) => {
    expect(printIntervals(set(text))).toBe(expected);
  });

  test('what holds nothing is dropped', () => {
    const one = { at: 1, included: false };
    expect(
      normalise([
        { lower: one, upper: one },
        { lower: { at: 3, included: true }, upper: one },
      ]),
    ).toEqual([]);
  });

  test('union, intersection, difference and complement', () => {
    const a = set('[1,5) [8,)');
    const b = set('(3,8]');
    expect(printIntervals(union(a, b))).toBe('[1,)');
    expect(printIntervals(intersect(a, b))).toBe('(3,5) [8,8]');
    expect(printIntervals(subtract(a, b))).toBe('[1,3] (8,)');
    expect(printIntervals(subtract(b, a))).toBe('[5,8)');
    expect(printIntervals(complement(a))).toBe('(,1) [5,8)');
    expect(printIntervals(complement([]))).toBe('(,)');
    expect(complement(set('(,)'))).toEqual([]);
  });

  test('equal and empty', () => {
    expect(equals(set('[1,2) [2,3]'), set('[1,3]'))).toBe(true);
    for (const other of ['[1,3)', '(1,3]', '[1,4]', '[0,3]', '[1,)', '(,3]', '', '[1,3] [5,6]']) {
      expect(equals(set('[1,3]'), set(other))).toBe(false);
      expect(equals(set(other), set('[1,3]'))).toBe(false);
    }
    expect([isEmpty(set('')), isEmpty(set('[0,0]'))]).toEqual([true, false]);
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
