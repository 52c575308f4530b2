import { expect, test } from 'vitest';
import type { ComingDial } from '#contract/dial.ts';
import { countText, groupComing, nameText, placeGroups } from './comingGroups.ts';

const TODAY = '2026-11-15';
const dial = (name: string, kind: ComingDial['kind'], day: string): ComingDial => ({
  id: name,
  name,
  kind,
  day,
  bucket_count: 1,
});

test('dials that start on one day are one group on the timeline, those that end another', () => {
  const groups = groupComing(
    [dial('A', 'ends', '2026-11-30'), dial('B', 'starts', '2026-11-30'), dial('C', 'ends', '2026-11-30')],
    TODAY,
  );
  expect(groups.map((group) => [group.at, countText(group), nameText(group)])).toEqual([
    [0.5, '2 end', 'A and 1 more'],
    [0.5, '1 starts', 'B'],
  ]);
});

test('overlapping labels move to another lane, and lose their names, then all text, if no lane has space', () => {
  const placed = (...days: number[]) => {
    const ends = days.map((day) => dial('A dial of some length', 'ends', `2026-11-${day}`));
    return placeGroups(groupComing(ends, TODAY), 900).map(({ lane, words }) => [lane, words]);
  };
  expect(placed(16, 18, 24)).toEqual([
    [2, 'names'],
    [1, 'names'],
    [0, 'names'],
  ]);
  expect(placed(16, 19, 22, 25)).toEqual([
    [0, 'count'],
    [2, 'names'],
    [1, 'names'],
    [0, 'names'],
  ]);
  expect(placed(16, 17, 18, 19)).toEqual([
    [0, 'none'],
    [2, 'names'],
    [1, 'names'],
    [0, 'names'],
  ]);
});

test('near the right end labels are on the left of their mark', () => {
  const [placed] = placeGroups(groupComing([dial('The very last of all', 'ends', '2026-12-15')], TODAY), 900);
  expect(placed).toMatchObject({ side: 'left', lane: 0, words: 'names' });
});
