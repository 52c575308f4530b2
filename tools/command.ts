import { Problem } from '#contract/problem.ts';
import type { Config } from '#server/config.ts';
import { connect, type DatabaseConfig, type Db } from '#server/db/connect.ts';
import { codeOf } from '#server/db/error-code.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { StartError } from '#server/start-error.ts';

/** Runs a command. Known failures print one message instead of a stack trace. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof StartError || error instanceof Problem ? error.message : error);
    process.exitCode = 1;
  }
}

/** Runs a query on the configured database, which must be set up. A running server is not affected. */
export async function queryDatabase<T>(
  config: Config,
  ask: (db: Db) => Promise<T>,
  settings: Partial<DatabaseConfig> = {},
): Promise<T> {
  const database = await borrowDatabase(config, () => undefined);
  const db = connect({ ...database.config, ...settings });
  try {
    return await ask(db);
  } catch (error) {
    throw MISSING_OBJECT_CODES.has(codeOf(error))
      ? new StartError('The database is still empty, or of an older Lineslip. Run npm start once, then try again.')
      : error;
  } finally {
    await db.destroy();
    await database.close();
  }
}

/** PostgreSQL's codes for a missing table, column or setting. */
const MISSING_OBJECT_CODES: ReadonlySet<string> = new Set(['42P01', '42703', '22023']);
