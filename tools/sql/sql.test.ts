import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MAX_DIALS } from '#domain/evaluation/compiled/winners.ts';
import { completeEntry, CONFORMANCE_PACK } from '#domain/evaluation/conformance/pack.ts';
import { evaluate, type Evaluation, type RatedEntry } from '#domain/evaluation/evaluate.ts';
import { readRisk, type Risk } from '#domain/evaluation/risk.ts';
import { type SelectOptions, selectBucket } from '#domain/evaluation/sql/select.ts';
import { bucket, day, risk } from '#domain/evaluation/testing.ts';
import { type DialValues, isAmountKey, VALUE_KEYS } from '#domain/value/registry.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { openClickHouse, openDuckDb } from './engine.ts';
import { addRisks, emptyWarehouse } from './warehouse.ts';

/** Runs on ClickHouse if available: `npm run test:clickhouse`. */
const address = process.env['CLICKHOUSE_URL'];
const engine = address === undefined ? await openDuckDb({ threads: '1' }) : await openClickHouse(address);
const SEED = Math.floor(Math.random() * 2 ** 31);
const CHANCE = fc.sample(risk, { seed: SEED, numRuns: 100 });
const HOSTILE = `it's`;

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
beforeAll(async () => {
  await emptyWarehouse(engine);
  await addRisks(engine, CHANCE, { cob: 'chance', from: 0 });
});
afterAll(() => engine.close());

const count = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));
const riskOf = (dimensions: Risk['dimensions']): Risk => ({ date: '2026-11-16', journey: null, dimensions });
const bucketOf = (dimensions: readonly RatedEntry['dial']['dimensions'][], values: DialValues = { max_line: 1 }) =>
  dimensions.map((one, place) => completeEntry({ dial_id: `d${place}`, dial: { dimensions: one, values } }));

const keyAt = (index: number) => VALUE_KEYS[index % VALUE_KEYS.length] ?? 'max_line';

/** For each value the index of the winning dial, from 1, and its value: like a row of the SELECT. */
const rowOf = (entries: readonly Pick<RatedEntry, 'dial_id'>[], { values }: Pick<Evaluation, 'values'>): unknown[] =>
  VALUE_KEYS.flatMap((key) => {
    const winner = values[key]?.winner;
    return winner === undefined
      ? [null, null]
      : [entries.findIndex(({ dial_id }) => dial_id === winner.dial_id) + 1, winner.value];
  });

const rowsByDefinition = (entries: readonly RatedEntry[], risks: readonly Risk[]) =>
  risks.map((one) => rowOf(entries, evaluate(entries, one)));

/** Texts compare much faster; only differences are compared in detail. */
function expectSame(given: unknown, expected: unknown): void {
  if (JSON.stringify(given) !== JSON.stringify(expected)) expect(given).toEqual(expected);
}

/** The rows of a class, in order. */
async function rowsBySql(entries: readonly RatedEntry[], asking: SelectOptions): Promise<unknown[][]> {
  const rows = await engine.rows(selectBucket(engine.dialect, entries, { ...engine.asking, ...asking }));
  const byReference = rows.map(([reference, ...row]) => ({ number: Number(reference), row }));
  return byReference.toSorted((a, b) => a.number - b.number).map(({ row }) => row);
}

test('SQL passes the conformance pack', async () => {
  const cases = Object.values(CONFORMANCE_PACK).flatMap((all) =>
    all.flatMap(({ name, bucket, risk: json, expect: expected }) => {
      const reading = readRisk(json);
      return reading.ok && !('errors' in expected) ? [{ name, bucket, risk: reading.risk, expected }] : [];
    }),
  );
  await addRisks(
    engine,
    cases.map((one) => one.risk),
    { cob: 'pack', from: 0 },
  );
  const buckets = new Map(cases.map(({ bucket }) => [JSON.stringify(bucket), bucket.map(completeEntry)]));
  const given = new Map<string, unknown[][]>();
  for (const [text, entries] of buckets) given.set(text, await rowsBySql(entries, { cob: 'pack' }));
  expect(cases.length).toBeGreaterThanOrEqual(200);
  expect(cases.map(({ name, bucket }, row) => [name, given.get(JSON.stringify(bucket))?.[row]])).toEqual(
    cases.map(({ name, bucket, expected }) => [name, rowOf(bucket, expected)]),
  );
});

test('SQL gives any risk what the definition gives it, on its own date and on one day', async () => {
  await fc.assert(
    fc.asyncProperty(bucket, fc.option(day, { nil: undefined }), async (entries, date) => {
      const dated = date === undefined ? CHANCE : CHANCE.map((one) => ({ ...one, date }));
      expectSame(await rowsBySql(entries, { cob: 'chance', day: date }), rowsByDefinition(entries, dated));
    }),
    { seed: SEED, numRuns: isLong ? 200 : 15, endOnFailure: true },
  );
});

