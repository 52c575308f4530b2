import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CHANNELS } from '#domain/feed/channel.ts';
import { readConfig } from '#server/config.ts';
import { createOwnApp, TEST_AUDIT_KEY, TEST_FEED_KEY, useTestApp } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';
import { addressOf, createEmptyDatabase, createOwnDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { startMailServer } from '#server/testing/mail-server.ts';
import { type CheckName, examine } from './doctor.ts';

const server = useTestApp();

/** The findings of the test server's database with other settings, by check. */
async function findAll(environment: Record<string, string> = {}) {
  const config = readConfig(
    {
      DATABASE_URL: addressOf(server.database.config),
      AUDIT_KEY: TEST_AUDIT_KEY,
      FEED_KEY: TEST_FEED_KEY,
      ...environment,
    },
    import.meta.dirname,
  );
  const findings = await examine(config);
  return Object.fromEntries(findings.map(({ check, state, text }) => [check, { state, text }])) as Record<
    CheckName,
    { state: string; text: string }
  >;
}

/** The port of a receiver that takes no HEAD. */
async function listen(): Promise<number> {
  const receiver = createServer((_request, response) => void response.writeHead(405).end()).listen(0, 'localhost');
  onTestFinished(() => void receiver.close());
  await once(receiver, 'listening');
  return (receiver.address() as AddressInfo).port;
}

test('a sound installation has nothing to fix, and says what it looked at', async () => {
  const mail = await startMailServer();
  onTestFinished(mail.stop);
  const { rights, ...findings } = await findAll({
    SMTP_URL: mail.url,
    MAIL_FROM: 'lineslip@example.com',
    WEBHOOK_URL: `http://localhost:${await listen()}/in`,
    WEBHOOK_SECRET: 'a secret of many characters',
  });
  expect(Object.entries(findings).filter(([, { state }]) => state !== 'ok')).toEqual([]);
  expect(Object.keys(findings)).toEqual([
    'disk',
    'mail',
    'sign-in',
    'schema',
    'database',
    'clock',
    'keys',
    'contents',
    'webhook',
    'engines',
  ]);
  // Tests sign in as a superuser.
  expect(rights).toMatchObject({ state: 'fix', text: expect.stringContaining('Set DATABASE_APP_URL as well') });
  expect(mail.letters).toEqual([]);
});

test('what is wrong is named with what to do', async () => {
  const { db } = server.database;
  const waiting = { id: randomUUID(), kind: 'approved', payload: '{}', last_error: 'It answered 500.' };
  const longAgo = new Date(Date.now() - 3_600_000);
  await db
    .insertInto('webhook_delivery')
    .values({ ...waiting, created_at: longAgo, next_at: longAgo })
    .execute();
  await server.runJob('auditCheckpoint');
  const other = Buffer.alloc(32, 'other').toString('base64');
  const wrong = {
    AUDIT_KEY: other,
    DATA_DIR: '/proc/nowhere',
    SMTP_URL: 'smtp://localhost:1',
    MAIL_FROM: 'a@b.example',
  };
  const findings = await findAll(wrong);
  expect(findings.disk.text).toMatch(/may not write to \/proc\. Set DATA_DIR|GB free in \/proc\. Make room/);
  expect(findings.mail).toMatchObject({ state: 'fix', text: expect.stringContaining('Check SMTP_URL') });
  expect(findings.keys).toMatchObject({ state: 'fix', text: expect.stringContaining('Set AUDIT_KEY') });
  expect((await findAll({ FEED_KEY: other })).keys.text).toContain('Set FEED_KEY');
  const receiver = { WEBHOOK_URL: 'http://localhost:1/in', WEBHOOK_SECRET: 'a secret of many characters' };
  expect((await findAll(receiver)).webhook.text).toContain('http://localhost:1 cannot be reached');
  const alive = `http://localhost:${await listen()}/in`;
  expect((await findAll({ ...receiver, WEBHOOK_URL: alive })).webhook.text).toContain('60 minutes (It answered 500.)');
});

test('entries of live versions that are not listed as they are can be listed again', async () => {
  const { config } = server.database;
  const { add, goLive, published } = bucketTester(server);
  await goLive(await add(9101, 'cargo'), [entryOf(await published({ name: 'One' }))]);
  for (const damage of ['delete from current_entry', `update current_entry set overrides = '{"max_line": 9}'`]) {
    await execute(config, damage);
    const { contents } = await findAll();
    expect(contents.state).toBe('fix');
    await execute(config, /SELECT .*;/.exec(contents.text)?.[0] ?? '');
    expect((await findAll()).contents.state).toBe('ok');
  }
});

test('a key of the feed that engines do not know is named, also if it is one of two', async () => {
  const { db } = server.database;
  for (const channel of CHANNELS) {
    const change = db.updateTable('feed_key').where('channel', '=', channel);
    await change.set({ revoked_at: new Date() }).execute();
    expect((await findAll()).keys).toMatchObject({ state: 'fix', text: expect.stringContaining('Set FEED_KEY') });
    await change.set({ revoked_at: null }).execute();
    expect((await findAll()).keys.text).not.toContain('FEED_KEY');
  }
});

test.each([-60, 60])('a clock of the database that differs by %i seconds is named', async (seconds) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - seconds * 1000 });
  onTestFinished(() => void vi.useRealTimers());
  expect((await findAll()).clock).toMatchObject({ state: 'fix', text: expect.stringContaining('differ by') });
});

