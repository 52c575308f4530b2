import { expect, test } from 'vitest';
import { completeEntry } from '#domain/evaluation/conformance/pack.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { encodeChunk, openChunk } from '#domain/portfolio/chunk/chunk.ts';
import { explainWindowGap, groupGapValues, selectShownGaps } from './gap-words.ts';
import { createMeasure } from './measure.ts';
import { buildRiskTable } from './risk-table.ts';
import { countWindowGaps, findClosingDay, listGapFigures, listWindowGaps } from './window-gap.ts';
import { IMPACT_VALUES } from './words.ts';

const TODAY = '2026-11-17';
const dial = (dial_id: string, more: Partial<RatedEntry['dial']>): RatedEntry => completeEntry({ dial_id, dial: more });
const LIVE = dial('line', { dimensions: { revenue_ranges: '[0,100]' }, values: { max_line: 5, lead_share_cap: 10 } });
const version = (more: Partial<RatedEntry['dial']>): RatedEntry => ({ ...LIVE, dial: { ...LIVE.dial, ...more } });
const LATER = version({ active_from: '2026-12-01', values: { max_line: 7, lead_share_cap: 12 } });
const ENDED = version({ active_until: '2026-11-01' });
const BASE = dial('base', { values: { max_line: 1 } });

const gaps = (before: readonly RatedEntry[], after: readonly RatedEntry[], day = TODAY) =>
  listWindowGaps({ before, after }, day);

test('a version that starts later or has ended leaves a gap where it replaces one in force', () => {
  const values = ['max_line', 'lead_share_cap'];
  expect(gaps([LIVE], [LATER])).toEqual([{ dial_id: 'line', kind: 'starts', day: '2026-12-01', values }]);
  expect(gaps([LIVE], [ENDED])).toEqual([{ dial_id: 'line', kind: 'ended', day: '2026-11-01', values }]);
});

test('one day closes all gaps if every version has started by then', () => {
  const close = (after: readonly RatedEntry[]) => findClosingDay({ before: [LIVE, BASE], after }, TODAY);
  const laterBase: RatedEntry = { ...BASE, dial: { ...BASE.dial, active_from: '2026-12-05' } };
  expect(close([LATER])).toBe('2026-12-01');
  expect(close([LATER, laterBase])).toBe('2026-12-05');
  expect(close([ENDED])).toBeUndefined();
  expect(close([LIVE])).toBeUndefined();
});

test.each<[why: string, before: readonly RatedEntry[], after: readonly RatedEntry[], day?: string]>([
  ['on the day it starts', [LIVE], [LATER], '2026-12-01'],
  ['if the replaced version was not in force either', [ENDED], [LATER]],
  ['for an added dial', [], [LATER]],
  ['for a removed dial', [LIVE], []],
])('there is none %s', (_why, before, after, day) => {
  expect(gaps(before, after, day)).toEqual([]);
});

test('values that another dial sets meanwhile, or that the new version sets no more, are no gap', () => {
  expect(gaps([LIVE, BASE], [LATER, BASE])[0]?.values).toEqual(['lead_share_cap']);
  expect(gaps([LIVE], [version({ active_from: '2026-12-01', values: { max_line: 7 } })])[0]?.values).toEqual([
    'max_line',
  ]);
  const expired = dial('base', { values: { max_line: 1 }, active_until: '2026-11-02' });
  expect(gaps([LIVE, expired], [LATER, expired])[0]?.values).toEqual(['max_line', 'lead_share_cap']);
  const narrow = dial('narrow', {
    dimensions: { revenue_ranges: '[0,50]' },
    values: { max_line: 1, lead_share_cap: 1 },
  });
  expect(gaps([LIVE, narrow], [LATER, narrow])[0]?.values).toEqual(['max_line', 'lead_share_cap']);
});

test('counts the risks that the old version decided and nothing decides now, most risks first', () => {
  const small = dial('small', { dimensions: { revenue_ranges: '[0,50]' }, values: { lead_share_cap: 3 } });
  const [us, later] = [{ dimensions: { domicile_countries: ['US'] } }, { active_from: '2027-01-01' }];
  const other = dial('us', { ...us, values: { policy_share_cap: 4 } });
  const before = [LIVE, small, other];
  const after = [LATER, small, { ...other, dial: { ...other.dial, ...later } }];
  const risks = [10, 20, 60, 70, 80, 500].map((revenue_ranges, row) => ({
    reference: `R${row}`,
    cob: 'cargo',
    risk: {
      date: '2025-01-01',
      journey: null,
      dimensions: { revenue_ranges, domicile_countries: [row === 5 ? 'US' : 'GB'] },
    },
    premium: null,
    kept: {},
  }));
  const measure = createMeasure(buildRiskTable([openChunk(encodeChunk(risks))]), before, TODAY);
  const counted = measure.count(after).gaps;
  expect(selectShownGaps(counted.toReversed())).toEqual([
    {
      dial_id: 'line',
      kind: 'starts',
      day: '2026-12-01',
      values: [
        { value: 'max_line', risks: 5 },
        { value: 'lead_share_cap', risks: 3 },
      ],
    },
    { dial_id: 'us', kind: 'starts', day: '2027-01-01', values: [{ value: 'policy_share_cap', risks: 1 }] },
  ]);
  const figures = listGapFigures(gaps(before, after));
  expect(figures[0]).toEqual({ of: 'gap', dial_id: 'line', value: 'max_line' });
  expect(figures.map((figure) => measure.listRows(after, figure).length)).toEqual([5, 3, 1]);
  expect(createMeasure(buildRiskTable([openChunk(encodeChunk(risks))]), before, undefined).count(after).gaps).toEqual(
    [],
  );
});

test('what is not measured stays, what affects no risk goes, and equal numbers are named together', () => {
  const found = gaps([LIVE], [LATER]);
  expect(selectShownGaps(countWindowGaps(found, () => undefined))).toHaveLength(1);
  expect(selectShownGaps(countWindowGaps(found, () => null))).toHaveLength(1);
  expect(selectShownGaps(countWindowGaps(found, () => 0))).toEqual([]);
  const equal = (...risks: number[]) =>
    groupGapValues(risks.map((count) => ({ value: 'max_line', risks: count }))).map(({ length }) => length);
  expect([equal(94, 94, 60), equal(94, 60, 94)]).toEqual([
    [2, 1],
    [2, 1],
  ]);
});

test('in words', () => {
  const explain = (kind: 'starts' | 'ended', ...risks: (number | null | undefined)[]) =>
    explainWindowGap({
      dial_id: 'd',
      kind,
      day: '2026-12-01',
      values: IMPACT_VALUES.slice(0, risks.length).map((value, index) => ({ value, risks: risks[index] })),
    });
  expect(explain('starts', 94)).toBe('Starts 1 Dec 2026. Until then nothing sets Max line for 94 risks.');
  expect(explain('ended', 1, 1, 1)).toBe(
    'Ended 1 Dec 2026. Since then nothing sets Max line, Lead share cap or Policy share cap for 1 risk.',
  );
  expect(explain('starts', 94, 60)).toBe(
    'Starts 1 Dec 2026. Until then nothing sets Max line for 94 risks, Lead share cap for 60 risks.',
  );
  expect(explain('starts', null)).toBe('Starts 1 Dec 2026. Until then nothing sets Max line for fewer than 20 risks.');
  expect(explain('starts', undefined)).toBe(
    'Starts 1 Dec 2026. Until then nothing sets Max line where this dial decides.',
  );
});
