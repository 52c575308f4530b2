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
  const settings = { DATABASE_URL: addressOf(config), PORT: String(await freePort()), SIGN_IN: 'password' };
  const read = readConfig({ ...settings, LOG_LEVEL: 'silent' }, '/');
  const started = startServer(read, { root: '/', screens, report: silent, onFatal: silent });
  onTestFinished(async () => void (await started.catch(silent))?.stop());
  // Written last, before the server listens.
  await eventually(async () => {
    expect(await db.selectFrom('reference_option').select('code').limit(1).execute()).toHaveLength(1);
  });
  return {
    started,
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
