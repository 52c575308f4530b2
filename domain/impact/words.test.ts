import { expect, test } from 'vitest';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { drawBeforeAfter, drawChanges, placeTicks, TICK_RANKS } from './distribution.ts';
import { type Figure, mapDirections, type ResultValue, type ValueCount, type ValueImpact } from './impact.ts';
import { describeLayer, layerOf } from './layer.ts';
import { describeCombinedImpact } from './together.ts';
import * as words from './words.ts';

const none = { risks: 0, premium: null };
const value = (
  key: ValueImpact['value'],
  ...moves: readonly (readonly [ResultValue, ResultValue, number, number?])[]
) => ({
  value: key,
  ...mapDirections(() => none),
  moves: moves.map(([before, after, risks, premium = null]) => ({ before, after, risks, premium })),
  unlisted: none,
});
const round = (number: number) => Number(number.toFixed(3));

test('changes are drawn left and right of the middle by square roots; what is closer than a bar shares one, never over the middle', () => {
  const max = value(
    'max_line',
    [2_000_000, 1_000_000, 100],
    [1_000_000, 5_000_000, 400],
    [500_000, 4_500_000, 500],
    [500_000, 4_600_000, 1],
    [100, 90, 7],
    [100, 110, 7],
    [500_000, 500_000, 9_000],
    [null, 500_000, 50],
    [500_000, null, 50],
  );
  const bars = drawChanges(max, 'risks', 0.03);
  expect(bars.map(({ from, to, amount }) => [from, to, amount])).toEqual([
    [-1_000_000, -1_000_000, 100],
    [-10, -10, 7],
    [10, 10, 7],
    [4_000_000, 4_100_000, 901],
  ]);
  expect(bars.map(({ at, height }) => [round(at), round(height)])).toEqual([
    [0.273, 0.333],
    [0.499, 0.088],
    [0.501, 0.088],
    [0.954, 1],
  ]);
  const shares = value('lead_share_cap', [3, 3.3, 1], [5, 5.3, 2]);
  expect(drawChanges(shares, 'risks', 0.03).map(({ from, amount }) => [from, amount])).toEqual([[0.3, 3]]);
  expect(drawChanges(value('max_line', [1, 2, 5, 700], [3, 2, 9, 100]), 'premium', 0.03)[1]?.amount).toBe(700);
  expect(drawChanges(value('max_line', [1, 1, 5]), 'risks', 0.03)).toEqual([]);
});

test('before and after: money by its logarithm, shares as they are, answers side by side, and what is not set first', () => {
  const read = (impact: ValueImpact) =>
    drawBeforeAfter(impact, 'risks', 0.03).map(({ at, from, to, before, after }) => [
      round(at),
      from === to ? from : `${from}…${to}`,
      before.amount,
      after.amount,
    ]);
  expect(read(value('max_line', [100_000, 1_000_000, 60], [10_000, 10_000, 5], [10_000, 10_001, 1]))).toEqual([
    [0.05, '10000…10001', 6, 6],
    [0.5, 100_000, 60, 0],
    [0.95, 1_000_000, 0, 60],
  ]);
  expect(read(value('policy_share_cap', [null, 5, 3], [5, 10, 2]))).toEqual([
    [0.05, null, 3, 0],
    [0.2, 5, 2, 3],
    [0.95, 10, 0, 2],
  ]);
  expect(read(value('ignore_expiring_line', ['ignores', 'maintains', 4])).map(([at, given]) => [at, given])).toEqual([
    [0.275, 'maintains'],
    [0.725, 'ignores'],
  ]);
});

test('words below bars: what changes before what does not, then the highest, in two lines, none over another', () => {
  const bars = [
    { at: 0.02, height: 0.2, text: '−$250k', rank: TICK_RANKS.always },
    { at: 0.5, height: 0.4, text: '+$400k', rank: TICK_RANKS.changed },
    { at: 0.55, height: 1, text: '+$500k', rank: TICK_RANKS.same },
    { at: 0.97, height: 0.3, text: '+$3m', rank: TICK_RANKS.always },
  ];
  const placed = (lines?: number) => placeTicks(bars, 160, lines).map(({ text, line }) => `${text} ${line}`);
  expect(placeTicks(bars, 160)).toEqual([
    { at: 1, text: '+$3m', anchor: 'end', line: 0, rank: 0 },
    { at: 0, text: '−$250k', anchor: 'start', line: 0, rank: 0 },
    { at: 0.5, text: '+$400k', anchor: 'middle', line: 0, rank: 2 },
  ]);
  expect(placed(2)).toEqual(['+$3m 0', '−$250k 0', '+$400k 0', '+$500k 1']);
});

