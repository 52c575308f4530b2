import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { StartError } from '#server/start-error.ts';
import { codeOf } from '#server/db/error-code.ts';
import { preparingClient } from './prepared.ts';
import type { Schema } from './schema.ts';

/** The database, or an open transaction on it. */
export type Db = Kysely<Schema>;

// Keep dates as text: a Date would shift with the time zone of this machine.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

/** `integer[]`, which the list of known types leaves out. */
const INTEGER_ARRAY: number = 1007;
const parseIntegerArray = pg.types.getTypeParser(INTEGER_ARRAY);

// Counters are long arrays of numbers: JSON reads them many times as fast as a parser that expects quotes and nulls.
pg.types.setTypeParser(INTEGER_ARRAY, (text) =>
  /^\{[\d,-]+\}$/.test(text) ? (JSON.parse(`[${text.slice(1, -1)}]`) as number[]) : parseIntegerArray(text),
);

/** The role of the application: it can neither change the schema nor alter audit records. */
export const APPLICATION_ROLE = 'lineslip_app';

export const OLDEST_POSTGRES = 15;

/** Memory and SSDs have cheap random access, so indexes pay off sooner than PostgreSQL assumes. */
const CHEAP_RANDOM_ACCESS = '-c random_page_cost=1.1';

/** Days are UTC: SQL that turns moments into days means that, whatever the database, the login or the address say. */
const UTC = '-c TimeZone=UTC';

/** The owner's connection, and what the application's own login overrides, if there is one. */
export type DatabaseConfig = pg.PoolConfig & Readonly<{ applicationLogin?: pg.PoolConfig }>;

export type ConnectOptions = Readonly<{
  /** `login` keeps the rights of the owner: for migrations and maintenance. */
  as?: 'application' | 'login';
  /** Called when an idle connection breaks. The pool replaces it. */
  onIdleError?: (error: Error) => void;
}>;

const pools = new WeakMap<Db, pg.Pool>();

export function connect(config: DatabaseConfig, options: ConnectOptions = {}): Db {
  const pool = createPool(config, options);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return db;
}

/** The connections of a database that `connect` opened, and how many queries wait for one. */
export function countConnections(db: Db) {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {};
  return { active: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

export const dialectFor = (config: DatabaseConfig, options: ConnectOptions): PostgresDialect =>
  new PostgresDialect({ pool: createPool(config, options) });

function createPool(config: DatabaseConfig, { as = 'application', onIdleError }: ConnectOptions): pg.Pool {
  const pool = new pg.Pool({
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'lineslip',
    Client: preparingClient(),
    ...withSetting(as === 'application' ? asApplication(config) : asOwner(config), CHEAP_RANDOM_ACCESS),
  });
  // An unhandled pool error would end the process. Queries in progress fail and are handled separately.
  pool.on('error', (error) => onIdleError?.(error));
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** Uses the application's own login; without one, the owner's login with the application's role. */
export const asApplication = ({ applicationLogin, ...config }: DatabaseConfig): pg.PoolConfig =>
  applicationLogin
    ? withSetting({ ...config, ...applicationLogin }, UTC)
    : withSetting(config, `-c role=${APPLICATION_ROLE} ${UTC}`);

export const asOwner = ({ applicationLogin: _applicationLogin, ...config }: DatabaseConfig): pg.PoolConfig =>
  withSetting(config, UTC);

/** The connection string takes precedence over separate fields, so the setting is added where `options` is read. */
function withSetting(config: pg.PoolConfig, setting: string): pg.PoolConfig {
  const join = (present: string | null | undefined): string => [present, setting].filter(Boolean).join(' ');
  if (config.connectionString === undefined) return { ...config, options: join(config.options) };
  const [address = '', query] = config.connectionString.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('options', join(parameters.get('options') ?? config.options));
  return { ...config, connectionString: `${address}?${parameters.toString().replaceAll('+', '%20')}` };
}

/** Runs the work on its own connection outside of any pool. If it breaks, the running query fails. */
export async function withClient<T>(config: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ application_name: 'lineslip start', ...config });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Updates the planner's statistics; after a bulk load it would otherwise scan whole tables. */
export async function analyze(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}

/** Whether the database answers at all. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * Asks over a connection of its own whether the database answers: while requests use all others, it still does. A
 * connection that fails is replaced.
 */
export function databaseProbe(config: DatabaseConfig, maxMs: number) {
  const pool = createPool({ ...config, max: 1, query_timeout: maxMs, connectionTimeoutMillis: maxMs }, {});
  return {
    ask: async (): Promise<void> => void (await pool.query('select 1')),
    close: (): Promise<void> => pool.end(),
  };
}

/** Throws a message if the database cannot be used. Never shows the password. */
export async function checkReachable(config: pg.PoolConfig, setting = 'DATABASE_URL'): Promise<void> {
  const client = clientFor(config, setting);
  client.on('error', () => undefined);
  const place = `database ${client.database ?? ''} at ${client.host}${client.host.startsWith('/') ? '' : `:${client.port}`}`;
  try {
    await client.connect();
    const { rows } = await client.query<{ number: string; version: string }>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as version`,
    );
    if (Number(rows[0]?.number) >= OLDEST_POSTGRES * 10_000) return;
    throw new StartError(
      `The ${place} is PostgreSQL ${rows[0]?.version}. Lineslip needs PostgreSQL ${OLDEST_POSTGRES} or newer: ` +
        `upgrade it, or set ${setting} to another one.`,
    );
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The ${place} ${refusal(error, client.user ?? '', setting)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function clientFor(config: pg.PoolConfig, setting: string): pg.Client {
  try {
    return new pg.Client({ connectionTimeoutMillis: 10_000, application_name: 'lineslip', ...config });
  } catch {
    // The parser's error may quote its input, including the password.
    throw new StartError(
      `${setting} cannot be read as an address. It looks like postgres://user:password@host:5432/database.`,
    );
  }
}

function refusal(error: unknown, user: string, setting: string): string {
  const code = codeOf(error instanceof AggregateError ? (error.errors[0] ?? error) : error);
  if (code === '28P01' || code === '28000' || /password/i.test(code)) {
    return `does not let the user ${user} in. Check the user and the password in ${setting}.`;
  }
  if (code === '3D000') return `does not exist. Create it, or correct the name at the end of ${setting}.`;
  if (code === '42501') return `is not open to the user ${user}. Grant CONNECT on it, or correct ${setting}.`;
  return `cannot be reached (${code}). Check that it is running and that ${setting} names the right host and port.`;
}
