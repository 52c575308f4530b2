import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { OpenDatabase } from '#server/db/open.ts';

/** One connection in one transaction, for queries and for the copying of whole tables. */
export type Session = Readonly<{ db: Kysely<unknown>; client: pg.Client }>;
type Work<T> = (session: Session) => Promise<T>;

/** How values are written as text, whatever the database or its login usually prefer. */
const TEXT_FORM = ['datestyle = ISO', 'intervalstyle = iso_8601', 'timezone = UTC', 'extra_float_digits = 1'];

/** All reads see the database as it was at the first of them, however long they take. Nobody has to wait for them. */
export const readOneMoment = <T>(config: OpenDatabase['config'], work: Work<T>): Promise<T> =>
  inTransaction(config, 'begin isolation level repeatable read read only', work);

/** Everything that the work writes is there afterwards, or nothing. */
export const writeAllOrNothing = <T>(config: OpenDatabase['config'], work: Work<T>): Promise<T> =>
  inTransaction(config, 'begin', work);

async function inTransaction<T>(config: OpenDatabase['config'], begin: string, work: Work<T>): Promise<T> {
  const limits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, connectionTimeoutMillis: 10_000 };
  const client = new pg.Client({ ...config, ...limits, application_name: 'lineslip backup', keepAlive: true });
  // A connection that breaks also fails the query that is under way.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(begin);
    for (const setting of [...TEXT_FORM, `client_encoding = 'UTF8'`]) await client.query(`set local ${setting}`);
    const result = await work({ client, db: queriesOn(client) });
    await client.query('commit');
    return result;
  } finally {
    // Closing a connection takes back whatever was not committed.
    await client.end().catch(() => undefined);
  }
}

/** Queries on this one connection, inside the transaction that is open on it. */
function queriesOn(client: pg.Client): Kysely<unknown> {
  const borrowed = Object.assign(client, { release: () => undefined });
  const pool = { connect: async () => borrowed, end: async () => undefined, options: {} };
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
}

export type TableColumns = Readonly<{ name: string; columns: readonly string[] }>;

const nameOf = ({ name, columns }: TableColumns): string =>
  `public.${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

/** The rows of a table in PostgreSQL's own text form, a line each. */
export const copyOut = ({ client }: Session, table: TableColumns): AsyncIterable<Buffer> =>
  client.query(to(`copy ${nameOf(table)} to stdout`));

/** Adds rows in that form to a table. */
export async function copyIn({ client }: Session, table: TableColumns, rows: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(rows, client.query(from(`copy ${nameOf(table)} from stdin`)));
}
