import { Problem } from '#contract/problem.ts';
import type { Config } from '#server/config.ts';
import { connect, type DatabaseConfig, type Db } from '#server/db/connect.ts';
import { codeOf } from '#server/db/engine/engine.files.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { StartError } from '#server/start-error.ts';

/** The work of a command. Where it fails and we know why, that is one sentence, not a stack. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof StartError || error instanceof Problem ? error.message : error);
    process.exitCode = 1;
  }
}

/** Asked of the configured database, which must have been set up. A server that runs on it is left alone. */
export async function askDatabase<T>(
  config: Config,
  ask: (db: Db) => Promise<T>,
  settings: Partial<DatabaseConfig> = {},
): Promise<T> {
  const database = await borrowDatabase(config, () => undefined);
  const db = connect({ ...database.config, ...settings });
  try {
    return await ask(db);
  } catch (error) {
    throw MISSING_PARTS.has(codeOf(error))
      ? new StartError('The database is still empty, or of an older Lineslip. Run npm start once, then try again.')
      : error;
  } finally {
    await db.destroy();
    await database.close();
  }
}

/** What PostgreSQL says of a table, a column or a setting that is not there. */
const MISSING_PARTS: ReadonlySet<string> = new Set(['42P01', '42703', '22023']);
