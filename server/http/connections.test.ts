import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { createOwnApp, createTestApp, type TestApp, useTestApp } from '#server/testing/app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { openEventStream } from '#server/testing/event-stream.ts';
import { listenOnBothAddresses, rawConnection, untilNoConnections } from '#server/testing/raw-http.ts';
import { MAX_PER_PERSON } from './stream.ts';

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

test('[LD10] beyond the connections in total strangers get 503 and Retry-After, on every address; probes and people are answered', async () => {
  await untilNoConnections(server.app);
  const open = [];
  for (let number = 0; number < 6; number += 1) open.push(await openAnswered('127.0.0.1'));
  for (let number = 0; number < 6; number += 1) open.push(await openAnswered('::1'));
  for (const host of ['::1', '127.0.0.1']) {
    const answer = await request(server, host).closed;
    expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable/);
    expect(answer).toMatch(/\r\nretry-after: [2-5]\r\n/);
    expect(answer).toContain('content-security-policy');
    expect(answer).toMatch(/"detail":"The server is busy\. Please try again in [2-5] seconds\."/);
  }
  // A browser that loads a page gets one.
  const browser = rawConnection(server.app);
  browser.socket.write('GET / HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\n\r\n');
  expect(await browser.closed).toMatch(/\r\nrefresh: [2-5]\r\n[^]*<p>The server is busy\./);
  const probe = request(server, '::1', '/livez');
  await probe.received('200 OK');
  probe.socket.write('GET /readyz?verbose HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await probe.received('"ready":true');
  const signedIn = `authorization: Bearer ${await server.tokenOf('administrator')}\r\n`;
  await request(server, '127.0.0.1', '/api/dials', signedIn).received('200 OK');
  // There is room again.
  for (const { socket } of open.slice(0, 4)) socket.destroy();
  await expect(eventually(() => openAnswered('127.0.0.1'))).resolves.toBeDefined();
});

test('[SC1] as many connections again as the limit are accepted, and no more', async () => {
  const full = await createOwnApp({ environment: { MAX_CONNECTIONS: '3' } });
  await listenOnBothAddresses(full.app);
  for (const host of ['127.0.0.1', '::1', '::1']) await openAnswered(host, full);
  const idle = Array.from({ length: 3 }, () => rawConnection(full.app));
  for (const { socket } of idle) if (socket.connecting) await once(socket, 'connect');
  expect(await rawConnection(full.app).closed).toBe('');
  idle[0]?.socket.destroy();
  await expect(eventually(() => request(full, '127.0.0.1', '/livez').received('200 OK'))).resolves.toBeDefined();
});

test('[SC3] the connection of a stream that is refused is closed, so that it takes no place', async () => {
  const full = await createOwnApp();
  const address = await full.app.listen({ host: '127.0.0.1', port: 0 });
  const token = await full.tokenOf('administrator');
  for (let number = 0; number < MAX_PER_PERSON; number += 1) await openEventStream(address, token);
  const { socket, closed } = rawConnection(full.app);
  socket.write(`GET /api/bucket-events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`);
  const answer = await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 429 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
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
