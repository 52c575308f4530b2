import { describe, expect, test } from 'vitest';
import {
  INVALID_INTERVAL,
  contains,
  describeInterval,
  parseIntervals,
  printIntervals,
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
