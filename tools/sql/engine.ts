import { DuckDBInstance } from '@duckdb/node-api';
import { type Dialect, DIALECTS, writeNumber } from '#domain/evaluation/sql/dialect.ts';
import type { SelectOptions } from '#domain/evaluation/sql/select.ts';

/** An engine to run statements on. */
export type Engine = Readonly<{
  dialect: Dialect;
  /** How a SELECT has to be written for it. */
  asking: Pick<SelectOptions, 'nested'>;
  /** A number among the values of an INSERT. */
  number: (number: number) => string;
  run: (statement: string) => Promise<void>;
  /** The rows of a result, with columns in order. */
  rows: (statement: string) => Promise<readonly (readonly unknown[])[]>;
  close: () => void;
}>;

export async function openDuckDb(options: Readonly<Record<string, string>> = {}): Promise<Engine> {
  const instance = await DuckDBInstance.create(':memory:', options);
  const connection = await instance.connect();
  return {
    dialect: DIALECTS.duckdb,
    asking: {},
    number: writeNumber,
    run: async (statement) => {
      await connection.run(statement);
    },
    rows: async (statement) => (await connection.runAndReadAll(statement)).getRowsJS(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** A ClickHouse server over HTTP. Allows long statements: a bucket of thousands of dials is one. */
export async function openClickHouse(address: string): Promise<Engine> {
  const ask = async (body: string, settings: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await fetch(`${address}/?${new URLSearchParams({ ...settings }).toString()}`, {
      method: 'POST',
      body,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };
  const rows = async (statement: string) => {
    const text = await ask(statement, { default_format: 'JSONCompact', output_format_json_quote_64bit_integers: '0' });
    return (JSON.parse(text) as { data: readonly (readonly unknown[])[] }).data;
  };
  const [[version] = []] = await rows('SELECT version()');
  const isOld = Number.parseInt(String(version), 10) < FIRST_WITH_CTE;
  return {
    dialect: isOld ? OLD_CLICKHOUSE : DIALECTS.clickhouse,
    asking: { nested: isOld },
    number: isOld ? writeBits : writeNumber,
    run: async (statement) => {
      await ask(statement, {});
    },
    rows,
    close: () => undefined,
  };
}

/** Of the year 2021: the first with named subqueries (WITH). */
const FIRST_WITH_CTE = 21;

/** Versions of 2018 support neither dates before 1970 nor booleans. */
const OLD_CLICKHOUSE: Dialect = {
  ...DIALECTS.clickhouse,
  types: { ...DIALECTS.clickhouse.types, day: 'Date', flagOrNone: 'Nullable(UInt8)' },
};

/** They also parse the smallest number as zero in an INSERT. */
function writeBits(number: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(number);
  return `reinterpretAsFloat64(unhex('${bytes.toString('hex')}'))`;
}
