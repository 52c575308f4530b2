import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { bucket, day } from '#domain/evaluation/testing.ts';
import { countValues } from '#domain/impact/impact.ts';
import { countWindowGaps, listWindowGaps } from '#domain/impact/window-gap.ts';
import type { RowWriter } from '#domain/impact/sql/bytes.ts';
import { buildDictionary } from '#domain/impact/sql/codes.ts';
import { createSqlMeasure } from '#domain/impact/sql/measure.ts';
import { createClassTables, createClassWriter } from '#domain/impact/sql/tables.ts';
import { countriesOf, figuresOf, referenceImpact, twoLists } from '#domain/impact/testing.ts';
import { encodeChunk, openChunk } from '#domain/portfolio/chunk/chunk.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { portfolioRisks } from '#domain/portfolio/testing.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { openDuckDb } from './engine.ts';

const engine = await openDuckDb({ threads: '1' });
const { dialect, number, run, rows } = engine;
const TABLES = { risks: 'class_risks', dictionary: 'class_dictionary' };

vi.setConfig({ testTimeout: 600_000 });
afterAll(() => engine.close());

/** The cells as SQL, one after the other. */
function createLiteralWriter(): RowWriter<readonly string[]> {
  const cells: string[] = [];
  const add = (cell: string) => void cells.push(cell);
  return {
    code: (code) => add(String(code)),
    // No list is NULL in DuckDB.
    codes: (codes, from) => add(codes.length > from ? dialect.list(Array.from(codes).slice(from).map(String)) : 'NULL'),
    number: (one) => add(number(one)),
    numberOrNone: (one) => add(one === undefined || !Number.isFinite(one) ? 'NULL' : number(one)),
    text: (text) => add(dialect.text(text.toWellFormed())),
    finish: () => cells,
  };
}

async function insert(table: string, cells: readonly string[]): Promise<void> {
  const width = (await rows(`SELECT * FROM (DESCRIBE ${table})`)).length;
  const tuples = Array.from({ length: cells.length / width }, (_, row) => {
    return `(${cells.slice(row * width, (row + 1) * width).join(', ')})`;
  });
  await run(`INSERT INTO ${table} VALUES ${tuples.join(', ')}`);
}

/** Loads the risks in two chunks, so that the codes of both have to be merged. */
async function load(risks: readonly PortfolioRisk[]) {
  const half = Math.ceil(risks.length / 2);
  const parts = [risks.slice(0, half), risks.slice(half)].filter(({ length }) => length > 0);
  const chunks = parts.map((part) => openChunk(encodeChunk(part)));
  const codes = buildDictionary(chunks);
  for (const table of Object.values(TABLES)) await run(`DROP TABLE IF EXISTS ${table}`);
  for (const statement of createClassTables(dialect, TABLES, codes.facts)) await run(statement);
  const { encodeRows, encodeDictionary } = createClassWriter(codes, createLiteralWriter);
  for (const chunk of chunks) await insert(TABLES.risks, encodeRows(chunk));
  await insert(TABLES.dictionary, encodeDictionary());
  return codes.facts;
}

test('an impact by SQL agrees with the reference in every figure and in the risks behind it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(twoLists, fc.record({ before: bucket, after: bucket })),
      portfolioRisks({ minLength: 1, maxLength: 25 }),
      fc.option(day, { nil: undefined }),
      fc.nat(),
      async ({ before, after }, risks, on, chance) => {
        const facts = await load(risks);
        const query = { dialect, nested: chance % 2 === 0, tables: TABLES, facts, before, after, day: on };
        const sql = await createSqlMeasure(query, rows);
        const { impact, rowsOf, exposureOf } = referenceImpact(risks, before, after, on);
        const given = await sql.measure();
        if (JSON.stringify(given) !== JSON.stringify(impact)) expect(given).toEqual(impact);
        const { all, changed, values } = impact;
        const windowGaps = on === undefined ? [] : listWindowGaps({ before, after }, on);
        const gaps = countWindowGaps(windowGaps, (figure) => rowsOf(figure).length);
        expect(await sql.count()).toEqual({ all, changed, values: countValues(values), gaps });
        const countries = countriesOf(risks);
        expect(await sql.expose(countries)).toEqual([null, ...countries].map(exposureOf));
        // One random figure of each kind, and those without risks.
        const some = [...Map.groupBy(figuresOf(impact), ({ of }) => of).values()].map(
          (one) => one[chance % one.length],
        );
        const figures = [
          ...some,
          { of: 'decided', dial_id: 'no' } as const,
          { of: 'group', by: { column: 'no' }, key: `') OR 1 = 1 --` } as const,
          { of: 'group', by: { dimension: 'brokers' }, key: `' OR '1' = '1` } as const,
          { of: 'segment', layer: '\\', country: null } as const,
        ].filter((figure) => figure !== undefined);
        expect(await sql.countFigures(figures)).toEqual(figures.map((figure) => rowsOf(figure).length));
        for (const figure of figures) {
          const [page, expected] = [{ after_row: (chance % 3) - 1, limit: 5 }, rowsOf(figure)];
          const { rows: found, total } = await sql.listRows(figure, page);
          expect({ figure, found, total }).toEqual({
            figure,
            found: expected.filter((row) => row > page.after_row).slice(0, page.limit),
            total: expected.length,
          });
        }
      },
    ),
    { numRuns: isLong ? 30 : 3, endOnFailure: true },
  );
});
