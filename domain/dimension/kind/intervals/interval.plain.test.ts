import { expect, test } from 'vitest';
import { parseIntervals, printIntervals } from './interval.ts';
import { abbreviate } from './kind.ts';

test.each([
  ['5m-50m', '[5000000,50000000]'],
  ['5m to 50m', '[5000000,50000000]'],
  ['$10m – $50m', '[10000000,50000000]'],
  ['from 10,000 to 20,000', '[10000,20000]'],
  ['between 1 and 2', '[1,2]'],
  ['50m+', '[50000000,)'],
  ['50m or more', '[50000000,)'],
  ['>= 50m', '[50000000,)'],
  ['≥50m', '[50000000,)'],
  ['> 50 m', '(50000000,)'],
  ['over $50m', '(50000000,)'],
  ['< 10', '(,10)'],
  ['<=10', '(,10]'],
  ['up to 24 hours', '(,24]'],
  ['10%–25%', '[10,25]'],
  ['-20% to 10%', '[-20,10]'],
  ['−20--10', '[-20,-10]'],
  ['0-50m', '[0,50000000]'],
  ['1m-5m; 10m+', '[1000000,5000000] [10000000,)'],
  ['1m-5m, 7m-8m or 10m or more', '[1000000,5000000] [7000000,8000000] [10000000,)'],
])('%j, as people write it, is read as %s', (text, expected) => {
  const parsed = parseIntervals(text, { negative: true });
  expect(parsed.ok && printIntervals(parsed.asWritten)).toBe(expected);
});

test.each([
  ['5-50m', 'It is not clear whether “5” is meant as “5m”. Write both in full.', '[5000000,50000000]'],
  ['50m to 5m', 'In “50m to 5m” the lower bound is above the upper one.', '[5000000,50000000]'],
  ['< 1.2.3', '“1.2.3” is not a number. Numbers look like 1000, 2.5, 10k, 2.5m or 1bn.', undefined],
  ['5m to', 'An interval starts with [ or ( and ends with ] or ), as in [1,5).', undefined],
  ['50m', 'An interval starts with [ or ( and ends with ] or ), as in [1,5).', undefined],
])('%j is not guessed', (text, hint, repair) => {
  const parsed = parseIntervals(text, { negative: true });
  expect(!parsed.ok && [parsed.hint, parsed.repair]).toEqual([hint, repair]);
});

test.each([
  ['[10000000,50000000)', 'usd', '$10m to $50m'],
  ['(5000000,)', 'usd', 'over $5m'],
  ['[50000000,)', 'usd', '$50m or more'],
  ['(8,12]', 'hours', 'over 8 to 12 hours'],
  ['[10,25]', 'percent', '10% to 25%'],
  ['[0,0] [2,3) [5,6) [8,9)', 'count', 'exactly 0; 2 to 3; 2 more'],
  ['[1', 'count', '[1'],
] as const)('%s of %s is listed as %s', (notation, unit, words) => {
  expect(abbreviate(notation, unit)).toBe(words);
});
