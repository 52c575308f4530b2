import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { codeOf } from '#server/db/error-code.ts';
import { StartError } from '#server/start-error.ts';
import { type DatabaseConfig, dialectFor } from './connect.ts';
import { ensureApplicationRole, grantToApplication } from './migration.grants.ts';

export type Migration = Readonly<{ name: string; sql: string }>;
type AppliedMigration = Readonly<{ name: string; checksum: string }>;
export type MigrateOptions = Readonly<{
  report: (line: string) => void;
  migrations?: readonly Migration[];
  lockTimeoutMs?: number;
}>;

const FOLDER = join(import.meta.dirname, 'migrations');
const TABLE = 'schema_migration';
const MIGRATION_LOCK = 7_153_220_001;
/** A statement that waits for a table makes everyone else wait behind it, so it gives up and tries again. */
const LOCK_TIMEOUT_MS = 4000;
const MAX_TRIES = 5;

/** All migrations in order. A file is named `0002-some-words.sql` and contains only SQL. */
export async function readMigrations(): Promise<readonly Migration[]> {
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file)).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -'.sql'.length),
      sql: await readFile(join(FOLDER, file), 'utf8'),
    })),
  );
}

/** Ignores white space, so that line endings do not matter. */
export const checksumOf = (migration: Migration): string =>
  createHash('sha256').update(migration.sql.replaceAll(/\s+/g, '')).digest('hex');

/**
 * Migrates the database to the schema of this code, never back. Everything happens in one transaction under a lock:
 * several servers may start together, and a failed migration leaves nothing behind. Servers of the version before may go on
 * working meanwhile.
 */
export async function migrate(config: DatabaseConfig, options: MigrateOptions): Promise<void> {
  const { report, lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  const all = options.migrations ?? (await readMigrations());
  // No timeout: building an index on a large table, or waiting for the server that does, may take minutes.
  const db = new Kysely<unknown>({
    dialect: dialectFor({ ...config, max: 1, statement_timeout: 0 }, { as: 'login' }),
  });
  try {
    await ensureApplicationRole(db, { ownerTakesItOn: config.applicationLogin === undefined });
    await retryLocked(report, () =>
      db.transaction().execute((trx) => applyMigrations(trx, all, { report, lockTimeoutMs })),
    );
  } catch (error) {
    throw explainRefusal(error);
  } finally {
    await db.destroy();
  }
}

/** Between two tries everyone else gets their turn. */
async function retryLocked(report: (line: string) => void, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === MAX_TRIES)
        throw new StartError(
          'The database could not be updated, because other sessions use the tables that have to change. Nothing was ' +
            'changed. End long queries and open transactions (select pid, state, xact_start, query from ' +
            'pg_stat_activity order by xact_start), and start again.',
        );
      report('Other sessions use the tables that have to change; trying again.');
    }
}
const LOCK_NOT_AVAILABLE = '55P03';

/** Creates the application role if missing. Roles belong to no database, so this runs outside of a transaction. */
/** Makes sure that the role exists. Only the owner works then, so the owner need not be able to take it on. */
export async function prepareRole(config: DatabaseConfig): Promise<void> {
  const db = new Kysely<unknown>({ dialect: dialectFor({ ...config, max: 1 }, { as: 'login' }) });
  await ensureApplicationRole(db, { ownerTakesItOn: false }).finally(() => db.destroy());
}

/** Applies missing migrations inside the transaction open on this connection. */
export async function applyMigrations(
  db: Kysely<unknown>,
  expected: readonly Migration[],
  { report, lockTimeoutMs = LOCK_TIMEOUT_MS }: Omit<MigrateOptions, 'migrations'>,
): Promise<void> {
  await lockMigrations(db);
  await refuseOtherSchema(db, expected);
  await runMigrations(db, expected, { report, lockTimeoutMs });
  for (const migration of expected)
    await sql`update ${sql.table(TABLE)} set checksum = ${checksumOf(migration)} where name = ${migration.name}`.execute(
      db,
    );
  await grantToApplication(db, TABLE);
}

