import { expect, test } from 'vitest';
import type { SignInMode } from '#domain/user/sign-in-mode.ts';
import { createOwnApp } from '#server/testing/app.ts';
import { freePort } from '#server/testing/child-server.ts';
import { createOwnDatabase } from '#server/testing/database.ts';
import { loadKeys } from './keys.ts';
import { changeSignInMode, storeSignInMode } from './sign-in-mode.ts';
import { Browser, location } from './testing/browser.ts';
import { authorizeRequest, choose, signIn } from './testing/sign-in.ts';
import { AUDIENCE, CLIENT_ID } from './testing/world.ts';
import { auditRecords, insertPeople } from '#server/testing/records.ts';

const at = new Date('2027-03-01T09:00:00.000Z');

test('of servers that start together with different settings only those of one kind continue', async () => {
  const { db } = await createOwnDatabase();
  const modes = ['demo', 'password', 'tenant', 'demo', 'password', 'tenant'] as const;
  const started = await Promise.all(
    modes.map((mode) =>
      storeSignInMode(db, mode, at).then(
        () => mode,
        () => undefined,
      ),
    ),
  );
  const { value } = await db.selectFrom('setting').select('value').executeTakeFirstOrThrow();
  expect(started).toEqual(modes.map((mode) => (mode === value ? mode : undefined)));
});

test('changing the sign-in mode ends every sign-in, is recorded, and never opens the demo with real people', async () => {
  const { db } = await createOwnDatabase();
  await storeSignInMode(db, 'demo', at);
  await loadKeys(db);
  await db.insertInto('oidc_record').values({ model: 'Session', id: 'x', payload: '{}' }).execute();
  const change = (mode: SignInMode) => changeSignInMode(db, mode, () => at);
  await change('password');
  expect(await db.selectFrom('identity_key').select('purpose').execute()).toEqual([{ purpose: 'cookie' }]);
  expect(await db.selectFrom('oidc_record').select('id').execute()).toEqual([]);
  await expect(storeSignInMode(db, 'demo', at)).rejects.toThrow('This database is set up for passwords');
  await expect(change('password')).rejects.toThrow('password already');
  await change('demo');
  await change('password');
  await insertPeople(db, { id: 'embedded|a' });
  await expect(change('demo')).rejects.toThrow('This database has people who are not demo people');
  await change('tenant');
  const records = await auditRecords(db, { action: 'sign_in_mode_changed', object: 'sign_in' });
  expect(records.map(({ detail }) => detail)).toEqual([
    { was: 'demo', became: 'password' },
    { was: 'password', became: 'demo' },
    { was: 'demo', became: 'password' },
    { was: 'password', became: 'tenant' },
  ]);
});

test('the demo sign-in closes on a running server as soon as a real person exists', async () => {
  const port = await freePort();
  const environment = { PORT: String(port), AUTH_CLIENT_ID: CLIENT_ID, AUTH_AUDIENCE: AUDIENCE };
  const server = await createOwnApp({ environment });
  await server.app.listen({ port, host: 'localhost' });
  const place = { url: `http://localhost:${port}` };
  await signIn(place, 'demo|viewer');

  const browser = new Browser();
  const page = location(await browser.get(authorizeRequest(place).url));
  expect((await browser.get(page)).status).toBe(200);
  await insertPeople(server.database.db, { id: 'embedded|x' });
  for (const answer of [await browser.get(page), await choose(browser, place, page, 'demo|administrator')]) {
    expect(answer.status).toBe(403);
    const text = await answer.text();
    expect(text).toContain('The demo sign-in is closed');
    expect(text).not.toContain('Demo Administrator');
  }
});
