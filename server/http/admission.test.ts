import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '#server/operations/metrics.ts';
import { createOwnApp, type TestApp } from '#server/testing/app.ts';
import type { TestDatabase } from '#server/testing/database.ts';
import { eventually, untilWaiting } from '#server/testing/eventually.ts';
import { feedTester } from '#server/testing/feeds.ts';
import { openEventStream } from '#server/testing/event-stream.ts';
import { rawConnection, untilNoConnections } from '#server/testing/raw-http.ts';
import { KINDS, KNOWN_MS, rememberCallers, WAITING_PER_SLOT } from './admission.ts';
import { createReadiness } from './probes.ts';

const SLOTS = 4;
const environment = { MAX_REQUESTS: String(SLOTS) };
const SLOTS_OF_NEWCOMERS = SLOTS * KINDS.newcomer.share;
const PLACES = SLOTS + SLOTS * WAITING_PER_SLOT;
const HOME = '10.0.0.1';

/** Every use of a table blocks until released: dials are read by people, records of sign-ins are written for strangers. */
async function blockTable({ config }: TestDatabase, table: 'dial' | 'oidc_record'): Promise<() => Promise<void>> {
  const client = new pg.Client(config);
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
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

const signInPage = ({ config }: TestApp): string => {
  const query = new URLSearchParams({
    client_id: config.auth.clientId,
    response_type: 'code',
    scope: 'openid',
    code_challenge_method: 'S256',
    code_challenge: 'x'.repeat(43),
    redirect_uri: `${config.publicUrl}/auth/callback`,
  });
  return `/idp/authorize?${query.toString()}`;
};

/** Strangers who open the sign-in page, each from an address of their own, and wait for the database. */
async function fillWithNewcomers(server: TestApp) {
  const call = caller(server);
  const url = signInPage(server);
  const answers = Array.from({ length: PLACES }, (_, index) => call(url, { address: `10.1.0.${index}` }));
  await untilWaiting(server.database.config, SLOTS_OF_NEWCOMERS);
  return answers;
}

test('[LD4] people are served while strangers get 503 and Retry-After, and everyone afterwards', async () => {
  const metrics = createMetrics(createReadiness());
  const server = await createOwnApp({ environment, metrics });
  const call = caller(server);
  const letThrough = await blockTable(server.database, 'oidc_record');
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
  // People are known by their token from their first request on; one that nobody signed gains nothing.
  const ada = await server.as('administrator');
  for (const authorization of ['Bearer x', ada.authorization.slice(0, -1)])
    expect((await call('/api/partners', { authorization, address: '10.2.0.2' })).statusCode).toBe(503);
  expect((await call('/readyz')).statusCode).toBe(200);
  expect((await call('/api/partners', ada)).statusCode).toBe(200);
  const change = await call('/api/bucket-stops', { ...ada, method: 'POST', body: {} });
  expect(change.statusCode).toBe(400);
  expect(await metrics.print()).toMatch(/^lineslip_shed_requests_total\{priority="newcomer"\} [1-9]/m);

  await letThrough();
  await Promise.all(answers);
  expect((await call('/api/settings', { address: '10.2.0.1' })).statusCode).toBe(200);
});

test('[LD5] whoever shares the address of a person comes before newcomers, so that a sign-in can be renewed', async () => {
  const server = await createOwnApp({ environment });
  const call = caller(server);
  await call('/api/dials', await server.as('administrator'));
  const letThrough = await blockTable(server.database, 'oidc_record');
  const answers = await fillWithNewcomers(server);
  expect((await call('/api/settings')).statusCode).toBe(200);
  expect((await call('/idp/.well-known/openid-configuration')).statusCode).toBe(200);
  await letThrough();
  await Promise.all(answers);
});

test('[LD5] an engine or an address counts as known for a while after its last verified request', () => {
  const clock = { at: 1_000_000 };
  const known = rememberCallers(() => clock.at);
  known.remember('token', 'an engine');
  clock.at += KNOWN_MS - 1;
  expect([known.find('token'), known.find('another')]).toEqual(['an engine', undefined]);
  known.remember('token', 'an engine');
  clock.at += KNOWN_MS - 1;
  expect(known.find('token')).toBe('an engine');
  clock.at += 1;
  expect(known.find('token')).toBeUndefined();
});

/** What one caller asks for as often as they like. It blocks on `table`, in so many places that the database sees. */
const GREEDY = {
  reads: { url: () => '/api/dials', table: 'dial', blocked: 8 },
  'heavy reads': { url: () => '/api/dial-export', table: 'dial', blocked: 2 },
  'sign-in pages': { url: signInPage, table: 'oidc_record', blocked: 8 },
} as const satisfies Record<string, { url: (server: TestApp) => string; table: string; blocked: number }>;
const COUNTS = [8, 60, 200];

test.each(Object.keys(GREEDY).flatMap((what) => COUNTS.map((count) => [count, what as keyof typeof GREEDY] as const)))(
  '[LD11] %i %s of one caller keep nobody else waiting',
  async (count, what) => {
    const { url, table, blocked } = GREEDY[what];
    const server = await createOwnApp();
    const call = caller(server);
    const person = what === 'sign-in pages' ? {} : await server.as({ id: 'demo|viewer', permissions: ['dials:view'] });
    const letThrough = await blockTable(server.database, table);
    const answered: ('greedy' | 'other')[] = [];
    const greedy = Array.from({ length: count }, async () => {
      const { statusCode } = await call(url(server), { ...person, address: '10.9.0.1' });
      // Beyond what one person may ask for at once they are refused, which takes nothing from others.
      if (statusCode !== 429 && statusCode !== 503) answered.push('greedy');
    });
    await untilWaiting(server.database.config, blocked);
    // Tokens that this server never saw, pages, the sign-in and a change, from the same address and from others.
    const others = [];
    for (let number = 0; number < 20; number += 1) {
      const address = number % 2 ? `10.2.0.${number}` : '10.9.0.1';
      const mine = await server.as({ id: `demo|other ${number}`, permissions: ['bucket:view', 'bucket:edit'] });
      others.push(call('/api/bucket-matrix', { ...mine, address }));
      others.push(call('/api/bucket-stops', { ...mine, address, method: 'POST', body: {} }));
      others.push(call('/api/settings', { address: `10.3.0.${number}` }));
      others.push(call('/idp/.well-known/openid-configuration', { address: `10.4.0.${number}` }));
    }
    for (const other of others) void other.then(() => answered.push('other'));
    const statuses = (await Promise.all(others)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
    // All of them before the first of the caller who came before them.
    expect(new Set(answered)).toEqual(new Set(['other']));
    await letThrough();
    await Promise.all(greedy);
  },
);

test('[LD8] a server whose database connections are all in use is ready', async () => {
  const server = await createOwnApp();
  const call = caller(server);
  const { max = 10 } = server.database.config;
  const letThrough = await blockTable(server.database, 'dial');
  const ada = await server.as('administrator');
  const other = await server.as({ id: 'demo|viewer', permissions: ['dials:view'] });
  const answers = Array.from({ length: max + 5 }, (_, index) => call('/api/dials', index % 2 ? ada : other));
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

test('[LD6] a caller who leaves while the body of a request waits for a slot gives it back', async () => {
  const server = await createOwnApp({ environment });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const call = caller(server);
  const letThrough = await blockTable(server.database, 'dial');
  const token = await server.tokenOf('administrator');
  const bodies = Array.from({ length: 2 * SLOTS }, () => {
    const connection = rawConnection(server.app);
    connection.socket.write(
      `POST /api/bucket-stops HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
        'content-type: application/json\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n{',
    );
    return connection;
  });
  for (const { received } of bodies) await received('100 Continue');
  const reads = Array.from({ length: SLOTS / 2 }, () => call('/api/dials', { authorization: `Bearer ${token}` }));
  await untilWaiting(server.database.config, SLOTS / 2);
  for (const { socket } of bodies) socket.write('}');
  for (const { socket } of bodies) socket.end();
  for (const { socket } of bodies) socket.destroy();
  await untilNoConnections(server.app);
  await letThrough();
  await Promise.all(reads);
  // Every slot of the person can be used again.
  const again = await blockTable(server.database, 'dial');
  const more = Array.from({ length: SLOTS / 2 }, () => call('/api/dials', { authorization: `Bearer ${token}` }));
  await untilWaiting(server.database.config, SLOTS / 2);
  await again();
  expect((await Promise.all(more)).map(({ statusCode }) => statusCode)).toEqual(more.map(() => 200));
});

test.each(COUNTS)('[LD6] %i requests of one engine that wait for a release keep nobody out', async (count) => {
  const server = await createOwnApp();
  const { addEngine, read } = feedTester(server);
  const { token } = await addEngine();
  const { headers } = await read(token, 'production');
  const known = { 'if-none-match': String(headers.etag), prefer: 'wait=60' };
  const waiting = Array.from({ length: count }, () => read(token, 'production', known));
  // It waits in the same line, so that all of them wait for the release after that.
  for (let turn = 0; turn < 2; turn += 1) expect((await read(token, 'production')).statusCode).toBe(200);
  const call = caller(server);
  expect((await call('/api/settings', { address: '10.2.0.1' })).statusCode).toBe(200);
  expect((await call('/api/partners', await server.as('administrator'))).statusCode).toBe(200);
  await server.app.close();
  expect(new Set((await Promise.all(waiting)).map(({ statusCode }) => statusCode))).toEqual(new Set([304]));
});
