import { expect, test } from 'vitest';
import type { Impact, Move } from '#domain/impact/impact.ts';
import { VALUE_KEYS, VALUES, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import { storeCounts } from './counts.ts';
import {
  compareValues,
  type CountedVersion,
  describeGap,
  findLargestGap,
  MAX_RESULTS,
  totalsOf,
} from './value-outcome.ts';

const entry = (own: DialValues, overrides: DialValues = {}) => ({ own, overrides });
const version = (
  entries: CountedVersion['entries'],
  decisions: number,
  won: readonly Partial<Record<ValueKey, number>>[],
  stopped = 0,
): CountedVersion => {
  const ids = entries.map((_, index) => String(index));
  const dials = won.map((one, index) => ({
    dial_id: String(index),
    version: 1,
    took_part: decisions,
    decided: decisions,
    won: one,
    beaten_by: null,
  }));
  return { entries, days: [{ decisions, stopped, counts: storeCounts(dials, ids).counts }] };
};
const NO_RISKS = { risks: 0, premium: null };
const impact = (moves: readonly Omit<Move, 'premium'>[], unlisted = 0): Impact => ({
  all: NO_RISKS,
  changed: NO_RISKS,
  values: [
    {
      value: 'max_line',
      lower: NO_RISKS,
      higher: NO_RISKS,
      gain: NO_RISKS,
      lose: NO_RISKS,
      other: NO_RISKS,
      moves: moves.map((move) => ({ ...move, premium: null })),
      unlisted: { risks: unlisted, premium: null },
    },
  ],
  decided: [],
  behind: [],
  groups: [],
  segments: { listed: [], count: 0 },
  largest: [],
});

test('a decision counts for the value of the dial that won it, or of its override', () => {
  const [maxLine, ...others] = compareValues({
    before: version([entry({ max_line: 100 })], 10, [{ max_line: 4 }]),
    expected: impact([
      { before: null, after: 200, risks: 6 },
      { before: 100, after: 200, risks: 1 },
      { before: 100, after: null, risks: 3 },
    ]),
    since: version(
      [entry({ max_line: 100 }, { max_line: 200 }), entry({ max_line: 200 }), entry({ max_line: 50 })],
      20,
      [{ max_line: 8 }, { max_line: 4 }, { max_line: 1 }],
      5,
    ),
  });
  expect(others).toEqual([]);
  expect(maxLine).toEqual({
    value: 'max_line',
    results: [
      { result: 50, before: 0, expected: 0, since: 1 },
      { result: 100, before: 4, expected: 0, since: 0 },
      { result: 200, before: 0, expected: 7, since: 12 },
      { result: null, before: 6, expected: 3, since: 2 },
    ],
    others: { before: 0, expected: 0, since: 0 },
  });
});

test('what is too rare to show, or was not listed, is counted as others', () => {
  const amounts = Array.from({ length: MAX_RESULTS + 2 }, (_, index) => (index + 1) * 10);
  const outcome = compareValues({
    before: null,
    expected: impact([{ before: null, after: 10, risks: 5 }], 3),
    since: version(
      amounts.map((max_line) => entry({ max_line })),
      1000,
      amounts.map((max_line) => ({ max_line })),
    ),
  })[0];
  if (outcome === undefined) throw new Error('The max line is missing.');
  expect(outcome.results).toHaveLength(MAX_RESULTS);
  expect(outcome.others).toEqual({ before: 0, expected: 3, since: 20 + 30 + 40 });
  expect(totalsOf(outcome)).toEqual({ before: 0, expected: 8, since: 1000 });
});

test('values that no dial sets are left out, and all of them can be compared', () => {
  const empty = version([], 9, []);
  expect(compareValues({ before: empty, expected: null, since: empty })).toEqual([]);
  const own: DialValues = Object.fromEntries(
    Object.entries(VALUES).map(([key, value]) => [key, value.kind === 'option' ? value.options[0].value : 1]),
  );
  const won = Object.fromEntries(VALUE_KEYS.map((key) => [key, 9]));
  const all = compareValues({ before: null, expected: null, since: version([entry(own)], 9, [won]) });
  expect(all.map(({ value }) => value)).toEqual(VALUE_KEYS);
});

test('the largest gap names the result that most differs from what was expected', () => {
  const values = [
    {
      value: 'max_line' as const,
      results: [
        { result: 2_500_000, before: 0, expected: 30, since: 41 },
        { result: null, before: 9, expected: 70, since: 59 },
      ],
      others: { before: 0, expected: 0, since: 0 },
    },
  ];
  const gap = findLargestGap(values);
  expect(gap && describeGap(gap)).toBe('Most of it: Max line 2.5m, 41% of decisions, expected 30%');
  expect(findLargestGap([{ value: 'max_line', results: [], others: { before: 1, expected: 1, since: 1 } }])).toBe(
    undefined,
  );
  expect(findLargestGap([])).toBe(undefined);
});
