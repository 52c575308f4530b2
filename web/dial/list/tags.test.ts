import { expect, test } from 'vitest';
import { fitTags } from './tags.ts';

test.each([
  [[], 0],
  [['Cyber', 'Excess'], 2],
  [['Cyber', '1 January'], 2],
  [['D&O', 'Listed', 'IPO watch'], 2],
  [['Professional indemnity', 'PI'], 1],
  [['A tag that is longer than the column'], 1],
])('[T1] of %j the first %i are shown', (tags, count) => {
  expect(fitTags(tags)).toEqual({ shown: tags.slice(0, count), hidden: tags.slice(count) });
});
