import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '#server/operations/metrics.ts';
import { createOwnApp, type TestApp } from '#server/testing/app.ts';
import type { TestDatabase } from '#server/testing/database.ts';
import { eventually, untilWaiting } from '#server/testing/eventually.ts';
import { feedTester } from '#server/testing/feeds.ts';
import { openEventStream } from '#server/testing/event-stream.ts';
import { rawConnection } from '#server/testing/raw-http.ts';
import { WAITING_PER_SLOT } from './gate.ts';
import { createReadiness } from './probes.ts';

/** Newcomers fill half of them. */
const SLOTS = 4;
const environment = { MAX_REQUESTS: String(SLOTS) };
const PLACES_OF_NEWCOMERS = SLOTS / 2 + SLOTS * WAITING_PER_SLOT;
const HOME = '10.0.0.1';

/** Every read of dials blocks until released. */
async function blockDials({ config }: TestDatabase): Promise<() => Promise<void>> {
  const client = new pg.Client(config);
  await client.connect();
  await client.query('begin; lock table dial in access exclusive mode');
  const letThrough = async (): Promise<void> => {
    await client.end();
  };
  onTestFinished(letThrough);
  return letThrough;
}

type Caller = Readonly<{ authorization?: string; address?: string; method?: 'GET' | 'POST'; body?: object }>;
const caller =
  ({ app }: TestApp) =>
  (url: string, { authorization, address = HOME, method = 'GET', body }: Caller = {}) =>
    app.inject({
      url,
      method,
      remoteAddress: address,
      headers: authorization === undefined ? {} : { authorization },
      ...(body && { payload: body }),
    });

/** Requests of people who come for the first time, each from an address of their own, that wait for the database. */
async function fillWithNewcomers(server: TestApp) {
  const call = caller(server);
  const newcomers = await Promise.all(
    Array.from({ length: PLACES_OF_NEWCOMERS }, (_, index) =>
      server.as({ id: `demo|newcomer ${index}`, permissions: ['dials:view'] }),
    ),
  );
  const answers = newcomers.map((headers, index) => call('/api/dials', { ...headers, address: `10.1.0.${index}` }));
  await untilWaiting(server.database.config, SLOTS / 2);
  return answers;
}

test('[LD4] people signed in are served while newcomers get 503 and Retry-After, and everyone afterwards', async () => {
  const metrics = createMetrics(createReadiness());
  const server = await createOwnApp({ environment, metrics });
  const call = caller(server);
  const ada = await server.as('administrator');
  expect((await call('/api/dials', ada)).statusCode).toBe(200);
  const letThrough = await blockDials(server.database);
  const answers = await fillWithNewcomers(server);

  const refused = await call('/api/settings', { address: '10.2.0.1' });
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toMatch(/^[2-5]$/);
  expect(refused.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(refused.headers['content-security-policy']).toBeDefined();
  expect(refused.json()).toEqual({
    type: 'urn:lineslip:problem:unavailable',
    title: 'Service unavailable',
    status: 503,
    detail: `The server is busy. Please try again in ${refused.headers['retry-after']} seconds.`,
  });
  const page = await server.app.inject({
    url: '/dials',
    remoteAddress: '10.2.0.3',
    headers: { accept: 'text/html,*/*' },
  });
  expect(page.statusCode).toBe(503);
  expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(page.headers.refresh).toBe(page.headers['retry-after']);
  expect(page.body).toContain(`<p>The server is busy. Please try again in ${page.headers.refresh} seconds.</p>`);
  // A token that nobody verified gains nothing, however it looks.
  const forged = ada.authorization.slice(0, -1);
  for (const authorization of ['Bearer x', forged])
    expect((await call('/api/partners', { authorization, address: '10.2.0.2' })).statusCode).toBe(503);
  expect((await call('/readyz')).statusCode).toBe(200);
  expect((await call('/api/partners', ada)).statusCode).toBe(200);
  const change = await call('/api/bucket-stops', { ...ada, method: 'POST', body: {} });
  expect(change.statusCode).toBe(400);
  expect(await metrics.print()).toMatch(/^lineslip_shed_requests_total\{priority="newcomer"\} [1-9]/m);

  await letThrough();
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(statuses.slice(0, SLOTS / 2)).toEqual([200, 200]);
  expect((await call('/api/settings', { address: '10.2.0.1' })).statusCode).toBe(200);
});

test('[LD5] whoever shares the address of a person comes before newcomers, so that a sign-in can be renewed', async () => {
  const server = await createOwnApp({ environment });
  const call = caller(server);
  await call('/api/dials', await server.as('administrator'));
  const letThrough = await blockDials(server.database);
  const answers = await fillWithNewcomers(server);
  expect((await call('/api/settings')).statusCode).toBe(200);
  expect((await call('/idp/.well-known/openid-configuration')).statusCode).toBe(200);
  expect((await call('/api/partners', await server.as('underwriter'))).statusCode).toBe(200);
  await letThrough();
  await Promise.all(answers);
});

test('[LD8] a server whose database connections are all in use is ready', async () => {
  const server = await createOwnApp();
  const call = caller(server);
  const { max = 10 } = server.database.config;
  const letThrough = await blockDials(server.database);
  const ada = await server.as('administrator');
  const answers = Array.from({ length: max + 5 }, () => call('/api/dials', ada));
  await untilWaiting(server.database.config, max);
  expect((await call('/readyz?verbose')).json()).toEqual({ ready: true, reasons: [] });
  await letThrough();
  expect(new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

test('[LD6] bodies that come slowly, and open streams, keep nobody out', async () => {
  const server = await createOwnApp({ environment });
  const { app } = server;
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const token = await server.tokenOf('administrator');
  const begin = (path: string, type: string) => {
    const connection = rawConnection(app);
    connection.socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: ${type}\r\ncontent-length: 2\r\n\r\n{`,
    );
    return connection;
  };
  const slow = Array.from({ length: 3 * SLOTS }, (_, index) =>
    index % 2
      ? begin('/api/dials', 'application/json')
      : begin('/idp/oauth/token', 'application/x-www-form-urlencoded'),
  );
  for (let count = 0; count < 2 * SLOTS; count += 1) await openEventStream(address, token);
  const statuses = [];
  for (let count = 0; count < 3 * SLOTS; count += 1) statuses.push((await fetch(`${address}/api/settings`)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  // They are answered once their bodies are complete.
  for (const { socket } of slow) socket.write('}');
  for (const { received } of slow) expect(await received('HTTP/1.1')).toMatch(/^HTTP\/1\.1 4\d\d/);
  await eventually(async () => expect((await fetch(`${address}/api/settings`)).status).toBe(200));
});

test('[LD6] engines that wait for a release keep nobody out', async () => {
  const server = await createOwnApp({ environment });
  const { addEngine, read } = feedTester(server);
  const waiting = [];
  for (let count = 0; count < 2 * SLOTS; count += 1) {
    const { token } = await addEngine();
    const { headers } = await read(token, 'production');
    waiting.push(read(token, 'production', { 'if-none-match': String(headers.etag), prefer: 'wait=60' }));
  }
  const call = caller(server);
  expect((await call('/api/settings', { address: '10.2.0.1' })).statusCode).toBe(200);
  expect((await call('/api/partners', await server.as('administrator'))).statusCode).toBe(200);
  await server.app.close();
  expect(new Set((await Promise.all(waiting)).map(({ statusCode }) => statusCode))).toEqual(new Set([304]));
});
