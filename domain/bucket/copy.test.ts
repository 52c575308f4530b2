import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeKey, singleChanges, takeChanges } from './copy.ts';
import { entry, list, spell } from './entries.naive.ts';
import { type BucketEntries, sameEntries } from './entry.ts';

const mine = [entry('a'), entry('b', 1, { max_line: 5 }), entry('c'), entry('m')];
const theirs = [entry('c'), entry('x', 2), entry('a', 2, { max_line: 7 }), entry('b')];
const ALL = ['added x', 'removed m', 'updated a', 'overridden b', 'overridden a', 'reordered c'];

test('every change between two lists stands by itself', () => {
  expect(singleChanges(mine, theirs).map(changeKey).toSorted()).toEqual(ALL.toSorted());
});

test.each<[string, BucketEntries]>([
  ['removed m', mine.slice(0, 3)],
  ['updated a', [entry('a', 2), ...mine.slice(1)]],
  ['overridden a', [entry('a', 1, { max_line: 7 }), ...mine.slice(1)]],
  ['overridden b', [entry('a'), entry('b'), ...mine.slice(2)]],
  ['reordered c', [entry('c'), entry('a'), entry('b', 1, { max_line: 5 }), entry('m')]],
  // Its neighbour above is not where it is in theirs; the one below is.
  ['added x', [entry('x', 2), ...mine]],
])('taking only “%s” changes nothing else', (key, expected) => {
  expect(takeChanges(mine, theirs, (change) => changeKey(change) === key)).toEqual(expected);
});

test('a dial that is added without the one above it in theirs comes below the next', () => {
  const taken = takeChanges(list('ab'), list('axyb'), ({ dial_id }) => dial_id === 'y');
  expect(spell(taken)).toBe('ayb');
});

test('all changes give their list, none leave mine, and any choice holds each dial once', () => {
  const dials = fc.uniqueArray(
    fc.record({
      dial_id: fc.constantFrom(...'abcdefgh'),
      version: fc.integer({ min: 1, max: 2 }),
      overrides: fc.constantFrom({}, { max_line: 1 }),
    }),
    { selector: ({ dial_id }) => dial_id },
  );
  fc.assert(
    fc.property(dials, dials, fc.infiniteStream(fc.boolean()), (a, b, choice) => {
      const some = takeChanges(a, b, () => choice.next().value === true);
      return (
        sameEntries(
          takeChanges(a, b, () => true),
          b,
        ) &&
        sameEntries(
          takeChanges(a, b, () => false),
          a,
        ) &&
        new Set(some.map(({ dial_id }) => dial_id)).size === some.length
      );
    }),
    { numRuns: 500 },
  );
});
