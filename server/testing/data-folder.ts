import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type Engine, type EngineOptions, startEngine } from '#server/db/engine/engine.ts';
import { findPostmaster, stopPostmaster } from '#server/db/engine/postmaster.ts';
import { type ChildServer, freePort, spawnServer } from './child-server.ts';
import { databasesFolder } from './memory-folder.ts';
import { testBinaries } from './test-binaries.ts';

const run = promisify(execFile);
const report = (): void => undefined;
export const clusterOf = (dataDir: string): string => join(dataDir, 'postgres/cluster');

/** A folder that other accounts may enter, which the engine needs when the tests run as root. Removed after the test. */
export async function temporaryFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'lineslip-folder-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A data folder that does not exist yet; its engine is stopped after the test in any case. */
export async function newDataFolder(): Promise<string> {
  const dataDir = join(await temporaryFolder(databasesFolder), 'data');
  onTestFinished(async () => {
    const left = findPostmaster(clusterOf(dataDir));
    if (left) await stopPostmaster(left.pid, clusterOf(dataDir));
  });
  return dataDir;
}

/** Data folders that are created once and copied for every test: an empty database, or the demo. */
const MAKERS = {
  empty: async (dataDir: string) => (await startEngine({ dataDir, ...(await testBinaries()), report })).stop(),
  demo: async (dataDir: string) => {
    const config = readConfig({ DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'silent' }, '/');
    const { startServer } = await import('#server/start.ts');
    await (await startServer(config, { root: '/', report, onFatal: report })).stop();
  },
};

export async function copiedDataFolder(content: keyof typeof MAKERS): Promise<string> {
  const dataDir = await newDataFolder();
  // Only `cp -a` preserves the ownership.
  await run('cp', ['-a', await madeOnce(content), dataDir]);
  return dataDir;
}

/** If several test files need it at once, one creates it while the others wait. */
async function madeOnce(content: keyof typeof MAKERS): Promise<string> {
  const { config, folder } = inject('testEngine');
  const made = join(folder, content);
  const client = new pg.Client(config);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [made]);
    if (!(await stat(made).catch(() => undefined))) {
      await MAKERS[content](`${made}.new`);
      await rename(`${made}.new`, made);
    }
    return made;
  } finally {
    await client.end();
  }
}

/** Starts a server in a child process on the embedded engine of that folder. */
export async function startOn(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<ChildServer & { url: string }> {
  const port = String(await freePort());
  const server = spawnServer({ PORT: port, DATA_DIR: dataDir, ...environment });
  const url = `http://localhost:${port}`;
  await server.printed(`Lineslip is ready at ${url}\n`);
  return { ...server, url };
}

/** An engine for one test, with the binaries of this run. Stopped after the test, if still running. */
export async function startTestEngine(
  dataDir: string,
  options: Partial<EngineOptions> = {},
): Promise<Engine & { reported: string[] }> {
  const reported: string[] = [];
  const engine = await startEngine({
    dataDir,
    ...(await testBinaries()),
    report: (line) => reported.push(line),
    ...options,
  });
  onTestFinished(() => engine.stop());
  return { ...engine, reported };
}
