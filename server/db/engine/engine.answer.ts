import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '#server/start-error.ts';
import { codeOf } from './engine.files.ts';
import { withClient } from '#server/db/connect.ts';
import { isDatabaseUnavailable } from '#server/db/unavailable.ts';

/**
 * Waits until the server accepts our password, which also proves that it is ours. False if it is gone. There is no
 * timeout while it runs: recovery after a power failure can take long.
 */
export async function waitUntilReady(
  config: pg.PoolConfig,
  isThere: () => boolean,
  report: (line: string) => void,
): Promise<boolean> {
  const quietUntil = Date.now() + 5_000;
  let isReported = false;
  for (;;) {
    const there = isThere();
    if (await canConnect(config)) return true;
    if (!there) return false;
    if (!isReported && Date.now() > quietUntil) {
      report('The database is still getting ready; after a crash it first recovers what was written.');
      isReported = true;
    }
    await pause(20);
  }
}

async function canConnect(config: pg.PoolConfig): Promise<boolean> {
  try {
    return await withClient({ ...config, connectionTimeoutMillis: 5_000 }, async () => true);
  } catch (error) {
    // Not there yet, starting up, shutting down or recovering.
    if (isDatabaseUnavailable(error)) return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The database that runs in the data folder does not accept this server (${reason}). ` +
        'Stop it, or set DATA_DIR to another folder.',
    );
  }
}

/** Two servers may try at the same time; either way it exists afterwards. */
export async function ensureDatabase(config: pg.PoolConfig, name: string): Promise<void> {
  await withClient(config, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  }).catch((error: unknown) => {
    if (!['42P04', '23505'].includes(codeOf(error))) throw error;
  });
}
