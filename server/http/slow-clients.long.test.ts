import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { Route } from '#contract/route.ts';
import { useTestApp } from '#server/testing/app.ts';
import { listenOnBothAddresses, rawConnection } from '#server/testing/raw-http.ts';

const server = useTestApp({
  environment: { BODY_TIMEOUT_SECONDS: '1' },
});
beforeAll(async () => {
  await listenOnBothAddresses(server.app);
});

/** Sends the head of a request and the start of a body that never ends. */
async function beginBody(path: string, { token = '', type = 'application/json', method = 'POST' } = {}) {
  const connection = rawConnection(server.app);
  const authorization = token && `authorization: Bearer ${token}\r\n`;
  connection.socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${authorization}content-type: ${type}\r\ncontent-length: 1000\r\n\r\n{`,
  );
  return connection;
}
const headOf = (answer: string) => answer.split('\r\n\r\n', 1)[0] ?? '';

test('a person’s body that does not arrive in time gets 408, and the connection is closed', async () => {
  const { closed } = await beginBody('/api/dials', { token: await server.tokenOf('administrator') });
  const answer = await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
  expect(answer).toContain('urn:lineslip:problem:timeout');
  expect(answer).toContain('content-security-policy');
});

/** A body that arrives byte by byte and never ends. */
async function trickleBody(path: string, options?: Parameters<typeof beginBody>[1]) {
  const connection = await beginBody(path, options);
  const timer = setInterval(() => connection.socket.write(' '), 20);
  onTestFinished(() => clearInterval(timer));
  return connection;
}

test.each([
  ['of a form', '/api/dials', {}],
  ['at an address that does not exist', '/api/nope', {}],
  ['of a usage event', '/analytics/track/', {}],
  ['at the sign-in', '/idp/oauth/token', { type: 'application/x-www-form-urlencoded' }],
  ['of a sign-in page', '/idp/interaction/x', { type: 'application/x-www-form-urlencoded' }],
  ['at an address of the sign-in that does not exist', '/idp/nope', {}],
  ['of a read', '/api/settings', { method: 'GET' }],
  ['of a page', '/dials', { method: 'GET' }],
])('[SC2] a body that keeps trickling is cut off in total time: %s', async (_what, path, options) => {
  const token = path.startsWith('/idp') ? '' : await server.tokenOf('administrator');
  const { closed } = await trickleBody(path, { token, ...options });
  expect(await closed).toMatch(/^HTTP\/1\.1 [234]\d\d/);
});

test('[SC2] trickling parts of an import and of a portfolio are cut off after their own timeout', async () => {
  const seconds = Object.values<Route>(contract).flatMap(({ bodySeconds }) => bodySeconds ?? []);
  const fetched = trickleBody('/api/admin/portfolio-loads/6f1c2f8e-1f5b-4c57-9d2b-0c7b1f6f0a11/bytes?at=0', {
    token: await server.tokenOf('administrator'),
    type: 'application/octet-stream',
    method: 'PUT',
  });
  // Node's own request timeout, which counts from the first byte, is larger.
  expect(server.app.server.requestTimeout).toBeGreaterThan(1000 * Math.max(...seconds));
  (await fetched).socket.destroy();
});

test('a body that does not arrive in time at an unknown address is cut off, too', async () => {
  const { closed } = await beginBody('/api/nope');
  expect(await closed).toMatch(/^HTTP\/1\.1 408/);
});

test.each(['/idp/oauth/token', '/idp/oauth/revoke', '/idp/interaction/x', '/idp/nope'])(
  'a body that does not arrive in time at the identity provider (%s) is cut off, too',
  async (path) => {
    const { closed } = await beginBody(path, { type: 'application/x-www-form-urlencoded' });
    expect(await closed).toMatch(/^HTTP\/1\.1 4\d\d/);
  },
);

test('the body of an import has a longer timeout', async () => {
  const connection = await beginBody('/api/dial-import/preview', { token: await server.tokenOf('administrator') });
  const { closed: other } = await beginBody('/api/dials', { token: await server.tokenOf('administrator') });
  await other;
  connection.socket.write(`"rows":[]}${' '.repeat(989)}`);
  expect(await connection.received('rows')).toMatch(/^HTTP\/1\.1 400/);
});

test.each([
  ['of a kind that is not read', 'application/xml', 1000],
  ['that is too large', 'application/json', 10_000_000],
])('a body %s, begun and broken off after its refusal, harms nobody', async (_what, type, length) => {
  const { socket, received } = rawConnection(server.app);
  const token = await server.tokenOf('administrator');
  const head = `POST /api/dials HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}`;
  socket.write(`${head}\r\ncontent-length: ${length}\r\n\r\n{`);
  await received('problem');
  socket.resetAndDestroy();
  // Another body times out meanwhile; an unhandled error would end the server, and this run.
  await (
    await beginBody('/api/nope')
  ).closed;
  expect((await server.app.inject('/api/health')).statusCode).toBe(200);
});

test('an unread body without a connection is dropped after its timeout', async () => {
  const headers = { ...(await server.as('administrator')), 'content-type': 'application/xml' };
  const answer = await server.app.inject({ method: 'POST', url: '/api/dials', headers, payload: '<x/>' });
  expect(answer.statusCode).toBe(415);
  await (
    await beginBody('/api/nope')
  ).closed;
});

test('a connection is closed after 401, without waiting for the body', async () => {
  const answer = await (await beginBody('/api/dials')).closed;
  expect(headOf(answer)).toMatch(/^HTTP\/1\.1 401/);
  expect(headOf(answer)).toContain('connection: close');
});

test('a connection is closed after 401 to a call without a body', async () => {
  const { socket, closed } = rawConnection(server.app);
  socket.write('GET /api/users HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect(await closed).toMatch(/^HTTP\/1\.1 401/);
});

test('a connection is closed after 403, without waiting for the body', async () => {
  const { closed } = await beginBody('/api/dials', { token: await server.tokenOf([]) });
  expect(await closed).toMatch(/^HTTP\/1\.1 403/);
});

test('a connection stays open after the response to a complete request', async () => {
  const { socket, received } = rawConnection(server.app);
  socket.write('GET /api/settings HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await received('requiredApprovals');
  socket.write('GET /api/nope HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect(await received('Nothing answers')).toContain('404 Not Found');
});

test('an event stream stays open past the body timeout', async () => {
  const { socket, received } = rawConnection(server.app);
  const token = await server.tokenOf('administrator');
  socket.write(`GET /api/bucket-events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`);
  await received(': here');
  // Another request times out meanwhile.
  await (
    await beginBody('/api/nope')
  ).closed;
  expect(socket.destroyed).toBe(false);
});
