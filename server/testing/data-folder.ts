import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findPostmaster } from '#server/db/engine/engine.pidfile.ts';
import { stopPostmaster } from '#server/db/engine/engine.postmaster.ts';
import { type ChildServer, freePort, spawnServer } from './child-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const clusterOf = (dataDir: string): string => join(dataDir, 'postgres/cluster');

/** A data folder whose engine is gone after the test, whatever the test did to its server. */
export async function dataFolder(): Promise<string> {
  const dataDir = join(await temporaryFolder(), 'data');
  onTestFinished(async () => {
    const left = findPostmaster(clusterOf(dataDir));
    if (left) await stopPostmaster(left.pid, clusterOf(dataDir));
  });
  return dataDir;
}

/** A server in a process of its own on the embedded engine of that folder. */
export async function startOn(dataDir: string): Promise<ChildServer & { url: string }> {
  const port = String(await freePort());
  const server = spawnServer({ PORT: port, DATA_DIR: dataDir });
  const url = `http://localhost:${port}`;
  await server.printed(`Lineslip is ready at ${url}\n`);
  return { ...server, url };
}
