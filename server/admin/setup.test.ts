import { expect, test } from 'vitest';
import type { Settings } from '#contract/settings.ts';
import type { SetupFacts } from '#domain/setup/setup.ts';
import { createOwnApp, type TestApp, useTestApp } from '#server/testing/app.ts';
import { callsBy } from '#server/testing/calls.ts';
import { auditRecords } from '#server/testing/records.ts';

const server = useTestApp(async () => ({ environment: { SIGN_IN: 'password' } }));
const { call, good } = callsBy('administrator', server);
const isBeingSetUp = async () => (await good<Settings>('GET', '/api/settings')).isBeingSetUp;

test('a new installation is being set up until somebody who may dismisses it, once and for everyone', async () => {
  expect(await isBeingSetUp()).toBe(true);
  expect(await good<SetupFacts>('GET', '/api/setup')).toMatchObject({ portfolios: 0 });
  for (const who of ['viewer', 'newcomer', 'underwriter'] as const) {
    expect((await call('GET', '/api/setup', { who })).statusCode).toBe(403);
    expect((await call('PUT', '/api/setup/dismissed', { who })).statusCode).toBe(403);
  }
  expect(await isBeingSetUp()).toBe(true);
  for (let click = 0; click < 2; click += 1)
    expect(await good('PUT', '/api/setup/dismissed')).toEqual({ dismissed: true });
  expect(await isBeingSetUp()).toBe(false);
  expect(await auditRecords(server.database.db, { object: 'setup' })).toEqual([
    { action: 'setup_dismissed', by: 'demo|administrator', detail: {} },
  ]);
});

test('the demo comes with content, and people sign in while the database is away', async () => {
  const settingsOf = async ({ app }: TestApp) =>
    (await app.inject({ method: 'GET', url: '/api/settings' })).json<Settings>();
  expect((await settingsOf(await createOwnApp())).isBeingSetUp).toBe(false);
  const own = await createOwnApp({ environment: { SIGN_IN: 'password' } });
  await own.database.db.destroy();
  expect((await settingsOf(own)).isBeingSetUp).toBe(false);
});
