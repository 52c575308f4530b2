import { expect, test } from 'vitest';
import { addDays } from '#web/kit/format.ts';
import {
  type ComingItem,
  type ComingKind,
  countText,
  END_PX,
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

test('overlapping labels move to another lane, and shrink to a count, then a number, if no lane has space', () => {
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
    [0, 'number'],
    [2, 'names'],
    [1, 'names'],
    [0, 'names'],
  ]);
});

test('near the end a name is cut, then left out; the label stays on the right of its mark', () => {
  const place = (day: string, name: string) =>
    placeGroups(groupComing([dial(name, 'ends', day)], TODAY), 900)[0] ?? { words: 'none', cutTo: undefined };
  expect(place('2026-12-06', 'The very last of all')).toMatchObject({ words: 'names', cutTo: undefined });
  const cut = place('2026-12-12', 'The very last of all the dials');
  expect(cut.words).toBe('names');
  expect(cut.cutTo).toBeLessThan(900 * 0.1 + END_PX);
  expect(place('2026-12-15', 'The very last of all')).toMatchObject({ words: 'count', cutTo: undefined });
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
  expect([words([]), words([0.6]), words([0.51])]).toEqual([['names'], ['count'], ['number']]);
});

test('no label crosses the stem of another mark, and every mark has one', () => {
  const days = [1, 2, 4, 7, 12, 13, 17, 20, 21, 23, 26, 28, 29, 30];
  const name = 'A dial with a rather long name';
  for (const width of [540, 900, 1100]) {
    const ends = days.map((day) => dial(name, 'ends', addDays(TODAY, day)));
    const placed = placeGroups(groupComing(ends, TODAY), width);
    expect(placed).toHaveLength(days.length);
    for (const one of placed)
      for (const other of placed) {
        const distance = (other.group.at - one.group.at) * width;
        const shortest = one.words === 'number' ? 10 : 40;
        if (one.lane <= other.lane && distance > 0) expect(distance, one.words).toBeGreaterThan(shortest);
      }
  }
});
