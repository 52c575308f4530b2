import { describe, expect, test } from 'vitest';
import { totalChanges } from './change-kind.ts';
import { countChanges, diffEntries } from './diff.ts';
import { entry, list, NO_CHANGE } from './entries.naive.ts';

describe('the difference of two buckets, by example', () => {
  test.each([
    ['one dial to the top', 'abcde', 'eabcd', [{ dial_id: 'e', from: 5, to: 1 }]],
    ['one dial to the end', 'abcde', 'bcdea', [{ dial_id: 'a', from: 1, to: 5 }]],
    ['an addition above a move', 'abc', 'xcab', [{ dial_id: 'c', from: 3, to: 2 }]],
    ['a removal and a move', 'abcd', 'dbc', [{ dial_id: 'd', from: 4, to: 1 }]],
    ['an addition at the top and a removal at the end', 'abc', 'xab', []],
    ['all but one replaced', 'abc', 'xyc', []],
  ])('%s', (_, before, after, reordered) => {
    expect(diffEntries(list(before), list(after)).reordered).toEqual(reordered);
  });

  test('reports each kind of change with before and after', () => {
    const before = [entry('a'), entry('b', 2, { max_line: 5 }), entry('c'), entry('d')];
    const after = [entry('d'), entry('a', 3), entry('x', 7, { min_line: 1 }), entry('b', 2, { min_line: 5 })];
    const diff = diffEntries(before, after);
    expect(diff).toEqual({
      added: [{ entry: entry('x', 7, { min_line: 1 }), position: 3 }],
      removed: [{ entry: entry('c'), position: 3 }],
      updated: [{ dial_id: 'a', before: 1, after: 3 }],
      overridden: [{ dial_id: 'b', before: { max_line: 5 }, after: { min_line: 5 } }],
      reordered: [{ dial_id: 'd', from: 4, to: 1 }],
    });
    expect(countChanges(diff)).toEqual({ added: 1, removed: 1, updated: 1, overridden: 1, reordered: 1 });
    expect(totalChanges(countChanges(diff))).toBe(5);
  });

  test('an override written as not set is none', () => {
    expect(diffEntries([entry('a')], [entry('a', 1, { max_line: undefined })])).toEqual(NO_CHANGE);
  });
});
