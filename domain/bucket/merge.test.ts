import { describe, expect, test } from 'vitest';
import { entry, list, spell } from './entries.naive.ts';
import { mergeEntries } from './merge.ts';

const order = (base: string, mine: string, theirs: string) => {
  const { merged, conflicts } = mergeEntries(list(base), list(mine), list(theirs));
  return [spell(merged), conflicts.map(({ dial_id, field }) => `${dial_id} ${field}`).join()];
};

describe('merging two orders', () => {
  test.each([
    ['my move and their move of another dial', 'abcd', 'dabc', 'bacd', 'dbac', ''],
    ['my move above a dial that they moved away', 'abcd', 'adbc', 'bcda', 'dbca', ''],
    ['both moved one dial, each elsewhere', 'abcde', 'eabcd', 'abecd', 'eabcd', 'e position'],
    ['both moved one dial to the same place, and one added above it', 'abcd', 'xdabc', 'dabc', 'xdabc', ''],
    ['both added at the end', 'ab', 'abx', 'aby', 'abxy', ''],
    ['both added the same dial, each elsewhere', 'ab', 'xab', 'abx', 'xab', 'x position'],
    ['both added the same dial at the same place', 'ab', 'axb', 'axb', 'axb', ''],
    ['I removed what they moved', 'abcd', 'abc', 'dabc', 'abc', ''],
    ['I moved what they removed', 'abcd', 'dabc', 'abc', 'abc', ''],
    ['mine into an emptied list', 'ab', 'abx', '', 'x', ''],
  ])('%s', (_, base, mine, theirs, merged, conflicts) => {
    expect(order(base, mine, theirs)).toEqual([merged, conflicts]);
  });
});

describe('merging two entries', () => {
  const lines = (version: number, max_line?: number, min_line?: number) => entry('a', version, { max_line, min_line });
  const was = lines(2, 10, 1);
  test.each([
    ['mine alone', lines(3, 10, 1), was, lines(3, 10, 1), ''],
    ['theirs alone', was, lines(2, 10), lines(2, 10), ''],
    ['each another value', lines(2, 20, 1), lines(2, 10, 2), lines(2, 20, 2), ''],
    ['both the same', lines(4, 20), lines(4, 20), lines(4, 20), ''],
    [
      'both one value: mine until someone chooses',
      lines(3, 20, 1),
      lines(4, undefined, 1),
      lines(3, 20, 1),
      'max_line,version',
    ],
    ['removed by me, changed by them', undefined, lines(3, 10, 1), undefined, 'presence'],
    ['changed by me, removed by them', lines(3, 10, 1), undefined, lines(3, 10, 1), 'presence'],
    ['removed by me, left alone by them', undefined, was, undefined, ''],
    ['left alone by me, removed by them', was, undefined, undefined, ''],
    ['removed by both', undefined, undefined, undefined, ''],
  ])('%s', (_, mine, theirs, expected, conflictFields) => {
    const sides = [mine, theirs].map((one) => (one === undefined ? [] : [one]));
    const { merged, conflicts } = mergeEntries([was], sides[0] ?? [], sides[1] ?? []);
    expect(merged).toEqual(expected === undefined ? [] : [expected]);
    expect(conflicts.map(({ field }) => field).join()).toBe(conflictFields);
  });

  test('a choice of theirs is taken for that field alone', () => {
    const mine = [entry('a', 3, { max_line: 20, min_line: 1 })];
    const theirs = [entry('a', 4, { max_line: 30, min_line: 1 })];
    const { merged } = mergeEntries([was], mine, theirs, new Map([['a max_line', 'theirs']]));
    expect(merged).toEqual([entry('a', 3, { max_line: 30, min_line: 1 })]);
  });
});
