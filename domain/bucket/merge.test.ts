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
  const was = entry('a', 2, { max_line: 10, min_line: 1 });
  test.each([
    ['mine alone', entry('a', 3, was.overrides), was, entry('a', 3, was.overrides), ''],
    ['theirs alone', was, entry('a', 2, { max_line: 10 }), entry('a', 2, { max_line: 10 }), ''],
    [
      'each another value',
      entry('a', 2, { max_line: 20, min_line: 1 }),
      entry('a', 2, { max_line: 10, min_line: 2 }),
      entry('a', 2, { max_line: 20, min_line: 2 }),
      '',
    ],
    [
      'both the same',
      entry('a', 4, { max_line: 20 }),
      entry('a', 4, { max_line: 20 }),
      entry('a', 4, { max_line: 20 }),
      '',
    ],
    [
      'both one value, each otherwise: mine until someone chooses',
      entry('a', 3, { max_line: 20, min_line: 1 }),
      entry('a', 4, { min_line: 1 }),
      entry('a', 3, { max_line: 20, min_line: 1 }),
      'max_line,version',
    ],
    ['removed by me, changed by them', undefined, entry('a', 3, was.overrides), undefined, 'presence'],
    [
      'changed by me, removed by them',
      entry('a', 3, was.overrides),
      undefined,
      entry('a', 3, was.overrides),
      'presence',
    ],
    ['removed by me, left alone by them', undefined, was, undefined, ''],
    ['left alone by me, removed by them', was, undefined, undefined, ''],
    ['removed by both', undefined, undefined, undefined, ''],
  ])('%s', (_, mine, theirs, expected, asked) => {
    const sides = [mine, theirs].map((one) => (one === undefined ? [] : [one]));
    const { merged, conflicts } = mergeEntries([was], sides[0] ?? [], sides[1] ?? []);
    expect(merged).toEqual(expected === undefined ? [] : [expected]);
    expect(conflicts.map(({ field }) => field).join()).toBe(asked);
  });

  test('a choice of theirs is taken for that field alone', () => {
    const mine = [entry('a', 3, { max_line: 20, min_line: 1 })];
    const theirs = [entry('a', 4, { max_line: 30, min_line: 1 })];
    const { merged } = mergeEntries([was], mine, theirs, new Map([['a max_line', 'theirs']]));
    expect(merged).toEqual([entry('a', 3, { max_line: 30, min_line: 1 })]);
  });
});
