import { expect, test } from 'vitest';
import { MAX_COUNTED } from '#domain/dial/list.ts';
import { WHOLE_LIST } from './listState.ts';
import { countText, dials, fitTags, showingText } from './listText.ts';

const searched = { ...WHOLE_LIST, q: 'cyber' };

test('a capped count says so, others are exact', () => {
  expect(countText(99, searched)).toBe('99');
  expect(countText(MAX_COUNTED, searched)).toBe('100');
  expect(countText(MAX_COUNTED + 1, searched)).toBe('100+');
  expect(countText(100, WHOLE_LIST)).toBe('100');
  expect(countText(2148, { ...WHOLE_LIST, tab: 'ready' })).toBe('2,148');
});

test.each([
  [12, 148, true, WHOLE_LIST, 'Showing 12 of 148 dials'],
  [24, 24, false, WHOLE_LIST, 'Showing 24 of 24 dials'],
  [1, 1, false, searched, 'Showing 1 of 1 dial'],
  [50, 101, true, searched, 'Showing 50 of more than 100 dials'],
  [150, 101, true, searched, 'Showing 150 dials so far'],
  [163, 101, false, searched, 'Showing 163 of 163 dials'],
])('%i of %i', (shown, count, more, state, text) => {
  expect(showingText(shown, count, more, state)).toBe(text);
});

test('uses the singular for one', () => {
  expect([dials(0), dials(1), dials(2000)]).toEqual(['0 dials', '1 dial', '2,000 dials']);
});

test.each([
  [[], 0],
  [['Cyber', 'Excess'], 2],
  [['Cyber', '1 January'], 2],
  [['D&O', 'Listed', 'IPO watch'], 2],
  [['Professional indemnity', 'PI'], 1],
  [['A tag that is longer than the column'], 1],
])('of %j the first %i are shown', (tags, count) => {
  expect(fitTags(tags)).toEqual({ shown: tags.slice(0, count), hidden: tags.slice(count) });
});
