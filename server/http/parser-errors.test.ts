import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { listenOnBothAddresses, rawConnection } from '#server/testing/raw-http.ts';

const server = useTestApp();
beforeAll(async () => {
  await listenOnBothAddresses(server.app);
});

const HEADERS = ['content-security-policy: ', 'x-content-type-options: nosniff', 'x-frame-options: SAMEORIGIN'];
type Case = readonly [what: string, sent: string, status: number, kind: string];
const CASES: readonly Case[] = [
  ['no HTTP at all', 'nonsense\r\n\r\n', 400, 'invalid-input'],
  ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', 400, 'invalid-input'],
  ['a request that names no host', 'GET /api/settings HTTP/1.1\r\n\r\n', 400, 'invalid-input'],
  [
    'two lengths',
    'POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
    'invalid-input',
  ],
  ['an absolute address', 'GET http://x/api/settings HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'invalid-input'],
  [
    'an absolute address of the sign-in',
    'GET http://x/idp/authorize HTTP/1.1\r\nhost: x\r\n\r\n',
    400,
    'invalid-input',
  ],
  ['an absolute address of a page', 'GET http://x/dials HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'invalid-input'],
  ['headers of 20 KB', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large'],
];

test.each(CASES)('%s gets a problem document with the security headers', async (_what, sent, status, kind) => {
  for (const host of ['127.0.0.1', '::1']) {
    const { socket, received } = rawConnection(server.app, host);
    socket.write(sent);
    const answer = await received('"detail"');
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('content-type: application/problem+json; charset=utf-8');
    expect(answer).toContain(`urn:lineslip:problem:${kind}`);
    for (const header of HEADERS) expect(answer).toContain(header);
  }
});

test.each(['Expect: a-miracle', 'Connection: Upgrade\r\nUpgrade: websocket'])(
  'a request with "%s" is answered normally, on every address',
  async (header) => {
    for (const host of ['127.0.0.1', '::1']) {
      const { socket, received } = rawConnection(server.app, host);
      socket.write(`GET /api/settings HTTP/1.1\r\nhost: localhost\r\n${header}\r\n\r\n`);
      expect(await received('requiredApprovals')).toContain('content-security-policy');
    }
  },
);