/** Other starting servers wait until the transaction ends. */
export async function lockMigrations(db: Kysely<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
}

/** The applied migrations, in order. */
export async function listApplied(db: Kysely<unknown>): Promise<AppliedMigration[]> {
  const { rows } = await sql<AppliedMigration>`
    select name, checksum from ${sql.table(TABLE)} order by name collate "C"`.execute(db);
  return rows;
}

/** The migrations of a database beside those of this code, read as its owner. */
export async function compareSchema(config: DatabaseConfig) {
  const db = new Kysely<unknown>({ dialect: dialectFor({ ...config, max: 1 }, { as: 'login' }) });
  try {
    const applied = await listApplied(db).catch((error: unknown) => {
      if (codeOf(error) === UNDEFINED_TABLE) return [];
      throw error;
    });
    const expected = await readMigrations();
    return { applied, unknown: findUnknown(applied, expected), missing: expected.slice(applied.length) };
  } finally {
    await db.destroy();
  }
}
const UNDEFINED_TABLE = '42P01';

/** The first applied migration that this code does not have unchanged at the same position. */
export function findUnknown(applied: readonly AppliedMigration[], expected: readonly Migration[]) {
  const index = applied.findIndex(({ name, checksum }, place) => {
    const here = expected[place];
    return here?.name !== name || checksumOf(here) !== checksum;
  });
  const unknown = applied[index];
  return unknown && { name: unknown.name, isNewer: index >= expected.length, isFirst: index === 0 };
}

async function refuseOtherSchema(db: Kysely<unknown>, expected: readonly Migration[]): Promise<void> {
  // Kysely's own table lacks a checksum column, and is only created if there is none.
  await sql`
    create table if not exists ${sql.table(TABLE)} (
      name varchar(255) primary key,
      timestamp varchar(255) not null,
      checksum text
    )`.execute(db);
  const unknown = findUnknown(await listApplied(db), expected);
  if (unknown === undefined) return;
  if (unknown.isNewer)
    throw new StartError(
      `The database was updated by a newer Lineslip (${unknown.name}), which this one does not know. ` +
        'Start the newer one, or set DATABASE_URL or DATA_DIR to another database.',
    );
  if (unknown.isFirst && unknown.name !== expected[0]?.name)
    throw new StartError(
      `The database was made by a Lineslip from before the first release (${unknown.name}), which this one cannot update. ` +
        'Move the data folder aside, or set DATA_DIR or DATABASE_URL to a new one, and start again. ' +
        'What it holds can still be read with the version that made it.',
    );
  throw new StartError(
    `The migration ${unknown.name} is not the one that the database has applied. ` +
      'Put the file back as it was, and make the change in a new migration, with a number after the last one.',
  );
}

async function runMigrations(
  db: Kysely<unknown>,
  expected: readonly Migration[],
  { report, lockTimeoutMs }: Readonly<{ report: (line: string) => void; lockTimeoutMs: number }>,
): Promise<void> {
  let failure: unknown;
  const run = async (migration: Migration, trx: Kysely<unknown>): Promise<void> => {
    report(`Updating the database: ${migration.name}.`);
    // The migrator sets its own for its lock, an hour.
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(trx);
    await sql
      .raw(migration.sql)
      .execute(trx)
      .catch((error: unknown) => {
        failure = error;
        throw error;
      });
  };
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(expected.map((one) => [one.name, { up: (trx: Kysely<unknown>) => run(one, trx) }])),
    },
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
    // A restore opens its own transaction.
    disableTransactions: !db.isTransaction,
  });
  const { error } = await migrator.migrateToLatest();
  // In a failed transaction the migrator cannot release its lock, and only reports that.
  if (error !== undefined) throw failure ?? error;
}

/** A message that names the missing rights, if that is the cause; otherwise the error itself. */
export function explainRefusal(error: unknown): unknown {
  if (codeOf(error) !== '42501') return error;
  return new StartError(
    `The database does not let Lineslip update its tables (${error instanceof Error ? error.message : String(error)}). ` +
      'Let the user of DATABASE_URL own the database: ALTER DATABASE <database> OWNER TO <user>.',
  );
}
