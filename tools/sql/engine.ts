import { DuckDBInstance } from '@duckdb/node-api';
import { type Dialect, DIALECTS } from '#domain/evaluation/sql/dialect.ts';

/** An engine that statements can be tried on. */
export type Engine = Readonly<{
  dialect: Dialect;
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
export function openClickHouse(address: string): Engine {
  const ask = async (body: string, settings: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await fetch(`${address}/?${new URLSearchParams({ ...settings }).toString()}`, {
      method: 'POST',
      body,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };
  return {
    dialect: DIALECTS.clickhouse,
    run: async (statement) => {
      await ask(statement, {});
    },
    rows: async (statement) => {
      const text = await ask(statement, {
        default_format: 'JSONCompactEachRow',
        output_format_json_quote_64bit_integers: '0',
      });
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as readonly unknown[]);
    },
    close: () => undefined,
  };
}
