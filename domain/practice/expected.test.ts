import { expect, test } from 'vitest';
import { describeCompared, describeDrift, describeExpectation, findBand, findDrift, judgeOutcome } from './expected.ts';

const EXPECTED = { changed: 26_788, all: 38_412 };

test('the band covers 95 of 100 samples of that many decisions', () => {
  const { low, high } = findBand(EXPECTED, 1731);
  const share = EXPECTED.changed / EXPECTED.all;
  expect([share - low, high - share].map((reach) => (reach * 100).toFixed(1))).toEqual(['2.2', '2.2']);
  expect(findBand({ changed: 0, all: 10 }, 1000)).toEqual({ low: 0, high: 0.0005 });
  expect(findBand(EXPECTED, 0)).toEqual({ low: 0, high: 1 });
});

test.each([
  [EXPECTED, 1731, 1204, 'as-expected'],
  [EXPECTED, 1731, 1250, 'more'],
  [EXPECTED, 1731, 1150, 'fewer'],
  [EXPECTED, 199, 0, 'too-few'],
  [EXPECTED, 200, 0, 'fewer'],
  [null, 1731, 1204, 'not-measured'],
  [{ changed: 0, all: 0 }, 1731, 1204, 'not-measured'],
] as const)('expected %o, and of %i decisions %i differ: %s', (expected, compared, differs, verdict) => {
  expect(judgeOutcome(expected, { compared, differs })).toBe(verdict);
});

test('a drift is more than five points away, and outside the band', () => {
  const half = { changed: 50, all: 100 };
  expect(findDrift(half, { compared: 10_000, differs: 5499 })).toBe(undefined);
  expect(findDrift(half, { compared: 10_000, differs: 5501 })).toBe('more');
  expect(findDrift(half, { compared: 10_000, differs: 4499 })).toBe('fewer');
  // Further away, but with so few decisions that it may be chance, or that nothing is said.
  expect(findDrift({ changed: 50, all: 100 }, { compared: 220, differs: 122 })).toBe(undefined);
  expect(findDrift(half, { compared: 199, differs: 199 })).toBe(undefined);
});

test('figures are written with their share', () => {
  expect(describeExpectation(EXPECTED)).toBe('26,788 of 38,412 risks (69.7%)');
  expect(describeExpectation({ changed: null, all: 40 })).toBe('fewer than 20 of 40 risks');
  expect(describeDrift({ number: 12, direction: 'fewer', compared: 1731, differs: 1204 })).toBe(
    'v12 changes fewer than expected: 1,204 of 1,731 decisions (69.6%)',
  );
});

const days = (count: number) => count * 86_400_000;
const NONE = { compared: 0, differs: 0 };

test.each<[string, ...Parameters<typeof describeCompared>]>([
  ['1,204 of 1,731 decisions (69.6%)', { compared: 1731, differs: 1204 }, { live: 0 }, { since: null, now: days(1) }],
  ['0 of 1 decision (0%)', { compared: 1, differs: 0 }, { live: 0 }, { since: '1970-06-01T09:00Z', now: days(200) }],
  ['no decisions yet', NONE, { live: 0 }, { since: null, now: days(29) }],
  ['no decisions yet', NONE, { live: 0 }, { since: '1970-01-03T09:00Z', now: days(29) }],
  ['no decisions', NONE, { live: 0 }, { since: '1970-01-03T09:00Z', now: days(30) }],
  ['no decisions', NONE, { live: 0, superseded: days(3) }, { since: '1970-01-03T09:00Z', now: days(4) }],
  ['not counted before 31 Jan 1970', NONE, { live: 0 }, { since: '1970-01-31T09:00Z', now: days(90) }],
  [
    'not counted before 4 Jan 1970',
    NONE,
    { live: 0, superseded: days(3) },
    { since: '1970-01-04T09:00Z', now: days(5) },
  ],
])('%s: %#', (words, comparison, span, counting) => {
  expect(describeCompared(comparison, span, counting)).toBe(words);
});
