import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';
import { startServer } from './start.ts';
import { freePort } from './testing/child-server.ts';
import { addressOf, createOwnDatabase } from './testing/database.ts';
import { eventually } from './testing/eventually.ts';

const silent = (): void => undefined;

async function startWith(screens: Promise<void>) {
  const { config, db } = await createOwnDatabase();
  const [port, metricsPort] = [await freePort(), await freePort()];
  const dataDir = await mkdtemp(join(tmpdir(), 'lineslip-start-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const settings = { DATABASE_URL: addressOf(config), DATA_DIR: dataDir, PORT: String(port), SIGN_IN: 'password' };
  const read = readConfig({ ...settings, METRICS_PORT: String(metricsPort), LOG_LEVEL: 'silent' }, '/');
  const started = startServer(read, { root: '/', screens, report: silent, onFatal: silent });
  onTestFinished(async () => void (await started.catch(silent))?.stop());
  // Written last, before the server listens.
  await eventually(async () => {
    expect(await db.selectFrom('reference_option').select('code').limit(1).execute()).toHaveLength(1);
  });
  return {
    started,
    port,
    reasons: async () => {
      const answer = await fetch(`http://localhost:${metricsPort}/readyz?verbose`);
      const { reasons } = (await answer.json()) as { reasons: { reason: string }[] };
      return reasons.map(({ reason }) => reason);
    },
    isUp: () =>
      fetch(`${read.publicUrl}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
  };
}

test('a server fills its database while the screens are built, and listens when they are', async () => {
  const build = Promise.withResolvers<void>();
  const { started, isUp } = await startWith(build.promise);
  expect(await isUp()).toBe(false);
  build.resolve();
  await started;
  expect(await isUp()).toBe(true);
});

test('a server whose screens cannot be built closes what it opened', async () => {
  const build = Promise.withResolvers<void>();
  const { started, isUp } = await startWith(build.promise);
  build.reject(new StartError('No screens.'));
  await expect(started).rejects.toThrow('No screens.');
  expect(await isUp()).toBe(false);
});

test('the port for metrics says why the server is not ready, from its start to its stop', async () => {
  const build = Promise.withResolvers<void>();
  const { started, port, reasons } = await startWith(build.promise);
  expect(await reasons()).toEqual(['migrating']);
  build.resolve();
  const { stop } = await started;
  expect(await reasons()).toEqual([]);
  // Its body never comes, so the stop waits for it.
  const open = connect(port, 'localhost').on('error', silent);
  await once(open, 'connect');
  open.write('POST /idp/token HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\n');
  await fetch(`http://localhost:${port}/livez`);
  const stopped = stop();
  await eventually(async () => expect(await reasons()).toEqual(['draining']));
  open.destroy();
  await stopped;
  await expect(reasons()).rejects.toThrow('fetch failed');
});

test('a server that cannot write to its data folder refuses to start, with what to set', async () => {
  const { config } = await createOwnDatabase();
  // A file, so that root cannot create a folder in it either.
  const settings = {
    DATABASE_URL: addressOf(config),
    DATA_DIR: join(import.meta.filename, 'data'),
    SIGN_IN: 'password',
  };
  const start = startServer(readConfig(settings, '/'), { root: '/', report: silent, onFatal: silent });
  await expect(start).rejects.toEqual(
    new StartError(`This account may not write to ${import.meta.filename}. Set DATA_DIR to a folder that it owns.`),
  );
});
