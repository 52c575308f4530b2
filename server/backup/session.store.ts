import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { OpenDatabase } from '#server/db/open.ts';

/** One connection in one transaction, for queries and for copying whole tables. */
export type Session = Readonly<{ db: Kysely<unknown>; client: pg.Client }>;
type Work<T> = (session: Session) => Promise<T>;

/** Fixed text formats of values, independent of database and login settings. */
const TEXT_FORM = ['datestyle = ISO', 'intervalstyle = iso_8601', 'timezone = UTC', 'extra_float_digits = 1'];

/** All reads see the same snapshot, however long they take, without blocking anyone. */
export const readSnapshot = <T>(config: OpenDatabase['config'], work: Work<T>): Promise<T> =>
  inTransaction(config, 'begin isolation level repeatable read read only', work);

/** Commits all writes of the work, or none. */
export const writeAtomically = <T>(config: OpenDatabase['config'], work: Work<T>): Promise<T> =>
  inTransaction(config, 'begin', work);

async function inTransaction<T>(config: OpenDatabase['config'], begin: string, work: Work<T>): Promise<T> {
  const limits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, connectionTimeoutMillis: 10_000 };
  const client = new pg.Client({ ...config, ...limits, application_name: 'lineslip backup', keepAlive: true });
  // The running query fails as well if the connection breaks.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(begin);
    for (const setting of [...TEXT_FORM, `client_encoding = 'UTF8'`]) await client.query(`set local ${setting}`);
    const result = await work({ client, db: queriesOn(client) });
    await client.query('commit');
    return result;
  } finally {
    // Closing the connection rolls back whatever was not committed.
    await client.end().catch(() => undefined);
  }
}

/** Queries on this connection, inside its open transaction. */
function queriesOn(client: pg.Client): Kysely<unknown> {
  const borrowed = Object.assign(client, { release: () => undefined });
  const pool = { connect: async () => borrowed, end: async () => undefined, options: {} };
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
}

export type TableColumns = Readonly<{ name: string; columns: readonly string[] }>;

const nameOf = ({ name, columns }: TableColumns): string =>
  `public.${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

/** The rows of a table in PostgreSQL's text format, one per line. */
export const copyOut = ({ client }: Session, table: TableColumns): AsyncIterable<Buffer> =>
  client.query(to(`copy ${nameOf(table)} to stdout`));

/** Inserts rows in that format into a table. */
export async function copyIn({ client }: Session, table: TableColumns, rows: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(rows, client.query(from(`copy ${nameOf(table)} from stdin`)));
}