const nameOption: NameOption = (_list, code) => ({ US: 'United States', HF: 'Holdfast' })[code] ?? code;

test('figures in words', () => {
  expect(words.IMPACT_VALUES[0]).toBe('max_line');
  expect([0, 1, 270, 999_999, 1_000_000].map((part) => words.describePercent(part, 1_000_000))).toEqual([
    '0%',
    'under 0.1%',
    'under 0.1%',
    '99.9%',
    '100%',
  ]);
  expect(words.describePercent(27_093, 38_412)).toBe('70.5%');
  expect([271_412_345, 830_400, 12].map((sum) => words.describeAmount(sum, 'premium'))).toEqual([
    '$271m',
    '$830k',
    '$12',
  ]);
  const all = { risks: 38_412, premium: 1_000_000 };
  expect(words.announceImpact({ all, changed: { risks: 27_093, premium: 1 } })).toBe(
    '27,093 of 38,412 risks change, 70.5%.',
  );
  expect(words.announceImpact({ all, changed: none })).toBe('No risk changes.');
  expect(words.describeWhole({ all }, 'premium')).toBe('of $1m premium is on risks that change');
  const bar = { at: 0, height: 1, from: -4, to: -3.5, amount: 1 };
  expect(words.describeChangeBar('policy_share_cap', bar, 'risks')).toBe('−4 to −3.5: 1 risk');
  const side = (amount: number) => ({ amount, height: 0 });
  const valueBar = { at: 0, from: 2_500_000, to: 2_500_000, before: side(1_540), after: side(10_866) };
  expect(words.describeValueBar('max_line', valueBar, 'risks')).toBe('2,500,000: before 1,540, after 10,866');
  expect(words.shortHash('9c41aa007e02')).toBe('9c41 7e02');
});

test('every figure has a title of its own', () => {
  const titles: readonly (readonly [Figure, string])[] = [
    [{ of: 'changed' }, 'Risks that change'],
    [{ of: 'value', value: 'max_line', direction: 'higher' }, 'Higher max line'],
    [{ of: 'value', value: 'min_line', direction: 'gain' }, 'Risks that gain min line'],
    [{ of: 'value', value: 'min_line', direction: 'lose' }, 'Risks that lose min line'],
    [{ of: 'value', value: 'ignore_expiring_line', direction: 'other' }, 'Another answer to ignore expiring line'],
    [{ of: 'move', value: 'lead_share_cap', before: null, after: 30 }, 'Lead share cap from not set to 30%'],
    [{ of: 'decided', dial_id: 'd' }, 'Decided by dial 3, Base'],
    [{ of: 'behind', dial_id: 'd' }, 'Changed by dial 3, Base'],
    [{ of: 'group', by: { dimension: 'brokers' }, key: 'HF' }, 'Risks that change: Holdfast'],
    [{ of: 'group', by: { column: 'Office' }, key: null }, 'Risks that change: Not known'],
    [
      { of: 'segment', layer: 'excess 10000000', country: 'US' },
      'Risks that change: United States, excess, $10m to $25m',
    ],
    [{ of: 'gap', dial_id: 'd', value: 'max_line' }, 'Risks that lose max line: dial 3, Base is not in force'],
    [{ of: 'exposure', measure: 'lines', country: 'US' }, 'Another max line: United States'],
    [{ of: 'exposure', measure: 'premium', country: null }, 'Premium gained or lost: all countries'],
    [{ of: 'alike', before: { max_line: 5 }, after: { max_line: 7 } }, 'Risks alike: max line 5 to 7'],
  ];
  for (const [figure, title] of titles)
    expect(words.titleOfFigure(figure, () => 'dial 3, Base', nameOption)).toBe(title);
  expect(words.describeGrouping({ dimension: 'domicile_countries' })).toBe('Countries');
  expect(words.describeMember({ dimension: 'is_primary' }, 'excess', nameOption)).toBe('Excess');
});

