import { expect, test } from 'vitest';
import { percentChange, percentShare, percentText, textParts, valueText } from './changeWords.ts';

test('a change in percent is relative to the old value, signed, with at most one decimal', () => {
  const text = (before: number, after: number) => percentText(percentChange(before, after) ?? Number.NaN);
  expect(text(2_500_000, 3_500_000)).toBe('+40%');
  expect(text(1_500_000, 1_250_000)).toBe('−16.7%');
  expect(text(4, 3.5)).toBe('−12.5%');
  expect(text(1000, 25_000)).toBe('+2,400%');
  expect(text(10_000_000, 10_000_001)).toBe('+under 0.1%');
});

test('a bar grows with every percent, and never fills its half', () => {
  const shares = [10, 50, 60, 100, 200, 2400].map(percentShare);
  expect(shares[1]).toBe(0.5);
  for (const [index, share] of shares.entries()) {
    expect(share).toBeGreaterThan(shares[index - 1] ?? 0);
    expect(share).toBeLessThan(1);
  }
  expect(percentShare(-60)).toBe(percentShare(60));
});

test('without an old number, or with zero, there is no change in percent', () => {
  expect(percentChange(null, 5)).toBeUndefined();
  expect(percentChange(5, null)).toBeUndefined();
  expect(percentChange(0, 5)).toBeUndefined();
  expect(percentChange('maintains', 'ignores')).toBeUndefined();
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
