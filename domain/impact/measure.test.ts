import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_SLOTS } from '#domain/evaluation/compiled/kernel.ts';
import { KERNELS } from '#domain/evaluation/compiled/testing.ts';
import { completeEntry } from '#domain/evaluation/conformance/pack.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { day } from '#domain/evaluation/testing.ts';
import { encodeChunk, openChunk } from '#domain/portfolio/chunk/chunk.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { portfolioRisks } from '#domain/portfolio/testing.ts';
import { countValues, IMPACT_LIMITS } from './impact.ts';
import { buildRiskTable } from './risk-table.ts';
import { createMeasure, measureImpact } from './measure.ts';
import { countriesOf, figuresOf, referenceImpact, twoLists } from './testing.ts';

const count = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));

/** Kept in two chunks, so that codes of both have to be brought together. */
function keep(risks: readonly PortfolioRisk[], kernel = KERNELS[0]) {
  const half = Math.ceil(risks.length / 2);
  const parts = [risks.slice(0, half), risks.slice(half)].filter(({ length }) => length > 0);
  return buildRiskTable(
    parts.map((part) => openChunk(encodeChunk(part))),
    kernel,
  );
}

const ALL_AGAIN = 0;
const ONLY_TOUCHED = 1;

test('every figure agrees with the reference, row by row, whichever risks are re-evaluated', () => {
  fc.assert(
    fc.property(
      twoLists,
      portfolioRisks({ minLength: 1, maxLength: 12 }),
      fc.option(day, { nil: undefined }),
      ({ before, after }, risks, date) => {
        const { impact: wanted, rowsOf, exposureOf } = referenceImpact(risks, before, after, date);
        const countries = countriesOf(risks);
        for (const [kernel, touched] of [
          [KERNELS[0], ALL_AGAIN],
          [KERNELS[1], ONLY_TOUCHED],
        ] as const) {
          const measure = createMeasure(keep(risks, kernel), before, date, touched);
          const impact = measure.measure(after);
          if (JSON.stringify(impact) !== JSON.stringify(wanted)) expect(impact).toEqual(wanted);
          const { all, changed, values } = wanted;
          const { gaps, ...counted } = measure.count(after);
          expect(counted).toEqual({ all, changed, values: countValues(values) });
          for (const { dial_id, values: lost } of gaps)
            for (const { value, risks: losing } of lost)
              expect(rowsOf({ of: 'gap', dial_id, value })).toHaveLength(losing ?? 0);
          expect(measure.expose(after, countries)).toEqual([null, ...countries].map(exposureOf));
          for (const figure of figuresOf(wanted)) {
            const [given, expected] = [[...measure.listRows(after, figure)], rowsOf(figure)];
            if (given.join() !== expected.join()) expect({ figure, rows: given }).toEqual({ figure, rows: expected });
          }
        }
      },
    ),
    { numRuns: 45 },
  );
});

const entry = (dial_id: string, dial: Partial<RatedEntry['dial']>): RatedEntry => completeEntry({ dial_id, dial });
const risk = (row: number, dimensions: PortfolioRisk['risk']['dimensions']): PortfolioRisk => ({
  reference: `R${row}`,
  cob: 'marine-cargo',
  risk: { date: '2025-06-30', journey: null, dimensions },
  premium: 100 + row,
  kept: {},
});

test('long lists end at their limits, and what is left out is counted', () => {
  const before = count(450, (index) =>
    entry(`d${index}`, { dimensions: { brokers: [`B${index}`] }, values: { max_line: index + 1 } }),
  );
  const after = before.map((one, index) => ({ ...one, overrides: { max_line: 1000 + 2 * index } }));
  const risks = count(900, (row) => risk(row, { brokers: [`B${row % 450}`], domicile_countries: [`C${row % 150}`] }));
  const impact = measureImpact(keep(risks), before, after, undefined);
  expect(impact.changed).toEqual({ risks: 900, premium: 900 * 100 + (900 * 899) / 2 });
  const line = impact.values.find(({ value }) => value === 'max_line');
  expect(line).toMatchObject({
    lower: { risks: 0 },
    higher: impact.changed,
    gain: { risks: 0 },
    lose: { risks: 0 },
    other: { risks: 0 },
    unlisted: { risks: 100 },
  });
  expect(line?.moves).toHaveLength(IMPACT_LIMITS.moves);
  const brokers = impact.groups.find(({ by }) => 'dimension' in by && by.dimension === 'brokers');
  expect(brokers).toMatchObject({ count: 450, members: { length: IMPACT_LIMITS.members } });
  expect(impact.segments).toMatchObject({ count: 150, listed: { length: IMPACT_LIMITS.segments } });
  expect(impact.largest).toHaveLength(IMPACT_LIMITS.largest);
  expect(impact.largest[0]).toEqual({ row: 449, before: { max_line: 450 }, after: { max_line: 1898 }, alike: 2 });
});