test('a layer is primary, or excess with the band it attaches in', () => {
  const excess = (attachment_point_ranges?: number) =>
    layerOf({ is_primary: 'excess', ...(attachment_point_ranges !== undefined && { attachment_point_ranges }) });
  expect([layerOf({}), layerOf({ is_primary: 'primary', attachment_point_ranges: 7 }), excess()]).toEqual([
    null,
    'primary',
    'excess',
  ]);
  const bands = [0, 9_999_999, 10_000_000, 100_000_000].map((at) => describeLayer(excess(at) ?? ''));
  expect(bands).toEqual(['excess under $5m', 'excess, $5m to $10m', 'excess, $10m to $25m', 'excess over $100m']);
  expect(describeLayer('primary')).toBe('primary');
});

const NONE_MOVE = mapDirections(() => 0);

test('summarises one change in several buckets: the most common number, and the exceptions', () => {
  const count = (name: string, risks: number, values: readonly ValueCount[] = [], all = 38_412) => ({
    name,
    all: { risks: all, premium: null },
    changed: { risks, premium: null },
    values,
    gaps: [],
  });
  const cap = (lower: number) => [{ ...NONE_MOVE, value: 'policy_share_cap', lower }] as const;
  const both = [...cap(4), { ...NONE_MOVE, value: 'max_line', gain: 2 }] as const;
  const tell = (...counts: readonly ReturnType<typeof count>[]) => describeCombinedImpact(counts);
  expect([tell(), tell(count('Alder', 0, [], 0)), tell(count('Alder', 0), count('Beacon', 0))]).toEqual([
    undefined,
    undefined,
    'No risk changes.',
  ]);
  expect(tell(count('Alder', 849, cap(849)))).toBe('849 of 38,412 risks get a lower policy share cap.');
  expect(tell(count('Alder', 1, both, 3))).toBe('1 of 3 risks changes.');
  expect(tell(count('Alder', 849, cap(849)), count('Beacon', 849, cap(849)), count('Kestrel', 367, cap(367)))).toBe(
    '849 of 38,412 risks get a lower policy share cap in each, 367 in Kestrel.',
  );
  expect(tell(...[9, 9, 9, 0, 4].map((risks, index) => count(`P${index}`, risks, risks > 4 ? both : cap(4))))).toBe(
    '9 of 38,412 risks change in each, 0 in P3 and 4 in P4.',
  );
  const lost = [{ ...NONE_MOVE, value: 'max_line', lose: 5 }] as const;
  expect(tell(...[5, 6, 7].map((risks) => count('Any', risks, lost)))).toBe(
    'Between 5 and 7 of 38,412 risks lose max line in each.',
  );
  const answer = [{ ...NONE_MOVE, value: 'ignore_expiring_line', other: 1 }] as const;
  expect(tell(count('Alder', 1, answer), count('Beacon', 1, answer))).toBe(
    '1 of 38,412 risks gets another answer to ignore expiring line in each.',
  );
});

test('where there is no impact it says why, now or when it was measured', () => {
  const { describeUnmeasured } = words;
  expect(describeUnmeasured('no-portfolio', 'now', 'Cargo')).toBe('Not measured: there is no portfolio.');
  expect(describeUnmeasured('no-portfolio', 'then', 'Cargo')).toBe('Not measured: there was no portfolio.');
  expect(describeUnmeasured('none-of-class', 'now', 'Cargo')).toBe('Not measured: the portfolio has no Cargo risks.');
  expect(describeUnmeasured('none-of-class', 'then', 'Cargo')).toBe('Not measured: the portfolio had no Cargo risks.');
  expect(describeUnmeasured('on-its-way', 'then', 'Cargo')).toMatch(/^Being measured\./);
});

test('a measurement that the submission missed is told from one that was asked for', () => {
  const texts = [
    { atSubmit: true, isFirst: true },
    { atSubmit: false, isFirst: true },
    { atSubmit: false, isFirst: false },
  ].map(words.describeOccasion);
  expect(texts).toEqual(['Stored at submit', 'Measured after submit', 'Measured again']);
});
