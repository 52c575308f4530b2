import { expect, test } from 'vitest';
import { completeEntry } from '#domain/evaluation/conformance/pack.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { verifySync } from '#domain/evaluation/verify/verify.ts';
import { type CountOf, listFigures, rankByRisks, countRisksOfFinding, countRisksInGap } from './findings.ts';

const dial = (dial_id: string, dimensions: RatedEntry['dial']['dimensions'], max_line: number) =>
  completeEntry({ dial_id, dial: { dimensions, values: { max_line } } });
const PRIMARY = dial('primary', { is_primary: 'primary' }, 1);
const US = dial('us', { domicile_countries: ['US'] }, 2);
const SMALL = dial('small', { revenue_ranges: '[0,10]' }, 3);
const ENTRIES = [PRIMARY, US, SMALL];

const overlap = (first: string, second: string) => ({ of: 'overlap', first, second, value: 'max_line' }) as const;
/** Of overlaps, by the names of both dials; of risks without a max line. */
const counted =
  (counts: Readonly<Record<string, number>>): CountOf =>
  (figure) =>
    counts[figure.of === 'overlap' ? `${figure.first} ${figure.second}` : figure.of];

test('counts every overlap that could be shown, and risks without a value', () => {
  const findings = verifySync(ENTRIES, [PRIMARY, US], '2026-11-16');
  expect(listFigures(findings)).toEqual([
    { of: 'unset', value: 'max_line' },
    overlap('us', 'small'),
    overlap('primary', 'small'),
    overlap('primary', 'us'),
  ]);
});

test('a dial shows the overlap with the most risks and its witness; without counts the nearest', () => {
  const findings = verifySync(ENTRIES, [PRIMARY, US], '2026-11-16');
  const show = (countOf: CountOf) => {
    const finding = rankByRisks(findings, countOf).dials.find(({ dial_id }) => dial_id === 'small');
    if (finding?.kind !== 'overlap') return undefined;
    const { position, witness, others } = finding;
    const keys = Object.keys(witness.dimensions).toSorted();
    return {
      position,
      keys,
      others: others.map((one) => one.position),
      touched: countRisksOfFinding(finding, countOf),
    };
  };
  const us = { position: 2, keys: ['domicile_countries', 'revenue_ranges'], others: [1] };
  expect(show(() => undefined)).toEqual({ ...us, touched: undefined });
  const few = { risks: 5, figure: overlap('us', 'small') };
  expect(show(counted({ 'us small': 5, 'primary small': 5 }))).toEqual({ ...us, touched: few });
  expect(show(counted({ 'us small': 5, 'primary small': 6 }))).toEqual({
    position: 1,
    keys: ['is_primary', 'revenue_ranges'],
    others: [2],
    touched: { risks: 6, figure: overlap('primary', 'small') },
  });
  const gaps = counted({ unset: 401 });
  expect(countRisksInGap('max_line', gaps)).toEqual({ risks: 401, figure: { of: 'unset', value: 'max_line' } });
});

test('a new overlap is never replaced by an old one with more risks', () => {
  // Live has the overlap of the first two: only what the dial for the US adds is new, and that dial tells it.
  const live = [PRIMARY, SMALL];
  const findings = verifySync([PRIMARY, SMALL, US], live, '2026-11-16');
  const ranked = rankByRisks(findings, counted({ 'primary small': 900, 'primary us': 2, 'small us': 1 }));
  expect(ranked.dials.map((one) => one.kind === 'overlap' && [one.dial_id, one.position, one.isNew])).toEqual([
    ['primary', 2, false],
    ['us', 1, true],
  ]);
});