test('SQL evaluates every dial of a long bucket, wherever the first match is', async () => {
  const edges = [0, 5, 62, 63, 64, 125, 126, 127, 128, 188, 189, 200, 253, 254, 255, 298, 299, 306];
  const risks = edges.flatMap((index) => [
    riskOf({ brokers: [`B${index}`] }),
    riskOf({ brokers: [`B${index}`, `B${299 - (index % 299)}`, 'B140'], revenue_ranges: index }),
  ]);
  await addRisks(engine, risks, { cob: 'long', from: 0 });
  const entries = count(300, (index) =>
    completeEntry({
      dial_id: `d${index}`,
      dial: {
        dimensions: {
          brokers: [`B${index}`, `B${index + 7}`],
          ...(index % 3 === 0 && { revenue_ranges: `[${index},)` }),
        },
        values: { [keyAt(index)]: isAmountKey(keyAt(index)) ? index : 'ignores' },
      },
    }),
  );
  expect(await rowsBySql(entries, { cob: 'long' })).toEqual(rowsByDefinition(entries, risks));
  const most = bucketOf(count(MAX_DIALS, (index) => ({ brokers: [index === MAX_DIALS - 1 ? 'B5' : 'none'] })));
  const places = (await rowsBySql(most, { cob: 'long' })).map((row) => row[VALUE_KEYS.indexOf('max_line') * 2]);
  expect(places).toEqual(risks.map(({ dimensions }) => (dimensions.brokers?.includes('B5') ? MAX_DIALS : null)));
  expect(() => selectBucket(engine.dialect, [...most, ...bucketOf([{}])])).toThrow(`more than ${MAX_DIALS} dials`);
});

test('SQL distinguishes all texts, and all of many that one risk has', async () => {
  const quotes = [HOSTILE, `''`, `\\'`, `\\\\'`, `'); DROP TABLE lineslip_risks; --`, `\0'`];
  const breaks = [`a\nb`, `a\0b`, `\u00001`, `\\0`, `\\n`, '/*', '*/', '--', '$$', '%s', '{x}', ':1', 'NULL'];
  const codes = [...quotes, ...breaks, ' A', 'e\u0301', '日本', ...`"\`\\\n\r\t\0? aAé🛟`];
  const risks = [
    ...codes.map((code) => riskOf({ risk_codes: [code], brokers: [code] })),
    riskOf({ risk_codes: codes, brokers: codes }),
    riskOf({ risk_codes: codes.toReversed(), brokers: ['', ...codes.toReversed()] }),
    riskOf({ risk_codes: [''], brokers: [] }),
  ];
  await addRisks(engine, risks, { cob: HOSTILE, from: 0 });
  const entries = bucketOf([...codes.map((code) => ({ risk_codes: [code] })), {}]);
  expect(await rowsBySql(entries, { cob: HOSTILE })).toEqual(rowsByDefinition(entries, risks));
  const pairs = bucketOf(codes.map((code, index) => ({ brokers: [code, codes[index + 1] ?? ''] })));
  expect(await rowsBySql(pairs, { cob: HOSTILE })).toEqual(rowsByDefinition(pairs, risks));
});

test('SQL compares numbers as doubles, bit by bit', async () => {
  const bounds = ['0', '0.1', '0.3', '0.30000000000000004', '1', '9007199254740992', '9007199254740994'];
  const large = [`1${'0'.repeat(21)}`, `1${'0'.repeat(300)}`, `0.${'0'.repeat(300)}1`];
  const numbers = [...bounds, ...large].map(Number);
  const risks = [...numbers.flatMap((n) => [n * (1 - 2 ** -53), n, n * (1 + 2 ** -52)]), Number.NaN, -0, 5e-324].map(
    (revenue_ranges) => riskOf({ revenue_ranges }),
  );
  await addRisks(engine, [...risks, riskOf({})], { cob: 'numbers', from: 0 });
  for (const at of [...bounds, ...large]) {
    const entries = bucketOf([`[${at},${at}]`, `(,${at})`, `(${at},)`].map((revenue_ranges) => ({ revenue_ranges })));
    expect(await rowsBySql(entries, { cob: 'numbers' })).toEqual(rowsByDefinition(entries, [...risks, riskOf({})]));
  }
});

test('texts keep their codes when risks are added, and each class has its own risks', async () => {
  const entries = bucketOf([{ brokers: ['M'] }, { brokers: ['A', 'Z'] }]);
  // A list in DuckDB may contain null.
  const holey = address === undefined ? [riskOf({ brokers: ['Z', null as never] })] : [];
  const first = [riskOf({ brokers: ['M'] })];
  const second = [riskOf({ brokers: ['A'] }), riskOf({ brokers: ['Z', 'M'] }), ...holey];
  await addRisks(engine, first, { cob: 'kept', from: 0 });
  await addRisks(engine, second, { cob: 'kept', from: 1 });
  expect(await rowsBySql(entries, { cob: 'kept' })).toEqual(rowsByDefinition(entries, [...first, ...second]));
  expect(await rowsBySql(entries, { cob: 'none of them' })).toEqual([]);
});