test('the highest revenue stands for risks that are alike, and none to one counts as all of the line', () => {
  const before = [entry('small', { dimensions: { revenue_ranges: '(,100)' }, values: { max_line: 5 } })];
  const after = [...before, entry('all', { values: { max_line: 7, policy_share_cap: 2 } })];
  const risks = [
    {},
    { revenue_ranges: 50 },
    { revenue_ranges: 300 },
    { revenue_ranges: 60 },
    { revenue_ranges: 300 },
  ].map((dimensions, row) => risk(row, dimensions));
  const kept = keep(risks);
  const { largest, behind, decided } = measureImpact(kept, before, after, '2026-11-16');
  expect(largest).toEqual([
    { row: 2, before: {}, after: { max_line: 7, policy_share_cap: 2 }, alike: 3 },
    { row: 3, before: { max_line: 5 }, after: { max_line: 5, policy_share_cap: 2 }, alike: 2 },
  ]);
  expect(behind).toEqual([{ dial_id: 'all', risks: 5, premium: 510 }]);
  expect(decided.map(({ risks: decidedRisks }) => decidedRisks)).toEqual([2, 5]);
  const figure = { of: 'move', value: 'max_line', before: 5, after: 5 } as const;
  expect([...createMeasure(kept, before, '2026-11-16').listRows(after, figure)]).toEqual([1, 3]);
  expect(kept.starts).toEqual([0, 3]);
});

test('exposure is added up by country, however many countries a risk has', () => {
  const before = [entry('base', { values: { max_line: 5 } })];
  const after = [
    entry('none', { dimensions: { revenue_ranges: '(,10)' }, values: { policy_share_cap: 1 } }),
    entry('large', { dimensions: { revenue_ranges: '[100,)' }, values: { max_line: 8 } }),
  ];
  const countries = count(MAX_SLOTS + 3, (index) => `C${index}`);
  const risks = [
    risk(0, { revenue_ranges: 200, domicile_countries: countries }),
    risk(1, { revenue_ranges: 1, domicile_countries: countries.slice(0, 1) }),
    risk(2, { revenue_ranges: 300 }),
  ];
  const expected = [
    { country: null, lines: { risks: 3, added: 1 }, premium: { risks: 1, added: -101 } },
    ...countries.map((country, index) =>
      index === 0
        ? { country, lines: { risks: 2, added: -2 }, premium: { risks: 1, added: -101 } }
        : { country, lines: { risks: 1, added: 3 }, premium: { risks: 0, added: 0 } },
    ),
  ];
  for (const touched of [ALL_AGAIN, ONLY_TOUCHED])
    expect(createMeasure(keep(risks), before, undefined, touched).expose(after, countries)).toEqual(expected);
});

const X = entry('x', { dimensions: { brokers: ['X'] }, values: { max_line: 1 } });
const Y = entry('y', { dimensions: { brokers: ['Y'] }, values: { max_line: 2 } });
const ALL = entry('all', { values: { max_line: 3 } });
test.each<readonly [string, readonly RatedEntry[], readonly RatedEntry[], number[]]>([
  ['taken out, and another one takes over', [X, Y, ALL], [Y, ALL], [0]],
  ['put in', [Y, ALL], [X, Y, ALL], [0]],
  ['moved', [X, Y, ALL], [X, ALL, Y], [1]],
  ['overridden', [X, Y, ALL], [{ ...X, overrides: { max_line: 9 } }, Y, ALL], [0]],
  ['of another version', [X, Y, ALL], [X, { ...Y, dial: { ...Y.dial, dimensions: { brokers: ['Z'] } } }, ALL], [1, 2]],
  ['taken out and put in', [X, ALL], [Y, ALL], [0, 1]],
  ['only written again', [X, Y, ALL], [{ ...X, dial: { ...X.dial } }, Y, ALL], []],
])('a dial that is %s touches the risks that it matched or matches', (_name, before, after, rows) => {
  const kept = keep(
    ['X', 'Y', 'Z', 'W', 'V', 'U', 'T', 'S', 'R', 'Q'].map((broker, row) => risk(row, { brokers: [broker] })),
  );
  for (const touched of [ALL_AGAIN, ONLY_TOUCHED])
    expect([...createMeasure(kept, before, undefined, touched).listRows(after, { of: 'changed' })]).toEqual(rows);
});
