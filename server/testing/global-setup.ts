import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { DatabaseConfig } from '#server/db/connect.ts';
import { type Engine, startEngine } from '#server/db/engine/engine.ts';
import { isAlive } from '#server/db/engine/account.ts';
import { findPostmaster, stopPostmaster } from '#server/db/engine/postmaster.ts';
import { migrate } from '#server/db/migrate.ts';
import { execute } from './execute.ts';
import { fillForTests } from './fill.ts';
import { databasesFolder } from './memory-folder.ts';
import { testBinaries } from './test-binaries.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test engine's maintenance database, and a folder that is removed after the run. */
    testEngine: { config: DatabaseConfig; folder: string };
  }
}

const PREFIX = 'lineslip-test-';
/** The databases that others are copied from: only the tables, or with the content of `fillForTests`. */
export type Template = 'migrated' | 'filled';

/**
 * No test depends on durability, so nobody waits for the disk. Several files run in parallel, each with its own servers;
 * and autovacuum must not change plans.
 */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '500',
  autovacuum: 'off',
  // What sessions get that ask for no zone. The product asks for UTC.
  timezone: process.env['TEST_SESSION_ZONE'] ?? 'UTC',
};

/** One engine for the whole run, with the databases that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearLeftovers();
  const dataDir = await mkdtemp(join(databasesFolder, `${PREFIX}${process.pid}-`));
  // As root the engine runs as another account, which has to enter the folder.
  await chmod(dataDir, 0o711);
  const engine = await startEngine({
    dataDir,
    ...(await testBinaries()),
    settings: SETTINGS,
    report: () => undefined,
  });
  await makeTemplate(engine, 'migrated', '', (config) => migrate(config, { report: () => undefined }));
  await makeTemplate(engine, 'filled', ' template migrated', fillForTests);
  project.provide('testEngine', { config: engine.config('postgres'), folder: dataDir });
  return async () => {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function makeTemplate(
  engine: Engine,
  name: Template,
  options: string,
  fill: (config: DatabaseConfig) => Promise<void>,
): Promise<void> {
  await execute(engine.config('postgres'), `create database ${name}${options}`);
  await fill(engine.config(name));
  await execute(engine.config('postgres'), `alter database ${name} is_template true allow_connections false`);
}

/** A killed run could not clean up. */
async function clearLeftovers(): Promise<void> {
  for (const name of await readdir(databasesFolder)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const cluster = join(databasesFolder, name, 'postgres/cluster');
    const left = findPostmaster(cluster);
    if (left !== undefined) await stopPostmaster(left.pid, cluster);
    await rm(join(databasesFolder, name), { recursive: true, force: true });
  }
}
