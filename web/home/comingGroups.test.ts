import { expect, test } from 'vitest';
import {
  type ComingItem,
  type ComingKind,
  countText,
  goLiveItem,
  groupComing,
  nameText,
  placeGroups,
} from './comingGroups.ts';

const TODAY = '2026-11-15';
const dial = (name: string, kind: ComingKind, day: string): ComingItem => ({
  id: name,
  name,
  kind,
  day,
  to: `/dials/${name}`,
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

test('a bucket that goes live is named with its partner, and says whether it is approved', () => {
  const bucket = { partner: { number: 9101, name: 'Alder' }, cob: 'cargo', day: '2026-11-30' };
  const items = [true, true, false].map((approved) => goLiveItem({ ...bucket, approved }));
  expect(groupComing(items, TODAY).map((group) => [group.kind, countText(group), nameText(group)])).toEqual([
    ['live', '2 go live', 'Cargo, 9101 Alder and 1 more'],
    ['planned', '1 not approved yet', 'Cargo, 9101 Alder'],
  ]);
  expect(items[0]?.to).toBe('/syndicate/9101/bucket/cargo/draft');
});

test('no label crosses the stem of a mark above it', () => {
  const [start] = groupComing([dial('A dial of some length', 'starts', '2026-11-30')], TODAY);
  const words = (stems: readonly number[]) => placeGroups(start ? [start] : [], 900, stems).map((one) => one.words);
  expect([words([]), words([0.6]), words([0.51])]).toEqual([['names'], ['count'], ['none']]);
});

test('a label to the left of its mark leaves earlier marks free', () => {
  const placed = (day: string) => {
    const ends = [dial('Short', 'ends', day), dial('A dial of some length', 'ends', '2026-12-10')];
    return placeGroups(groupComing(ends, TODAY), 900).map(({ words, side }) => [words, side]);
  };
  expect(placed('2026-11-20')).toEqual([
    ['names', 'right'],
    ['names', 'left'],
  ]);
  expect(placed('2026-12-07')).toEqual([
    ['names', 'right'],
    ['count', 'right'],
  ]);
});
