import { expect, test } from 'vitest';
import { completeEntry } from '#domain/evaluation/conformance/pack.ts';
import { DIALECTS } from '#domain/evaluation/sql/dialect.ts';
import { createImpactTable } from '#domain/impact/impact-table.ts';
import { encodeChunk, openChunk } from '#domain/portfolio/chunk/chunk.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { createRowWriter } from './bytes.ts';
import { buildDictionary } from './codes.ts';
import { selectCounts, selectMembers, selectOutcomeCounts, selectRowsOfFigure, selectTexts } from './queries.ts';
import { createClassTables, createClassWriter } from './tables.ts';

const HOSTILE = `x'); DROP TABLE risks; --`;
const risk = (kept: Readonly<Record<string, string>>, brokers: string[], countries: string[]): PortfolioRisk => ({
  reference: 'R',
  cob: 'cargo',
  risk: { date: '2026-11-16', journey: null, dimensions: { brokers, domicile_countries: countries } },
  premium: null,
  kept,
});
const chunks = [
  [risk({ [HOSTILE]: 'b' }, ['Z', 'a', ''], ['GB'])],
  [risk({ [HOSTILE]: 'a' }, ['é'], []), risk({ Year: HOSTILE }, ['a'], ['US', 'GB'])],
].map((risks) => openChunk(encodeChunk(risks)));
const learnt = buildDictionary(chunks);
const tables = { risks: 'lineslip_1_risks', dictionary: 'lineslip_1_dictionary' };
const after = [completeEntry({ dial_id: 'd', dial: { dimensions: { brokers: [HOSTILE] }, values: { max_line: 1 } } })];
const dialect = DIALECTS.clickhouse;
const query = { dialect, nested: true, tables, facts: learnt.facts, before: [], after, day: undefined };
const winners = { before: new Uint32Array(2), after: Uint32Array.of(1, 1) };
const table = createImpactTable(query, { winners, risks: Uint32Array.of(3), premium: Float64Array.of(0) }, false);

test('texts of all chunks go by codes in their order, apart from nothing, and segments by their layer and country', () => {
  expect(learnt.facts).toEqual({
    hasPremiums: false,
    starts: [0, 1],
    dimensions: ['brokers', 'domicile_countries'],
    kept: ['Year', HOSTILE],
  });
  const codesOf = (name: string) => [...(learnt.codes.get(name) ?? [])];
  expect(codesOf('brokers')).toEqual([
    ['', 2],
    ['Z', 3],
    ['a', 4],
    ['é', 5],
  ]);
  expect(codesOf('kept_1')).toEqual([
    ['a', 2],
    ['b', 3],
  ]);
  expect(codesOf('segments').map(([text]) => text)).toEqual(['[null,"GB"]', '[null,"US"]', '[null,null]']);
});

test('what people call columns is in no statement, and what they write stays inside its literal', () => {
  const figures = [
    { of: 'group', by: { column: HOSTILE }, key: HOSTILE },
    { of: 'group', by: { dimension: 'brokers' }, key: HOSTILE },
    { of: 'segment', layer: HOSTILE, country: HOSTILE },
    { of: 'decided', dial_id: HOSTILE },
    { of: 'behind', dial_id: HOSTILE },
    { of: 'overlap', first: HOSTILE, second: 'd', value: 'max_line' },
  ] as const;
  const page = { after_row: -1, limit: 5 };
  const statements = [
    ...createClassTables(dialect, tables, learnt.facts),
    selectOutcomeCounts(query),
    selectMembers(query, table),
    selectTexts(tables, [{ condition: 'kept_1', codes: [2] }]),
    selectCounts(query, table, figures),
    ...figures.map((figure) => selectRowsOfFigure(query, table, figure, page)),
  ];
  const literals = [HOSTILE, JSON.stringify([HOSTILE, HOSTILE])].map(dialect.text);
  const rest = statements.map((statement) => literals.reduce((text, one) => text.replaceAll(one, ''), statement));
  expect(statements.filter((statement) => statement.includes('DROP')).length).toBeGreaterThan(3);
  expect(rest.filter((statement) => statement.includes('DROP'))).toEqual([]);
});

test('rows are bytes that keep every number, and have nothing for what is not known', () => {
  const { code, codes, number, numberOrNone, text, finish } = createRowWriter();
  code(300);
  number(0.1);
  numberOrNone(undefined);
  numberOrNone(Number.NaN);
  numberOrNone(5e-324);
  codes([7, 8, 9], 1);
  text('é🛟');
  const bytes = Array.from(finish(), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const wanted = [
    '2c010000',
    '9a9999999999b93f',
    '01',
    '01',
    '000100000000000000',
    '020800000009000000',
    '06c3a9f09f9b9f',
  ];
  expect(bytes).toBe(wanted.join(''));
  const { encodeRows, encodeDictionary } = createClassWriter(learnt, createRowWriter);
  const [first = 0, second = 0] = chunks.map((chunk) => encodeRows(chunk).length);
  // Four bytes for each of two more brokers, and for one more country and one more segment of the third risk.
  expect(second - 2 * first).toBe(8 - 2 * 8);
  expect(encodeDictionary().length).toBeGreaterThan(100);
});
