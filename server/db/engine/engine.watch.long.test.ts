import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clusterOf, copiedDataFolder, startOn, startTestEngine } from '#server/testing/data-folder.ts';
import { findPostmaster } from './postmaster.ts';
import { watchEngine } from './engine.ts';
import { eventually } from '#server/testing/eventually.ts';

const LONG = { timeout: 180_000 };
const healthOf = (url: string): Promise<number | undefined> =>
  fetch(`${url}/api/health`).then(
    ({ status }) => status,
    () => undefined,
  );

function killEngine(dataDir: string): number {
  const postmaster = findPostmaster(clusterOf(dataDir));
  if (postmaster === undefined) throw new Error('The engine does not run.');
  process.kill(postmaster.pid, 'SIGKILL');
  return postmaster.pid;
}

test('a server restarts an engine that ended while idle, and keeps its data folder lock', LONG, async () => {
  const dataDir = await copiedDataFolder('demo');
  const server = await startOn(dataDir);
  const killed = killEngine(dataDir);
  await eventually(async () => expect(await healthOf(server.url)).toBe(503));
  await eventually(async () => expect(await healthOf(server.url)).toBe(200));
  expect(findPostmaster(clusterOf(dataDir))?.pid).not.toBe(killed);
  expect(server.stdout()).toContain('The embedded database ended unexpectedly. Starting it again …\n');

  server.signal('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(findPostmaster(clusterOf(dataDir))).toBe(undefined);
});

test('a server whose engine cannot be restarted gets a message', LONG, async () => {
  const dataDir = await copiedDataFolder('empty');
  const engine = await startTestEngine(dataDir);
  await writeFile(join(clusterOf(dataDir), 'postgresql.auto.conf'), 'no_such_setting = 1\n');
  const report = (): void => undefined;
  const problem = new Promise<Error>((onGivenUp) => {
    const watch = watchEngine(engine, { report, onGivenUp, intervalMs: 20, firstPauseMs: 20 });
    onTestFinished(() => watch.close());
  });
  killEngine(dataDir);
  expect((await problem).message).toMatch(
    /^The embedded database ended, and 5 starts within a minute did not help: .*did not start: .*\.$/,
  );
});

test(
  'a server whose engine was taken over by another one ends with a message, and leaves that one alone',
  LONG,
  async () => {
    const dataDir = await copiedDataFolder('demo');
    // The engine of a killed server is nobody's child, so it can end completely while `first` is paused.
    const before = await startOn(dataDir);
    before.signal('SIGKILL');
    await before.exited;
    const first = await startOn(dataDir);
    first.signal('SIGSTOP');
    onTestFinished(() => first.signal('SIGCONT'));
    killEngine(dataDir);
    const second = await startOn(dataDir);
    first.signal('SIGCONT');
    expect(await first.exited).toBe(1);
    expect(first.stderr()).toMatch(/^\nAnother Lineslip server is already using the data folder .*\.\n$/);
    expect(await healthOf(second.url)).toBe(200);
    expect(findPostmaster(clusterOf(dataDir))).toBeDefined();
  },
);
