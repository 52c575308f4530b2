import { expect, test } from 'vitest';
import { changesOf, copyEdits } from './copy.ts';
import type { BucketEntries, BucketEntry } from './entry.ts';
import { compareBuckets, type Difference, type Parity } from './parity.ts';
import { applyEdits } from './rollout.ts';

/** "a b2 c:9" is dial a at version 1, b at version 2, c with a max line of 9. */
const list = (text: string): BucketEntry[] =>
  text.split(' ').flatMap((word) => {
    const [, dial_id, version, line] = /^([a-z])(\d*)(?::(\d+))?$/.exec(word) ?? [];
    if (dial_id === undefined) return [];
    return [
      { dial_id, version: Number(version || 1), overrides: line === undefined ? {} : { max_line: Number(line) } },
    ];
  });
const write = (entries: BucketEntries): string =>
  entries
    .map(({ dial_id, version, overrides: { max_line } }) =>
      [dial_id, version > 1 ? version : '', max_line === undefined ? '' : `:${max_line}`].join(''),
    )
    .join(' ');
const compare = (...texts: readonly string[]): Parity => compareBuckets(texts.map(list));
const rowsOf = ({ rows }: Parity): string => rows.map(({ dial_id }) => dial_id).join(' ');
/** What is different in a bucket: "b version, c missing". */
const differing = ({ rows }: Parity, bucket: number): string =>
  rows
    .flatMap(({ dial_id, cells }) => {
      const kinds = cells[bucket]?.differs ?? [];
      return kinds.length === 0 ? [] : [[dial_id, ...kinds].join(' ')];
    })
    .join(', ');

test.each<[what: string, last: string, differs: string]>([
  ['the same', 'a b c d', ''],
  ['another version', 'a b2 c d', 'b version'],
  ['an override', 'a b:9 c d', 'b override'],
  ['both, and moved', 'b2:9 a c d', 'b version override moved'],
  ['missing, which shifts the rest', 'b c d', 'a missing'],
  ['only here, which shifts the rest', 'x a b c d', 'x extra'],
  ['moved, which shifts the rest', 'd a b c', 'd moved'],
  ['not where it holds no dial', '', ''],
])('A bucket differs from most: %s', (_, last, differs) => {
  const parity = compare('a b c d', 'a b c d', 'a b c d', last);
  expect(differing(parity, 3)).toBe(differs);
  expect(parity.differences).toEqual([0, 0, 0, differs === '' ? 0 : differs.split(',').length]);
});

test.each<[what: string, lists: readonly string[], most: string]>([
  ['the commonest version', ['a', 'a', 'a2'], 'a'],
  ['the commonest version with its values', ['a:9', 'a:9', 'a'], 'a:9'],
  ['of a tie the newest', ['a', 'a3', 'a2'], 'a3'],
  ['of a tie the plain one', ['a:9', 'a', 'a:8'], 'a'],
  ['what half of them hold', ['a b', 'a b', 'a', 'a'], 'a b'],
  ['not what fewer hold', ['a b', 'a', 'a'], 'a'],
  ['what half of those with dials hold', ['a', 'a', 'a b', 'a b', '', '', ''], 'a b'],
])('Most hold %s', (_, lists, most) => {
  const { rows } = compare(...lists);
  expect(write(rows.flatMap((row) => row.most ?? []))).toBe(most);
});

test('Rows stand in the order of most, dials of few after the one that they follow', () => {
  expect(rowsOf(compare('d a b c', 'a b c d', 'a b x y c d', 'z a b c d'))).toBe('z a b x y c d');
  const { rows } = compare('a b', 'a b', 'x a b');
  expect(rows.map(({ held, cells }) => [held, ...cells.map(({ position }) => position ?? 0)])).toEqual([
    [1, 0, 0, 1],
    [3, 1, 1, 2],
    [3, 2, 2, 3],
  ]);
});

test('Fewer than three are compared with the first', () => {
  const parity = compare('b a2', 'a3 b x');
  expect(parity).toMatchObject({ against: 'first', differences: [0, 2] });
  expect(differing(parity, 1)).toBe('x extra, a version moved');
  expect(compare('', 'b a2', '', 'a3 b x')).toMatchObject({ against: 'first', compared: 2, differences: [0, 0, 0, 2] });
  expect(compare().rows).toEqual([]);
});

test.each<[what: string, from: string, copied: string, to: string, after: string]>([
  ['a version with its overrides', 'a b2:9 c', 'b version override', 'a b c', 'a b2:9 c'],
  ['no override', 'a b c', 'b override', 'a b:9 c', 'a b c'],
  ['that it is not there', 'a c', 'b missing', 'a b c', 'a c'],
  ['a new dial, after the one above it', 'a x c', 'x extra', 'c a', 'c a x'],
  ['a new dial below another', 'a x y c', 'y extra, x extra', 'a b c', 'a x y b c'],
  ['a new dial before the one below', 'x c', 'x extra', 'a c', 'a x c'],
  ['a new dial where nothing is shared', 'x', 'x extra', 'a', 'a x'],
  ['a changed dial that the other has not', 'a b2 c', 'b version', 'a c', 'a b2 c'],
  ['a place', 'c a b', 'c moved', 'a b c', 'c a b'],
  ['a place and a version', 'c2 a b', 'c version moved', 'a b c', 'c2 a b'],
  ['a place alone, whatever its version', 'c2 a b', 'c moved', 'a b c', 'c a b'],
  ['places of several', 'c d a b', 'c moved, d moved', 'a b c d', 'c d a b'],
  ['places of two that stand side by side', 'a d e b c', 'd moved, e moved', 'a b c d e', 'a d e b c'],
  ['one place of several', 'c d a b', 'c moved, d moved -', 'a b c d', 'c a b d'],
])('Copied is %s', (_, from, copied, to, after) => {
  const all = copied.split(', ').map((text) => text.split(' '));
  const differences = all.map(([dial_id = '', ...differs]) => ({
    dial_id,
    differs: differs.filter((one) => one !== '-') as Difference[],
  }));
  // What ends with a dash is different, but not chosen.
  const chosen = new Set(all.flatMap(([dial_id = '', ...differs]) => (differs.includes('-') ? [] : dial_id)));
  const copy = (target: BucketEntries) =>
    copyEdits(target, list(from), changesOf(differences), ({ dial_id }) => chosen.has(dial_id));
  const edited = applyEdits(list(to), copy(list(to)), () => undefined);
  expect('entries' in edited && write(edited.entries)).toBe(after);
  expect(copy(list(after))).toEqual([]);
});