test('an empty database and one that is away are named, and the rest is left out', async () => {
  const { config } = await createOwnDatabase(createEmptyDatabase);
  const empty = await findAll({ DATABASE_URL: addressOf(config) });
  expect(empty.schema).toEqual({ state: 'fix', text: 'The database is still empty. Run npm start once.' });
  expect(empty.keys).toBeUndefined();
  const away = await findAll({ DATABASE_URL: 'postgres://x:secret@localhost:1/none' });
  expect(away.database).toMatchObject({ state: 'fix', text: expect.stringContaining('cannot be reached') });
  expect(away.database.text).not.toContain('secret');
});

test('[DR1] a tenant is asked for its issuer, its keys, and whether it knows client, address and audience', async () => {
  // Another Lineslip is the tenant.
  const port = await findFreePort();
  const tenant = await createOwnApp({
    environment: { PUBLIC_URL: `http://localhost:${port}`, IDP_CLIENT_ORIGINS: 'http://localhost:1234' },
  });
  await tenant.app.listen({ host: 'localhost', port });
  const { clientId, audience, domain } = tenant.config.auth;
  const settings = {
    AUTH_DOMAIN: domain,
    AUTH_CLIENT_ID: clientId,
    AUTH_AUDIENCE: audience,
    PUBLIC_URL: 'http://localhost:1234',
  };
  const check = async (changed: Record<string, string> = {}) => (await findAll({ ...settings, ...changed }))['sign-in'];
  expect(await check()).toMatchObject({ state: 'ok', text: expect.stringContaining('knows this client') });
  expect(await check({ AUTH_AUDIENCE: 'unknown' })).toMatchObject({
    state: 'fix',
    text: expect.stringMatching(/This audience is not known here\..* Set AUTH_AUDIENCE/),
  });
  for (const wrong of [{ AUTH_CLIENT_ID: 'unknown' }, { PUBLIC_URL: 'http://localhost:4321' }])
    expect(await check(wrong)).toMatchObject({ state: 'fix', text: expect.stringContaining('Check AUTH_CLIENT_ID') });
  expect(await check({ AUTH_DOMAIN: domain.replace('localhost', '127.0.0.1') })).toMatchObject({
    state: 'fix',
    text: expect.stringMatching(/does not answer as a tenant|issues tokens as/),
  });
  expect(await check({ AUTH_DOMAIN: 'http://localhost:1' })).toMatchObject({
    state: 'fix',
    text: 'http://localhost:1/ does not answer as a tenant. Check AUTH_DOMAIN and the network.',
  });
});

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
