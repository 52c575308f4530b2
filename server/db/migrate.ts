import { Kysely, sql } from 'kysely';
import { StartError } from '#server/start-error.ts';
import { type DatabaseConfig, dialectFor } from './connect.ts';
import { codeOf } from './engine.files.ts';
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
    await ensureApplicationRole(db, { ownerTakesItOn: config.applicationLogin === undefined });
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
      const pending = known.slice(await countApplied(trx, known));
      for (const migration of pending) {
        report(`Updating the database: ${migration.name}.`);
        await migration.up(trx);
        await sql`insert into ${sql.table(MIGRATION_TABLE)} (name, checksum)
          values (${migration.name}, ${migration.checksum})`.execute(trx);
      }
      await grantToApplication(trx, MIGRATION_TABLE);
    });
  } catch (error) {
    throw codeOf(error) === '42501' ? noPermission(error) : error;
  } finally {
    await db.destroy();
  }
}

/** What was applied must be exactly the beginning of what this code knows. */
async function countApplied(db: Kysely<unknown>, known: readonly Migration[]): Promise<number> {
  await sql`
    create table if not exists ${sql.table(MIGRATION_TABLE)} (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`.execute(db);
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from ${sql.table(MIGRATION_TABLE)} order by name collate "C"`.execute(db);
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

function noPermission(error: unknown): StartError {
  return new StartError(
    `The database does not let Lineslip update its tables (${error instanceof Error ? error.message : String(error)}). ` +
      'Let the user of DATABASE_URL own the database: ALTER DATABASE <database> OWNER TO <user>.',
  );
}
