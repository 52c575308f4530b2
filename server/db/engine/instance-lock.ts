import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '#server/start-error.ts';

const INSTANCE_LOCK = 7_153_220_002;

/** How long to wait for another holder: a killed server at the start, a short command later on. */
const PATIENCE_MS = { first: 2000, again: 10_000 } as const;

export type InstanceLock = Readonly<{ release: () => Promise<void> }>;

/**
 * One server per data folder. The lock lives as long as its connection, so a killed server leaves none behind; this waits
 * until the database notices. After a refusal leave the engine running: it belongs to the other server.
 */
export async function holdInstanceLock(
  config: pg.PoolConfig,
  dataDir: string,
  onLost: (problem: StartError) => void = () => undefined,
): Promise<InstanceLock> {
  let client = await take(config, dataDir, PATIENCE_MS.first);
  let released = false;

  // A database crash breaks every connection while this server lives on: re-acquire the lock, or report that another server was quicker.
  const watch = (): void => {
    client.once('end', () => {
      if (!released) void retake();
    });
  };
  const retake = async (): Promise<void> => {
    while (!released) {
      try {
        client = await take(config, dataDir, PATIENCE_MS.again);
        if (released) await client.end();
        else watch();
        return;
      } catch (error) {
        if (error instanceof StartError) return onLost(error);
        await pause(1_000, undefined, { ref: false });
      }
    }
  };
  watch();
  return {
    release: async () => {
      released = true;
      await client.end().catch(() => undefined);
    },
  };
}

async function take(config: pg.PoolConfig, dataDir: string, patienceMs: number): Promise<pg.Client> {
  const client = new pg.Client({ ...config, application_name: 'lineslip instance lock', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  const patience = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${INSTANCE_LOCK}) as held`);
    if (rows[0]?.held) return client;
    if (Date.now() > patience) break;
    await pause(100);
  }
  await client.end();
  throw new StartError(
    `Another Lineslip server is already using the data folder ${dataDir}. ` +
      'Stop it first, or set DATA_DIR to another folder.',
  );
}
