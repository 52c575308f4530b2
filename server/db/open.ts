import type { Config } from '#server/config.ts';
import { isSuperuser } from './application-login.ts';
import { asApplication, asOwner, checkReachable, type DatabaseConfig, withClient } from './connect.ts';
import { startEngine, watchEngine } from '#server/db/engine/engine.ts';
import { holdInstanceLock } from '#server/db/engine/instance-lock.ts';

export type OpenDatabase = Readonly<{ config: DatabaseConfig; close: () => Promise<void> }>;
type OpenOptions = Readonly<{ report: (line: string) => void; onLost: (error: Error) => void }>;

/** The configured database, or the embedded one, locked by this server. */
export async function openDatabase(settings: Config, { report, onLost }: OpenOptions): Promise<OpenDatabase> {
  if (settings.databaseUrl !== undefined) return openElsewhere(settings.databaseUrl, settings.databaseAppUrl, report);
  const engine = await startEngine({ dataDir: settings.dataDir, report });
  const config = engine.config();
  const lock = await holdInstanceLock(config, settings.dataDir, onLost);
  const watch = watchEngine(engine, { report, onGivenUp: onLost });
  return {
    config,
    close: async () => {
      await watch.close();
      await lock.release();
      await engine.stop();
    },
  };
}

async function openElsewhere(
  url: string,
  appUrl: string | undefined,
  report: (line: string) => void,
): Promise<OpenDatabase> {
  const owner = { connectionString: url };
  const config = appUrl === undefined ? owner : { ...owner, applicationLogin: { connectionString: appUrl } };
  await checkReachable(owner);
  if (appUrl !== undefined) await checkReachable(asApplication(config), 'DATABASE_APP_URL');
  else if (await isSuperuser(config))
    report(
      'DATABASE_URL signs in as a superuser. Set DATABASE_APP_URL to give the application a login of its own; ' +
        'docs/operation.md shows how.',
    );
  return { config, close: async () => undefined };
}

/** The same database for a short command. A running server is not affected. */
export async function borrowDatabase(settings: Config, report: (line: string) => void): Promise<OpenDatabase> {
  if (settings.databaseUrl !== undefined) return openDatabase(settings, { report, onLost: () => undefined });
  const engine = await startEngine({ dataDir: settings.dataDir, report });
  const config = engine.config();
  if (engine.adopted) return { config, close: async () => undefined };
  // Locked, so that no server adopts what this command is about to stop.
  const lock = await holdInstanceLock(config, settings.dataDir);
  return {
    config,
    close: async () => {
      await lock.release();
      await engine.stop();
    },
  };
}

const START_LOCK = 7_153_220_004;

/**
 * Servers that start together on one database set it up one after the other. Without a timeout, unlike ordinary
 * queries: the second one waits until the first has finished, however long its migration takes.
 */
export async function setUpExclusively<T>(config: DatabaseConfig, work: () => Promise<T>): Promise<T> {
  return withClient({ ...asOwner(config), keepAlive: true }, async (client) => {
    await client.query(`select pg_advisory_lock(${START_LOCK})`);
    return work();
  });
}
