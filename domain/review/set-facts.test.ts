import { expect, test } from 'vitest';
import { type ChangeCount, mapDirections } from '#domain/impact/impact.ts';
import { addCounts, addSetImpacts, addUnusual, type DraftFacts, gapsOn, joinGaps } from './set-facts.ts';

const share = (risks: number, premium: number | null = risks * 10) => ({ risks, premium });
const count = (changed: number, lower: number, gaps: ChangeCount['gaps'] = []): ChangeCount => ({
  all: share(100),
  changed: share(changed),
  values: [{ value: 'max_line', ...mapDirections(() => 0), lower }],
  gaps,
});
const NONE: DraftFacts = { gaps: [], examples: 0, broken: [], broken_before: [], unusual: [], unresolved: 0 };
const gap = (dial_id: string, day = '2026-12-01') =>
  ({ dial_id, name: `Dial ${dial_id}`, kind: 'starts', day, values: ['max_line', 'min_line'] }) as const;
const measured = (dial_id: string, max: number | null, min: number | null) => ({
  ...gap(dial_id),
  values: [
    { value: 'max_line' as const, risks: max },
    { value: 'min_line' as const, risks: min },
  ],
});

test('gaps of one dial in several buckets are one, with the risks of all of them, most risks first', () => {
  const gaps = joinGaps([
    { facts: { ...NONE, gaps: [gap('a'), gap('b')] }, count: count(1, 1, [measured('a', 3, 0), measured('b', 50, 2)]) },
    { facts: { ...NONE, gaps: [gap('a')] }, count: count(1, 1, [measured('a', 4, 0)]) },
  ]);
  expect(gaps).toMatchObject([
    {
      dial_id: 'b',
      buckets: 1,
      values: [
        { value: 'max_line', risks: 50 },
        { value: 'min_line', risks: 2 },
      ],
    },
    { dial_id: 'a', name: 'Dial a', buckets: 2, values: [{ value: 'max_line', risks: 7 }] },
  ]);
});

test('a gap that is not measured everywhere has no number, one with too few risks none to show, one without is left out', () => {
  const facts = { ...NONE, gaps: [gap('a')] };
  const valuesOf = (drafts: Parameters<typeof joinGaps>[0]) => joinGaps(drafts).map(({ values }) => values);
  expect(valuesOf([{ facts }, { facts, count: count(1, 1, [measured('a', 4, 0)]) }])).toEqual([
    [{ value: 'max_line' }, { value: 'min_line' }],
  ]);
  expect(valuesOf([{ facts, count: count(1, 1, [measured('a', null, 0)]) }])).toEqual([
    [{ value: 'max_line', risks: null }],
  ]);
  expect(valuesOf([{ facts, count: count(1, 1, [measured('a', 0, 0)]) }])).toEqual([]);
  expect(joinGaps([{ facts: { ...NONE, gaps: [gap('a'), gap('a', '2027-01-01')] } }])).toHaveLength(2);
});

test('risks that change are added up by value and direction', () => {
  expect(addCounts([count(5, 3), count(7, 7)])).toEqual({
    all: share(200),
    changed: share(12),
    values: [{ value: 'max_line', ...mapDirections(() => 0), lower: 10 }],
  });
  const few = { ...count(0, 0), changed: { risks: 0, premium: null, few: true as const } };
  expect(addCounts([few, few]).changed).toEqual({ risks: 0, premium: null, few: true });
  expect(addCounts([few, count(5, 3)]).changed).toEqual({ risks: 5, premium: null });
});

test('unusual values are added up by value and reason, most first', () => {
  const of = (key: 'max_line' | 'min_line', count: number) => ({ key, kind: 'above_class', count }) as const;
  expect(addUnusual([of('max_line', 1), of('min_line', 2), of('max_line', 4)])).toEqual([
    of('max_line', 5),
    of('min_line', 2),
  ]);
});

test('a version that has started by the day leaves no gap', () => {
  expect(gapsOn([gap('a'), gap('b', '2026-12-10')], '2026-12-01').map(({ dial_id }) => dial_id)).toEqual(['b']);
});

test('what was measured for rounds adds up to what measuring the drafts adds up to, and names a common day', () => {
  const counts = [count(3, 2), count(40, 30)];
  const stored = (day: string | null, { all, changed, values }: ChangeCount) => ({
    changed: changed.risks,
    risks: all.risks,
    premium: changed.premium,
    day,
    values,
  });
  const whole = addSetImpacts(counts.map((one) => stored('2027-01-01', one)));
  expect(whole.count.changed).toEqual(addCounts(counts).changed);
  expect(whole.count.values).toEqual(addCounts(counts).values);
  expect([whole.count.all.risks, whole.day]).toEqual([200, '2027-01-01']);
  expect(addSetImpacts(counts.map((one, index) => stored(`2027-01-0${index + 1}`, one))).day).toBeNull();
  const few = { changed: null, risks: 100, premium: null, day: '2027-01-01', values: [] };
  expect(addSetImpacts([few]).count.changed).toMatchObject({ risks: 0, few: true });
});
