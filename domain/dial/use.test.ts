import { expect, test } from 'vitest';
import { countUse, describeSameEffect, describeStayingVersions, describeUse } from './use.ts';

const live = (bucket: string, version: number) => ({ bucket, version, isLive: true });
const draft = (bucket: string, version: number) => ({ bucket, version, isLive: false });

test('a bucket counts once, by what it runs; by its draft only where it runs no version', () => {
  const holdings = [live('a', 4), live('b', 5), live('c', 5), draft('b', 6), draft('d', 6), draft('e', 5)];
  expect(countUse(holdings)).toEqual({
    live: [
      { version: 5, buckets: 2 },
      { version: 4, buckets: 1 },
    ],
    drafts: [
      { version: 6, buckets: 1 },
      { version: 5, buckets: 1 },
    ],
  });
});

test.each([
  [[live('a', 5), live('b', 5), live('c', 4)], 'v6 published; live: v5 in 2 buckets, v4 in 1'],
  [[live('a', 6)], 'v6 published; live: v6 in 1 bucket'],
  [[live('a', 6), draft('b', 6)], 'v6 published; live: v6 in 1 bucket; in 1 draft'],
  [[draft('a', 6), draft('b', 5)], 'v6 published; live nowhere, in 2 drafts'],
  [[], undefined],
])('describes the use of a dial: %j', (holdings, text) => {
  expect(describeUse(6, countUse(holdings))).toBe(text);
});

test('many buckets are counted in groups of three digits', () => {
  const use = {
    live: [
      { version: 5, buckets: 2863 },
      { version: 4, buckets: 1077 },
    ],
    drafts: [],
  };
  expect(describeUse(5, use)).toBe('v5 published; live: v5 in 2,863 buckets, v4 in 1,077');
  expect(describeStayingVersions(6, use)).toBe(
    '2,863 buckets keep v5 and 1,077 keep v4 until a reviewed draft takes v6.',
  );
});

test.each([
  [[live('a', 2), live('b', 2)], '2 buckets keep v2 until a reviewed draft takes v4.'],
  [[live('a', 2), live('b', 3)], '1 bucket keeps v3 and 1 keeps v2 until a reviewed draft takes v4.'],
  [
    [live('a', 1), live('b', 2), live('c', 3), draft('d', 3), draft('e', 3)],
    '1 bucket keeps v3, 1 keeps v2, 1 keeps v1 and 2 drafts keep v3 until a reviewed draft takes v4.',
  ],
  [[], 'No bucket holds this dial yet.'],
])('describes which versions stay when version 4 is published: %j', (holdings, text) => {
  expect(describeStayingVersions(4, countUse(holdings))).toBe(text);
});

test('a version in which only the reason is new says that no bucket needs it', () => {
  const text = 'Only the reason differs from v6, so a bucket with v6 has nothing to take from v7.';
  expect([describeSameEffect(7, true), describeSameEffect(7, false), describeSameEffect(1, true)]).toEqual([
    text,
    undefined,
    undefined,
  ]);
});
