import { DuckDBInstance } from '@duckdb/node-api';
import { type Dialect, DIALECTS, writeNumber } from '#domain/evaluation/sql/dialect.ts';
import type { Asking } from '#domain/evaluation/sql/select.ts';

/** An engine that statements can be tried on. */
export type Engine = Readonly<{
  dialect: Dialect;
  /** How a SELECT has to be written for it. */
  asking: Pick<Asking, 'nested'>;
  /** A number among the values of an INSERT. */
  number: (number: number) => string;
  run: (statement: string) => Promise<void>;
  /** The rows of an answer, each with its columns in their order. */
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

/** A ClickHouse that answers over HTTP. Long statements are allowed: a bucket of thousands of dials is one. */
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
  const isOld = Number.parseInt(String(version), 10) < FIRST_WITH_STEPS;
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

/** Of the year 2021: the first in which steps of a SELECT have names. */
const FIRST_WITH_STEPS = 21;

/** Versions of 2018 know neither days before 1970 nor yes and no as types of their own. */
const OLD_CLICKHOUSE: Dialect = {
  ...DIALECTS.clickhouse,
  types: { ...DIALECTS.clickhouse.types, day: 'Date', flagOrNone: 'Nullable(UInt8)' },
};

/** They also read the smallest of all numbers as none when rows are added. */
function writeBits(number: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(number);
  return `reinterpretAsFloat64(unhex('${bytes.toString('hex')}'))`;
}
