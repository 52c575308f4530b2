import { expect, test } from 'vitest';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { type Direction, type Impact, mapDirections, type Share } from './impact.ts';
import { findMostMoved, rankDials, rankGroups, rankSegments, viewImpact } from './view.ts';

const share = (risks: number, premium: number | null = null): Share => ({ risks, premium });
const none = share(0);
const moved = (
  value: 'max_line' | 'lead_share_cap' | 'policy_share_cap',
  shares: Partial<Record<Direction, Share>>,
) => ({
  value,
  ...mapDirections((direction) => shares[direction] ?? none),
  moves: [],
  unlisted: none,
});
const nameOption: NameOption = (_, key) => `The ${key}`;

const IMPACT: Impact = {
  all: share(400, 9_000),
  changed: share(100, 3_000),
  values: [
    moved('lead_share_cap', { higher: share(70, 10), lose: share(20, 10) }),
    moved('max_line', { lower: share(30, 20) }),
    moved('policy_share_cap', {}),
  ],
  decided: [],
  behind: [
    { dial_id: 'a', ...share(60, 100) },
    { dial_id: 'b', ...share(40, 2_900) },
  ],
  groups: [
    {
      by: { column: 'Office' },
      members: [{ key: 'Leeds', changed: share(3), all: share(9) }],
      count: 1,
    },
    { by: { dimension: 'is_primary' }, members: [], count: 0 },
    {
      by: { dimension: 'brokers' },
      members: [
        { key: 'x', changed: share(50, 5), all: share(100, 50) },
        { key: 'y', changed: share(20, 40), all: share(200, 80) },
        { key: null, changed: none, all: share(10, 1) },
      ],
      count: 14,
    },
  ],
  segments: {
    listed: [
      { layer: null, country: 'US', changed: share(80), all: share(160) },
      { layer: null, country: null, changed: share(20), all: share(40) },
    ],
    count: 30,
  },
  largest: [],
};

test('the first line has what changes, of how much, on which day, and its part of the whole', () => {
  expect(viewImpact(IMPACT, 'risks', '2027-01-01')).toMatchObject({
    isChanged: true,
    count: '100',
    whole: 'of 400 risks change on 1 Jan 2027',
    counts: '100 of 400 on 1 Jan 2027',
    part: 0.25,
    percent: '25%',
  });
  expect(viewImpact(IMPACT, 'premium')).toMatchObject({
    count: '$3k',
    whole: 'of $9k premium is on risks that change',
    part: 1 / 3,
    percent: '33.3%',
  });
});

test('where nothing changes, or too little to show, it says so', () => {
  const unchanged = viewImpact({ ...IMPACT, changed: none }, 'risks', '2027-01-01');
  expect(unchanged).toMatchObject({ isChanged: false, nothing: 'No risk changes', part: 0 });
  expect(unchanged.nothingOn).toBe('No risk changes on 1 Jan 2027.');
  const few = viewImpact({ ...IMPACT, changed: { ...none, few: true } }, 'risks');
  expect(few.nothing).toMatch(/^Fewer than \d+ risks change$/);
});

test('values stand in order of importance, with the directions in which a risk moves', () => {
  const { values } = viewImpact(IMPACT, 'risks');
  expect(values.map(({ value, moved: count, nothing, moves }) => [value, count, nothing, moves.length])).toEqual([
    ['max_line', 30, 'No risk changes', 1],
    ['lead_share_cap', 90, 'No risk changes', 2],
    ['policy_share_cap', 0, 'No risk changes', 0],
  ]);
  expect(values[1]?.moves.map(({ count, text, title, figure }) => [count, text, title, figure])).toEqual([
    ['70', 'higher', 'Higher lead share cap', { of: 'value', value: 'lead_share_cap', direction: 'higher' }],
    ['20', 'lose it', 'Risks that lose lead share cap', { of: 'value', value: 'lead_share_cap', direction: 'lose' }],
  ]);
});

test('values that are only counted are shown alike', () => {
  const counted = { value: 'max_line', ...mapDirections((direction) => (direction === 'lower' ? 532 : 0)) } as const;
  const { values } = viewImpact({ ...IMPACT, values: [counted] }, 'risks');
  expect(values.map(({ moves }) => moves.map(({ count, text }) => `${count} ${text}`))).toEqual([['532 lower']]);
});

test('the value that most risks change is found; of several, the most important one', () => {
  expect(findMostMoved(viewImpact(IMPACT, 'risks'))?.value).toBe('lead_share_cap');
  const even = [moved('lead_share_cap', { lower: share(5) }), moved('max_line', { lower: share(5) })];
  expect(findMostMoved(viewImpact({ ...IMPACT, values: even }, 'risks'))?.value).toBe('max_line');
  expect(findMostMoved(viewImpact({ ...IMPACT, values: [moved('max_line', {})] }, 'risks'))).toBeUndefined();
});

test('segments keep their order, and their bars compare all of them', () => {
  const { rows, ...list } = rankSegments(IMPACT, 'risks', nameOption);
  expect(list).toEqual({ title: 'Segments that change most', count: 30, rest: 'more' });
  expect(rows.map(({ name, count, part, all }) => [name, count, part, all])).toEqual([
    ['The US, layer not known', '80', 0.5, 1],
    ['Country not known, layer not known', '20', 0.125, 0.25],
  ]);
  expect(rows[1]?.figure).toEqual({ of: 'segment', layer: null, country: null });
});

test('brokers come first; members without a change are left out, the others have the largest amount first', () => {
  const inRisks = rankGroups(IMPACT, 'risks', nameOption);
  expect(inRisks.map(({ title, count, rows }) => [title, count, rows.map(({ name }) => name)])).toEqual([
    ['Brokers', 14, ['The x', 'The y']],
    ['Office', 1, ['Leeds']],
  ]);
  expect(inRisks[0]?.rows.map(({ part, all }) => [part, all])).toEqual([
    [0.25, 0.5],
    [0.1, 1],
  ]);
  const [brokers] = rankGroups(IMPACT, 'premium', nameOption);
  expect(brokers?.rows.map(({ name, part }) => [name, part])).toEqual([
    ['The y', 0.5],
    ['The x', 0.0625],
  ]);
});

test('dials have their place in the list and their share of the changes', () => {
  const dials = { positionOf: (id: string) => (id === 'a' ? 11 : undefined), nameOf: (id: string) => `Dial ${id}` };
  const { rows, count } = rankDials(IMPACT, 'risks', dials);
  expect(rows.map(({ place, name, part, all }) => [place, name, part, all])).toEqual([
    ['11', 'Dial a', 0.6, undefined],
    ['−', 'Dial b', 0.4, undefined],
  ]);
  expect(count).toBe(2);
  expect(rankDials(IMPACT, 'premium', dials).rows.map(({ key }) => key)).toEqual(['b', 'a']);
});
