import { expect, test } from 'vitest';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { EMPTY_DIAL, type DialData } from '#domain/dial/dial.ts';
import { findMoves } from './against.ts';
import { evaluate } from './evaluate.ts';

const RISK = { date: '2026-11-16', journey: null, dimensions: {} };
const sets = (max_line: number, more: Partial<DialData> = {}): DialData => ({
  ...EMPTY_DIAL,
  ...more,
  values: { max_line },
});
/** What each version of each dial says: version 2 of `a` asks for what the risk does not have. */
const DIALS: Readonly<Record<string, DialData>> = {
  'a 1': sets(100),
  'a 2': sets(100, { dimensions: { is_primary: 'excess' } }),
  'a 3': sets(150),
  'b 1': sets(200),
};
const entry = (name: string, overrides: BucketEntry['overrides'] = {}): BucketEntry => {
  const [dial_id = '', version] = name.split(' ');
  return { dial_id, version: Number(version), overrides };
};
const outcome = (entries: readonly BucketEntry[]) => ({
  entries,
  values: evaluate(
    entries.map((one) => ({ ...one, dial: DIALS[`${one.dial_id} ${one.version}`] ?? EMPTY_DIAL })),
    RISK,
  ).values,
});
const [a, b] = [entry('a 1'), entry('b 1')];

test.each<[string, readonly BucketEntry[], readonly BucketEntry[], unknown]>([
  ['an override', [a, b], [entry('a 1', { max_line: 90 }), b], { before: 100, after: 90, why: 'overridden' }],
  ['an override that is gone', [entry('a 1', { max_line: 90 })], [a], { before: 90, after: 100, why: 'overridden' }],
  ['another version', [a, b], [entry('a 3'), b], { before: 100, after: 150, why: 'updated' }],
  ['a version that does not match', [a, b], [entry('a 2'), b], { before: 100, after: 200, why: 'updated' }],
  ['a version after which nothing matches', [a], [entry('a 2')], { before: 100, after: null, why: 'updated' }],
  ['a new dial', [b], [a, b], { before: 200, after: 100, why: 'added' }],
  ['the first dial', [], [a], { before: null, after: 100, why: 'added' }],
  ['a dial less', [a, b], [b], { before: 100, after: 200, why: 'removed' }],
  [
    'another order, whatever else',
    [a, b],
    [b, entry('a 3', { max_line: 90 })],
    { before: 100, after: 200, why: 'reordered' },
  ],
  ['another order', [a, b], [b, a], { before: 100, after: 200, why: 'reordered' }],
  [
    'another order, with an override of the dial that is beaten now',
    [a, b],
    [b, { ...a, overrides: { max_line: 90 } }],
    { before: 100, after: 200, why: 'reordered' },
  ],
])('a value moves by %s', (_why, before, after, move) => {
  expect(findMoves(outcome(before), outcome(after))).toEqual([{ key: 'max_line', ...(move as object) }]);
});

test('a value that stays the same moves by nothing, whoever supplies it', () => {
  expect(findMoves(outcome([a, b]), outcome([entry('a 1', { max_line: 100 }), b]))).toEqual([]);
  expect(findMoves(outcome([]), outcome([]))).toEqual([]);
});
