import { DIMENSION_KEYS } from '#domain/dimension/registry.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { DICTIONARY } from '#domain/evaluation/sql/dialect.ts';
import {
  CODED_RISKS,
  createRisks,
  createTables,
  fillTables,
  holdsSeveral,
  RISKS,
} from '#domain/evaluation/sql/table.ts';
import type { Engine } from './engine.ts';

const MAX_ROWS_INSERTED = 500;

/** Recreates all tables without risks. */
export async function emptyWarehouse({ dialect, run }: Engine): Promise<void> {
  for (const table of [RISKS, DICTIONARY, CODED_RISKS]) await run(`DROP TABLE IF EXISTS ${table}`);
  for (const statement of [createRisks(dialect), ...createTables(dialect)]) await run(statement);
}

/** Adds risks, numbered from `from`: to the plain table, which is emptied, and then coded. */
export async function addRisks(
  engine: Engine,
  risks: readonly Risk[],
  { cob, from }: Readonly<{ cob: string; from: number }>,
): Promise<void> {
  const { dialect, run } = engine;
  await run(`TRUNCATE TABLE ${RISKS}`);
  for (let first = 0; first < risks.length; first += MAX_ROWS_INSERTED) {
    const rows = risks.slice(first, first + MAX_ROWS_INSERTED).map((risk, index) => {
      const keys = [String(from + first + index), cob].map(dialect.text);
      return `(${[...keys, ...literalsOf(engine, risk)].join(', ')})`;
    });
    await run(`INSERT INTO ${RISKS} VALUES ${rows.join(', ')}`);
  }
  for (const statement of fillTables(dialect)) await run(statement);
}

/** The values of a risk in column order. */
function literalsOf({ dialect: { text, list }, number }: Engine, { date, journey, dimensions }: Risk): string[] {
  return [
    text(date),
    journey === null ? 'NULL' : text(journey),
    ...DIMENSION_KEYS.map((key) => {
      const had = dimensions[key];
      if (Array.isArray(had)) return list(had.map((one: string | null) => (one === null ? 'NULL' : text(one))));
      if (had === undefined) return holdsSeveral(key) ? '[]' : 'NULL';
      if (typeof had === 'number') return Number.isNaN(had) ? `CAST('nan' AS DOUBLE)` : number(had);
      return typeof had === 'string' ? text(had) : String(Number(had));
    }),
  ];
}
