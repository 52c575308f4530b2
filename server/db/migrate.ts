import { Kysely, sql } from 'kysely';
import { StartError } from '#server/start-error.ts';
import { type DatabaseConfig, dialectFor } from './connect.ts';
import { codeOf } from '#server/db/engine/engine.files.ts';
import { type Migration, readMigrations } from './migration.files.ts';
import { ensureApplicationRole, grantToApplication } from './migration.grants.ts';

export const MIGRATION_TABLE = 'schema_migration';

const MIGRATION_LOCK = 7_153_220_001;

export type MigrateOptions = Readonly<{ report: (line: string) => void; migrations?: readonly Migration[] }>;

/**
 * Brings the database to the schema that this code knows, and never back. Everything happens in one transaction under a
 * lock: several servers may start together, and a migration that fails leaves nothing behind.
 */
export async function migrate(config: DatabaseConfig, { report, migrations }: MigrateOptions): Promise<void> {
  const known = migrations ?? (await readMigrations());
  // No time limit: building an index on a large table, or waiting for the server that does, may take minutes.
  const db = new Kysely<unknown>({
    dialect: dialectFor({ ...config, max: 1, statement_timeout: 0 }, { as: 'login' }),
  });
  try {
    await ensureRole(db, config);
    await db.transaction().execute((trx) => applyMigrations(trx, known, report));
  } catch (error) {
    throw explainRefusal(error);
  } finally {
    await db.destroy();
  }
}

/** Makes the role of the application where it is missing. It belongs to no database, so this is outside of any transaction. */
export async function prepareRole(config: DatabaseConfig): Promise<void> {
  const db = new Kysely<unknown>({ dialect: dialectFor({ ...config, max: 1 }, { as: 'login' }) });
  await ensureRole(db, config).finally(() => db.destroy());
}

const ensureRole = (db: Kysely<unknown>, { applicationLogin }: DatabaseConfig): Promise<void> =>
  ensureApplicationRole(db, { ownerTakesItOn: applicationLogin === undefined });

/** Applies what is missing of these migrations, inside the transaction that is open on this connection. */
export async function applyMigrations(
  db: Kysely<unknown>,
  known: readonly Migration[],
  report: (line: string) => void,
): Promise<void> {
  await lockMigrations(db);
  const pending = known.slice(await countApplied(db, known));
  for (const migration of pending) {
    report(`Updating the database: ${migration.name}.`);
    await migration.up(db);
    await sql`insert into ${sql.table(MIGRATION_TABLE)} (name, checksum)
      values (${migration.name}, ${migration.checksum})`.execute(db);
  }
  await grantToApplication(db, MIGRATION_TABLE);
}

/** Servers that start meanwhile wait until the transaction ends. */
export async function lockMigrations(db: Kysely<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
}

/** What was applied, in order. */
export async function listApplied(db: Kysely<unknown>): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from ${sql.table(MIGRATION_TABLE)} order by name collate "C"`.execute(db);
  return rows;
}

/** What was applied must be exactly the beginning of what this code knows. */
async function countApplied(db: Kysely<unknown>, known: readonly Migration[]): Promise<number> {
  await sql`
    create table if not exists ${sql.table(MIGRATION_TABLE)} (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`.execute(db);
  const rows = await listApplied(db);
  const unknown = rows.find((row) => known.every(({ name }) => name !== row.name));
  if (unknown !== undefined) {
    throw new StartError(
      `The database was updated by a newer Lineslip (${unknown.name}), which this one does not know. ` +
        'Start the newer one, or set DATABASE_URL or DATA_DIR to another database.',
    );
  }
  for (const [index, row] of rows.entries()) {
    const expected = known[index];
    if (expected?.name !== row.name) {
      throw new StartError(
        `The migration ${expected?.name} comes before ${row.name}, which the database already has. ` +
          'Give it a number after the last one, and start again.',
      );
    }
    if (expected.checksum !== row.checksum) {
      throw new StartError(
        `The migration ${row.name} was changed after the database had applied it. ` +
          'Put the file back as it was, and make the change in a new migration.',
      );
    }
  }
  return rows.length;
}

/** Where the database refuses for want of rights, a sentence that says which are needed; else the error itself. */
export function explainRefusal(error: unknown): unknown {
  if (codeOf(error) !== '42501') return error;
  return new StartError(
    `The database does not let Lineslip update its tables (${error instanceof Error ? error.message : String(error)}). ` +
      'Let the user of DATABASE_URL own the database: ALTER DATABASE <database> OWNER TO <user>.',
  );
}
