import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '#server/start-error.ts';
import { codeOf } from './engine.files.ts';
import { withClient } from '#server/db/connect.ts';
import { isDatabaseUnavailable } from '#server/db/unavailable.ts';

/**
 * Waits until the server lets us in with our own password, which also proves that it is ours. False when it is gone.
 * There is no limit while it lives: recovery after a power cut takes as long as it takes.
 */
export async function waitUntilReady(
  config: pg.PoolConfig,
  isThere: () => boolean,
  report: (line: string) => void,
): Promise<boolean> {
  const quietUntil = Date.now() + 5_000;
  let told = false;
  for (;;) {
    const there = isThere();
    if (await letsUsIn(config)) return true;
    if (!there) return false;
    if (!told && Date.now() > quietUntil) {
      report('The database is still getting ready; after a crash it first recovers what was written.');
      told = true;
    }
    await pause(20);
  }
}

async function letsUsIn(config: pg.PoolConfig): Promise<boolean> {
  try {
    return await withClient({ ...config, connectionTimeoutMillis: 5_000 }, async () => true);
  } catch (error) {
    // Not there yet, starting up, shutting down, recovering, or cut off in the middle of any of these.
    if (isDatabaseUnavailable(error)) return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The database that runs in the data folder does not accept this server (${reason}). ` +
        'Stop it, or set DATA_DIR to another folder.',
    );
  }
}

/** Two servers that start at once may both try; either way it exists afterwards. */
export async function ensureDatabase(config: pg.PoolConfig, name: string): Promise<void> {
  await withClient(config, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  }).catch((error: unknown) => {
    if (!['42P04', '23505'].includes(codeOf(error))) throw error;
  });
}
