import { expect, test } from 'vitest';
import { describeValueChange, textParts, valueText } from './changeWords.ts';

test('money changes in percent of the old value, signed, with at most one decimal', () => {
  const text = (before: number, after: number) => describeValueChange('max_line', before, after)?.text;
  expect(text(2_500_000, 3_500_000)).toBe('+40%');
  expect(text(1_500_000, 1_250_000)).toBe('−16.7%');
  expect(text(1000, 25_000)).toBe('+2,400%');
  expect(text(10_000_000, 10_000_001)).toBe('+under 0.1%');
});

test('a share changes in points', () => {
  const text = (before: number, after: number) => describeValueChange('lead_share_cap', before, after)?.text;
  expect(text(5, 4)).toBe('−1 point');
  expect(text(30, 35)).toBe('+5 points');
  expect(text(4, 3.5)).toBe('−0.5 points');
  expect(text(3, 3.3)).toBe('+0.3 points');
  expect(text(0, 5)).toBe('+5 points');
});

test('a bar ends at a hundred percent, and at ten points', () => {
  const share = (key: 'max_line' | 'lead_share_cap', before: number, after: number) =>
    describeValueChange(key, before, after)?.share;
  expect([share('max_line', 100, 150), share('max_line', 100, 2500), share('max_line', 100, 50)]).toEqual([
    0.5, 1, -0.5,
  ]);
  expect([share('lead_share_cap', 30, 35), share('lead_share_cap', 50, 20)]).toEqual([0.5, -1]);
});

test('without an old number, or with no money, there is no change to tell', () => {
  expect(describeValueChange('max_line', null, 5)).toBeUndefined();
  expect(describeValueChange('max_line', 5, null)).toBeUndefined();
  expect(describeValueChange('max_line', 0, 5)).toBeUndefined();
  // An override that is removed, of a dial with the same amount.
  expect(describeValueChange('max_line', 5, 5)).toBeUndefined();
  expect(describeValueChange('lead_share_cap', 5, 5)).toBeUndefined();
  expect(describeValueChange('ignore_expiring_line', 'maintains', 'ignores')).toBeUndefined();
});

test('money is grouped, a share has its sign, an option its label', () => {
  expect(valueText('max_line', 3_500_000)).toBe('3,500,000');
  expect(valueText('lead_share_cap', 12.5)).toBe('12.5%');
  expect(valueText('ignore_expiring_line', 'expiring_line')).toBe('Expiring line');
});

test('two texts are shown as what they share and what differs, in whole words', () => {
  expect(textParts('Covers the United States only.', 'Covers the United Kingdom only.')).toEqual({
    start: 'Covers the United ',
    removed: 'States',
    added: 'Kingdom',
    end: ' only.',
  });
});

test.each([
  ['one two', 'one two three'],
  ['one two three', 'three'],
  ['a a a', 'a a'],
  ['', 'new'],
  ['all of it', 'something else'],
])('the parts of %o and %o join to both texts', (before, after) => {
  const { start, removed, added, end } = textParts(before, after);
  expect(start + removed + end).toBe(before);
  expect(start + added + end).toBe(after);
});
