import { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { AnswerRow } from '#domain/impact/sql/measure.ts';
import type { EngineAddress } from './address.ts';
import { explainError, slowRefusal } from './refusal.ts';

/** A ClickHouse client over HTTP. Every failure is an `EngineRefusal`. */
export type Engine = Readonly<{
  rows: (statement: string) => Promise<readonly AnswerRow[]>;
  run: (statement: string) => Promise<void>;
  /** Inserts rows in `RowBinary` format. */
  insert: (table: string, rows: Uint8Array) => Promise<void>;
  close: () => Promise<void>;
}>;

/** Inserts are large, and the engine sorts the rows before it responds. */
const INSERT_SECONDS = 50;

/** Large buckets make long statements, but none is nested deeper than the search among their bounds. */
const SETTINGS = {
  max_query_size: '200000000',
  max_ast_elements: '10000000',
  max_expanded_ast_elements: '10000000',
} as const;

type Settings = Readonly<Record<string, string | number>>;

export function openEngine({ url, username, password, database, seconds }: EngineAddress): Engine {
  const client = createClient({
    url,
    username,
    password,
    database,
    application: 'lineslip',
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: INSERT_SECONDS * 1000,
    max_open_connections: 8,
  });

  /** Times out regardless of the engine's state: it may start to respond and then stall. */
  async function ask<T>(limit: number, work: (signal: AbortSignal, settings: Settings) => Promise<T>): Promise<T> {
    const giveUp = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(slowRefusal(limit));
        giveUp.abort();
      }, limit * 1000);
    });
    const settings: Settings = { ...SETTINGS, max_execution_time: Math.ceil(limit) };
    const running = work(giveUp.signal, settings);
    // After a timeout it still settles, and nobody handles that.
    running.catch(() => undefined);
    try {
      return await Promise.race([running, late]);
    } catch (error) {
      throw explainError(error, password);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    rows: (query) =>
      ask(seconds, async (abort_signal, clickhouse_settings) => {
        const answer = await client.query({ query, format: 'JSONCompact', abort_signal, clickhouse_settings });
        return (await answer.json<AnswerRow>()).data;
      }),
    run: (query) =>
      ask(seconds, async (abort_signal, clickhouse_settings) => {
        await client.command({ query, abort_signal, clickhouse_settings });
      }),
    insert: (table, rows) =>
      ask(INSERT_SECONDS, async (abort_signal, clickhouse_settings) => {
        const query = `INSERT INTO ${table} FORMAT RowBinary`;
        const values = Readable.from([rows], { objectMode: false });
        const { stream } = await client.exec({ query, values, abort_signal, clickhouse_settings });
        for await (const _part of stream);
      }),
    close: () => client.close(),
  };
}
