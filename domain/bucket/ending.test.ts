import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeEnding, joinEndings, listEndings } from './ending.ts';

const DAYS = ['2026-11-19', '2026-12-11', '2027-01-01', '2027-06-30'] as const;
const entry = (dial_id: string) => ({ dial_id, version: 1, overrides: {} });

test('a dial has ended from its last day on, and one without an end never', () => {
  const until: Record<string, string | null> = { a: '2026-12-11', b: '2026-12-12', c: null };
  const list = ['a', 'b', 'c', 'unknown'].map(entry);
  const factsOf = ({ dial_id }: { dial_id: string }) => {
    const active_until = until[dial_id];
    return active_until === undefined ? undefined : { name: dial_id.toUpperCase(), active_until };
  };
  expect(listEndings(list, factsOf, '2026-12-11')).toEqual([{ dial_id: 'a', name: 'A', day: '2026-12-11' }]);
  expect(listEndings(list, factsOf, '2026-12-10')).toEqual([]);
});

test('[R9] every ending of every bucket is joinedOnce once', () => {
  const ending = fc.record({
    dial_id: fc.constantFrom('a', 'b', 'c'),
    name: fc.constant('A'),
    day: fc.constantFrom(...DAYS),
  });
  const endings = fc.uniqueArray(ending, { selector: ({ dial_id }) => dial_id });
  fc.assert(
    fc.property(fc.array(endings, { maxLength: 6 }), (lists) => {
      const joined = joinEndings(lists.map((each, bucket) => ({ bucket, endings: each })));
      const joinedOnce = joined.flatMap(({ buckets, ...one }) => buckets.map((bucket) => ({ bucket, ...one })));
      const held = lists.flatMap((each, bucket) => each.map((one) => ({ bucket, ...one })));
      const inOrder = (all: typeof joinedOnce) => all.map((one) => JSON.stringify(one)).toSorted();
      expect(inOrder(joinedOnce)).toEqual(inOrder(held));
      expect(new Set(joined.map(({ dial_id, day }) => dial_id + day)).size).toBe(joined.length);
      expect(joined.map(({ day }) => day)).toEqual(joined.map(({ day }) => day).toSorted());
    }),
  );
});

test('the sentence names the day and the number of buckets', () => {
  const one = { dial_id: 'a', name: 'A', day: '2026-12-11', buckets: [1] };
  expect(describeEnding(one, '2026-12-10')).toBe('ends 11 Dec 2026');
  expect(describeEnding({ ...one, buckets: [1, 2] }, '2026-12-11')).toBe('ended 11 Dec 2026, 2 buckets');
});
