import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coarsenChanges, coarsenCount, coarsenExposures, coarsenImpact, MIN_SHOWN_RISKS } from './coarse.ts';
import { type Impact, mapDirections, type Share } from './impact.ts';
import { announceImpact, countRisks, describeNoChange, describeShare, describeWhole } from './words.ts';

const share = (risks: number, premium: number | null = risks * 10): Share => ({ risks, premium });
const FEW = { risks: 0, premium: null, few: true };

const impactOf = (all: number, changed: number, parts: readonly number[]): Impact => ({
  all: share(all),
  changed: share(changed),
  values: [
    {
      value: 'max_line',
      lower: share(parts[0] ?? 0),
      higher: share(parts[1] ?? 0),
      gain: share(parts[2] ?? 0),
      lose: share(parts[3] ?? 0),
      other: share(0),
      moves: parts.map((part, index) => ({ before: index, after: index + 1, ...share(part) })),
      unlisted: share(3),
    },
  ],
  decided: parts.map((part, index) => ({ dial_id: `d${index}`, ...share(part) })),
  behind: parts.map((part, index) => ({ dial_id: `d${index}`, ...share(part) })),
  groups: [
    {
      by: { dimension: 'brokers' },
      members: parts.map((part, index) => ({ key: `k${index}`, changed: share(part), all: share(part + 7) })),
      count: parts.length,
    },
  ],
  segments: {
    listed: parts.map((part) => ({ layer: 'primary', country: 'US', changed: share(part), all: share(part + 7) })),
    count: parts.length + 1,
  },
  largest: [{ row: 1, before: {}, after: {}, alike: 400 }],
});

test('a figure of nineteen risks or none is hidden, one of twenty is shown', () => {
  expect([0, 1, 19, 20, 39, 40, 1001].map(coarsenCount)).toEqual([null, null, null, 20, 20, 40, 1000]);
});

test('what limits gain is hidden for few risks, and rounded to twenty of the largest line and of the average premium', () => {
  const exposure = (risks: number, added: number) => ({ lines: { risks, added }, premium: { risks, added } });
  const exact = impactOf(1000, 250, [205, 19, 20]);
  const hidden = { risks: 0, added: 0, few: true };
  expect(
    coarsenExposures([exposure(19, 500), exposure(39, -170), { ...exposure(40, 0), premium: null }], exact),
  ).toEqual([
    { lines: hidden, premium: hidden },
    { lines: { risks: 20, added: -180 }, premium: { risks: 20, added: -200 } },
    { lines: { risks: 40, added: 0 }, premium: null },
  ]);
});

test('groups, segments, dials and moves of few risks are left out, and what is shown is rounded', () => {
  const { values, decided, behind, groups, segments, largest, changed, coarse } = coarsenImpact(
    impactOf(1000, 250, [205, 19, 20]),
  );
  expect(changed).toEqual({ risks: 240, premium: 2600 });
  expect(values[0]).toEqual({
    value: 'max_line',
    lower: { risks: 200, premium: 2000 },
    higher: FEW,
    gain: { risks: 20, premium: 200 },
    lose: FEW,
    other: FEW,
    moves: [
      { before: 0, after: 1, risks: 200, premium: 2000 },
      { before: 2, after: 3, risks: 20, premium: 200 },
    ],
    unlisted: { risks: 20, premium: 200 },
  });
  expect(decided.map(({ dial_id, few }) => [dial_id, few])).toEqual([
    ['d0', undefined],
    ['d1', true],
    ['d2', undefined],
  ]);
  expect(behind.map(({ dial_id }) => dial_id)).toEqual(['d0', 'd2']);
  expect(groups).toMatchObject([{ members: [{ key: 'k0', all: { risks: 200 } }, { key: 'k2' }], count: 2 }]);
  expect([segments.listed.length, segments.count, largest, coarse]).toEqual([2, 2, [], true]);
});

test('of a class with few risks nothing is left', () => {
  expect(coarsenImpact(impactOf(19, 12, [12]))).toMatchObject({
    all: FEW,
    changed: FEW,
    values: [{ lower: FEW, moves: [], unlisted: FEW }],
    behind: [],
    groups: [{ members: [], count: 0 }],
    segments: { listed: [], count: 0 },
  });
});

test('every number that is left stands for at least twenty risks, and so does every difference of two of them', () => {
  const count = fc.integer({ min: 0, max: 200 });
  fc.assert(
    fc.property(count, fc.array(count, { maxLength: 6 }), (rest, parts) => {
      const changed = parts.reduce((sum, part) => sum + part, 0);
      const numbers = [
        ...JSON.stringify(coarsenImpact(impactOf(changed + rest, changed, parts))).matchAll(/"risks":(\d+)/g),
      ];
      for (const [, risks] of numbers) expect(Number(risks) % MIN_SHOWN_RISKS).toBe(0);
    }),
  );
});

test('a premium moves in steps of what twenty average risks pay, so that one more risk does not show', () => {
  const premiumOf = (changed: number, premium: number) =>
    coarsenChanges({ all: share(1000, 100_000), changed: share(changed, premium), values: [], gaps: [] }).changed
      .premium;
  expect([premiumOf(100, 10_000), premiumOf(101, 10_500), premiumOf(100, 10_020)]).toEqual([10_000, 10_000, 10_000]);
  expect(
    coarsenChanges({ all: share(50, null), changed: share(30, null), values: [], gaps: [] }).changed.premium,
  ).toBeNull();
  expect(coarsenChanges({ all: share(50, 0), changed: share(30, 0), values: [], gaps: [] }).changed.premium).toBe(0);
});

const NONE_MOVE = mapDirections(() => 0);

test('the values of a bucket keep their directions of twenty risks and more', () => {
  const { all, changed, values, gaps } = coarsenChanges({
    all: share(45),
    changed: share(5),
    values: [
      { ...NONE_MOVE, value: 'max_line', lower: 41, higher: 19, gain: 60, lose: 20 },
      { ...NONE_MOVE, value: 'min_line', higher: 19, lose: 5 },
    ],
    gaps: [
      {
        dial_id: 'd',
        kind: 'starts',
        day: '2026-12-01',
        values: [
          { value: 'max_line', risks: 94 },
          { value: 'min_line', risks: 19 },
        ],
      },
    ],
  });
  expect([all.risks, changed]).toEqual([40, FEW]);
  expect(values).toEqual([{ ...NONE_MOVE, value: 'max_line', lower: 40, gain: 60, lose: 20 }]);
  expect(gaps[0]?.values.map(({ risks }) => risks)).toEqual([80, null]);
});

test('describes hidden figures in words', () => {
  const { all, changed } = coarsenImpact(impactOf(19, 12, []));
  expect(describeShare(changed, 'premium')).toBe('Fewer than 20');
  expect(countRisks(null)).toBe('Fewer than 20 risks');
  expect(describeNoChange(changed)).toBe('Fewer than 20 risks change');
  expect(describeNoChange(share(0))).toBe('No risk changes');
  expect(announceImpact({ changed, all })).toBe('Fewer than 20 risks change.');
  expect(describeWhole({ all }, 'risks')).toBe('of fewer than 20 risks change');
});
