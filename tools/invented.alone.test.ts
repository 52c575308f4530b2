import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import { INVENTED, inventedKey, KIND_NAMES } from '#domain/dimension/invented.ts';
import { DIMENSION_KEYS, type DimensionKey } from '#domain/dimension/registry.ts';
import { createColumns } from '#domain/evaluation/compiled/columns.ts';
import { compileBucket } from '#domain/evaluation/compiled/compile.ts';
import { createPlainKernel } from '#domain/evaluation/compiled/plain-kernel.ts';
import { expectSameAsReference } from '#domain/evaluation/compiled/testing.ts';
import { createWasmKernel, type WasmPlatform } from '#domain/evaluation/compiled/wasm-kernel.ts';
import { evaluate } from '#domain/evaluation/evaluate.ts';
import { selectBucket } from '#domain/evaluation/sql/select.ts';
import { bucketOf, risk } from '#domain/evaluation/testing.ts';
import { createMeasure } from '#domain/impact/measure.ts';
import { buildRiskTable } from '#domain/impact/risk-table.ts';
import { figuresOf, referenceImpact } from '#domain/impact/testing.ts';
import { encodeChunk, openChunk } from '#domain/portfolio/chunk/chunk.ts';
import { generatePortfolio } from '#domain/portfolio/generate/generate.ts';
import { guessTargets } from '#domain/portfolio/mapping/columns.ts';
import { cellReader } from '#domain/portfolio/mapping/cell.ts';
import { indexNames, type Options } from '#domain/portfolio/mapping/names.ts';
import { PLAIN_READING } from '#domain/portfolio/mapping/reading.ts';
import type { Target } from '#domain/portfolio/mapping/target.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { buildKernel } from './kernel.ts';
import { openDuckDb } from './sql/engine.ts';
import { addRisks, emptyWarehouse } from './sql/warehouse.ts';

// A dimension of each kind and a value that are only in the registries: everything else has to follow.
vi.mock(import('#domain/dimension/registry.ts'), async (importOriginal) => {
  const { withInvented } = await import('#domain/dimension/invented.ts');
  return withInvented(await importOriginal());
});
vi.mock(import('#domain/value/registry.ts'), async (importOriginal) => {
  const { withInventedValue } = await import('#domain/value/invented.ts');
  return withInventedValue(await importOriginal());
});

const KEYS = KIND_NAMES.map((kind) => inventedKey(kind) as DimensionKey);
const bucket = bucketOf(KEYS, 8);
const risks = fc.sample(risk, { seed: 7, numRuns: 30 });
const { WebAssembly: platform } = globalThis as unknown as { WebAssembly: WasmPlatform };
const kernels = [createPlainKernel(), createWasmKernel(platform, await buildKernel(VALUE_KEYS.length))];

const engine = await openDuckDb({ threads: '1' });
beforeAll(async () => {
  await emptyWarehouse(engine);
  await addRisks(engine, risks, { cob: 'cargo', from: 0 });
});
afterAll(() => engine.close());

test('the registries have them', () => {
  expect(DIMENSION_KEYS).toEqual(expect.arrayContaining(KEYS));
  expect(VALUE_KEYS).toContain('invented_cap');
});

test('a portfolio file is mapped to invented dimensions, and its cells are read', () => {
  const none = Object.fromEntries(REFERENCE_LISTS.map((list) => [list, []])) as unknown as Options;
  const names = indexNames({ ...none, countries: [{ code: 'US', label: 'United States' }] }, []);
  const columns = ['Ship age', ...KIND_NAMES.slice(1).map((kind) => INVENTED[kind].label)];
  const targets = guessTargets(
    columns.map((name) => ({ name, values: [] })),
    names,
    new Map(),
  );
  expect(targets).toEqual(KEYS);
  const cells = ['12 days', 'united states', 'Red; blue', 'G', 'yes'];
  const read = (target: Target, text: string) =>
    cellReader(target, { names, reading: PLAIN_READING, today: '2026-11-16' })(text);
  expect(targets.map((target, index) => read(target, cells[index] ?? ''))).toMatchObject(
    [12, ['US'], ['red', 'blue'], 'green', true].map((value) => ({ kind: 'value', value })),
  );
});

test('the demo portfolio has invented dimensions', () => {
  const from = { countries: [{ code: 'US' }] };
  const [batch = []] = generatePortfolio(from, 500 * CLASSES.length);
  for (const key of KEYS)
    expect(batch.filter((one) => one.risk.dimensions[key] !== undefined).length / batch.length, key).toBeGreaterThan(
      0.9,
    );
});

test('both kernels evaluate them as defined', () => {
  const columns = kernels.map((kernel) => createColumns(kernel));
  for (const one of columns) one.add(risks);
  fc.assert(
    fc.property(bucket, (entries) => {
      const compiled = columns.map((one) => compileBucket(one, entries));
      expectSameAsReference(compiled, entries, risks);
    }),
    { numRuns: 30 },
  );
});

test('SQL evaluates them as defined', async () => {
  await fc.assert(
    fc.asyncProperty(bucket, async (entries) => {
      const rows = await engine.rows(selectBucket(engine.dialect, entries));
      const given = rows.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, ...row]) => row);
      const expected = risks.map((one) => {
        const { values } = evaluate(entries, one);
        return VALUE_KEYS.flatMap((key) => {
          const winner = values[key]?.winner;
          const place = entries.findIndex(({ dial_id }) => dial_id === winner?.dial_id) + 1;
          return winner === undefined ? [null, null] : [place, winner.value];
        });
      });
      expect(given).toEqual(expected);
    }),
    { numRuns: 5 },
  );
});

test('an impact counts them as defined, and lists the risks of each figure', () => {
  const portfolio = risks.map((one, row) => ({
    reference: `R${row}`,
    cob: 'cargo',
    risk: one,
    premium: row,
    kept: {},
  }));
  const chunk = openChunk(encodeChunk(portfolio));
  const tables = kernels.map((kernel) => buildRiskTable([chunk], kernel));
  fc.assert(
    fc.property(bucket, bucket, (before, after) => {
      const { impact, rowsOf } = referenceImpact(portfolio, before, after, undefined);
      for (const table of tables) {
        const measure = createMeasure(table, before, undefined);
        expect(measure.measure(after)).toEqual(impact);
        for (const figure of figuresOf(impact)) expect([...measure.listRows(after, figure)]).toEqual(rowsOf(figure));
      }
    }),
    { numRuns: 10 },
  );
});
