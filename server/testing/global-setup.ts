import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEngine } from '#server/db/engine.ts';
import { findPostmaster, isAlive } from '#server/db/engine.pidfile.ts';
import { stopPostmaster } from '#server/db/engine.postmaster.ts';
import { migrate } from '#server/db/migrate.ts';
import { execute } from './execute.ts';
import { testBinaries } from './test-binaries.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How to reach the test engine's maintenance database, and the migrated database that others are copied from. */
    testEngine: { config: pg.PoolConfig; template: string };
  }
}

const PREFIX = 'lineslip-test-';
const TEMPLATE = 'migrated';

/** One engine for the whole run, with one migrated database that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearLeftovers();
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // As root the engine runs as another account, which has to get in.
  await chmod(dataDir, 0o711);
  const engine = await startEngine({ dataDir, ...(await testBinaries()), report: () => undefined });
  await execute(engine.config('postgres'), `create database ${TEMPLATE}`);
  await migrate(engine.config(TEMPLATE), { report: () => undefined });
  await execute(engine.config('postgres'), `alter database ${TEMPLATE} is_template true allow_connections false`);
  project.provide('testEngine', { config: engine.config('postgres'), template: TEMPLATE });
  return async () => {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** A run that was killed could not clean up after itself. */
async function clearLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const cluster = join(tmpdir(), name, 'postgres/cluster');
    const left = findPostmaster(cluster);
    if (left !== undefined) await stopPostmaster(left.pid, cluster);
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
