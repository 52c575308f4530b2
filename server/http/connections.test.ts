import { beforeAll, expect, test } from 'vitest';
import { createOwnApp, createTestApp, type TestApp, useTestApp } from '#server/testing/app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { listenOnBothAddresses, rawConnection, untilNoConnections } from '#server/testing/raw-http.ts';

const server = useTestApp({ environment: { MAX_CONNECTIONS: '12', MAX_CONNECTIONS_PER_ADDRESS: '8' } });
beforeAll(async () => {
  await listenOnBothAddresses(server.app);
});

function request({ app }: Pick<TestApp, 'app'>, host: string, path = '/api/settings', authorization = '') {
  const connection = rawConnection(app, host);
  connection.socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${authorization}\r\n`);
  return connection;
}

/** A connection that is accepted and answers. */
async function openAnswered(host: string, at: Pick<TestApp, 'app'> = server) {
  const connection = request(at, host);
  await connection.received('requiredApprovals');
  return connection;
}

test('connections are limited per address, and closing one allows another', async () => {
  await untilNoConnections(server.app);
  const open = [];
  for (let number = 0; number < 8; number += 1) open.push(await openAnswered('127.0.0.1'));
  expect(await rawConnection(server.app).closed).toBe('');
  open[0]?.socket.destroy();
  await open[0]?.closed;
  await expect(eventually(() => openAnswered('127.0.0.1'))).resolves.toBeDefined();
});

test('[LD10] beyond the connections in total the next ones are refused with 503 and Retry-After, on every address', async () => {
  await untilNoConnections(server.app);
  const open = [];
  for (let number = 0; number < 8; number += 1) open.push(await openAnswered('127.0.0.1'));
  for (let number = 0; number < 4; number += 1) open.push(await openAnswered('::1'));
  // Until both have the same number.
  for (let number = 0; number < 2; number += 1) open.push(await openAnswered('::1'));
  for (const host of ['::1', '127.0.0.1']) {
    const answer = await request(server, host).received('Please try again');
    expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable/);
    expect(answer).toMatch(/\r\nretry-after: [2-5]\r\n/);
    expect(answer).toContain('content-security-policy');
    expect(answer).toMatch(/"detail":"The server is busy\. Please try again in [2-5] seconds\."/);
  }
  // A browser that loads a page gets one.
  const browser = rawConnection(server.app);
  browser.socket.write('GET / HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\n\r\n');
  expect(await browser.received('</html>')).toMatch(/\r\nrefresh: [2-5]\r\n[^]*<p>The server is busy\./);
  const probe = request(server, '::1', '/livez');
  await probe.received('200 OK');
  probe.socket.write('GET /readyz?verbose HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await probe.received('"ready":true');
  // Who sends nothing is not kept.
  expect(await rawConnection(server.app).closed).toBe('');
  open[0]?.socket.destroy();
  await open[0]?.closed;
  await expect(eventually(() => openAnswered('127.0.0.1'))).resolves.toBeDefined();
});

test('[SC1] when all connections are in use, the address with the most loses its newest to one with fewer', async () => {
  await untilNoConnections(server.app);
  const few = [];
  for (let number = 0; number < 4; number += 1) few.push(await openAnswered('::1'));
  const many = [];
  for (let number = 0; number < 8; number += 1) many.push(await openAnswered('127.0.0.1'));
  // The greedy address gets no more, and takes nothing from the other one.
  expect(await rawConnection(server.app).closed).toBe('');
  const next = await openAnswered('::1');
  expect(await many.at(-1)?.closed).toContain('requiredApprovals');
  expect([next, ...few, ...many.slice(0, -1)].map(({ socket }) => socket.destroyed)).toEqual(
    Array.from({ length: 12 }, () => false),
  );
});

test('[LD10] connections that are refused count for their address, so that one cannot take all of their places', async () => {
  const full = await createOwnApp({ environment: { MAX_CONNECTIONS: '4', MAX_CONNECTIONS_PER_ADDRESS: '4' } });
  await listenOnBothAddresses(full.app);
  const ask = (host: string) => request(full, host);
  for (const host of ['127.0.0.1', '127.0.0.1', '::1', '::1']) await openAnswered(host, full);
  for (let number = 0; number < 2; number += 1) await ask('127.0.0.1').received('503 Service Unavailable');
  expect(await ask('127.0.0.1').closed).toBe('');
  await ask('::1').received('503 Service Unavailable');
});

test('[LD10] when all connections are in use, people who are signed in get one of a newcomer', async () => {
  const full = await createOwnApp({ environment: { MAX_CONNECTIONS: '4' } });
  await listenOnBothAddresses(full.app);
  const token = await full.tokenOf('administrator');
  const ask = (host: string, authorization?: string) => request(full, host, '/api/dials', authorization);
  const signedIn = `authorization: Bearer ${token}\r\n`;
  await ask('127.0.0.1', signedIn).received('200 OK');
  const newcomers = [];
  for (let number = 0; number < 3; number += 1) newcomers.push(await openAnswered('::1', full));
  await ask('::1').received('503 Service Unavailable');
  // Their address is known, then their token.
  await openAnswered('127.0.0.1', full);
  await newcomers.at(-1)?.closed;
  await ask('::1', signedIn).received('200 OK');
  await newcomers.at(-2)?.closed;
  expect(newcomers[0]?.socket.destroyed).toBe(false);
});

test('a trusted proxy is not limited per address', async () => {
  const proxied = await createTestApp({
    environment: { MAX_CONNECTIONS_PER_ADDRESS: '1', TRUSTED_PROXIES: '127.0.0.1' },
  });
  try {
    await proxied.app.listen({ host: '127.0.0.1', port: 0 });
    for (let number = 0; number < 3; number += 1) {
      await expect(openAnswered('127.0.0.1', proxied)).resolves.toBeDefined();
    }
  } finally {
    await proxied.close();
  }
});
