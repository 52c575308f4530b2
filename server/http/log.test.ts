import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { listenOnBothAddresses, rawConnection, untilNoConnections } from '#server/testing/raw-http.ts';
import { eventually } from '#server/testing/eventually.ts';

const server = useTestApp({
  environment: { LOG_LEVEL: 'trace', SIGN_IN: 'password' },
  log: { write: (line) => void lines.push(line) },
});
let lines: string[] = [];
beforeAll(async () => {
  await listenOnBothAddresses(server.app);
});

const SECRET = 'c0de-and-s3cret';
const FORM = 'application/x-www-form-urlencoded';

test.each([
  ['an authorization code that comes back to the page', 'GET', `/auth/callback?code=${SECRET}&state=x`],
  ['a code at the exchange', 'POST', '/idp/oauth/token'],
  ['an invitation', 'GET', `/idp/invitation/${SECRET}`],
  ['the password set with an invitation', 'POST', `/idp/invitation/${SECRET}`],
  ['a sign-in', 'POST', `/idp/interaction/${SECRET}`],
  ['a sign-in request', 'GET', `/idp/authorize?client_id=x&code_challenge=${SECRET}`],
  ['a sign-in that goes on', 'GET', `/idp/authorize/${SECRET}`],
  ['the end of a session', 'GET', `/idp/v2/logout?id_token_hint=${SECRET}`],
  ['a token in an address', 'GET', `/api/users?access_token=${SECRET}`],
  ['a calendar address', 'GET', `/api/calendar/${SECRET}`],
  ['an address that does not exist', 'GET', `/api/nope/${SECRET}`],
  ['an address that cannot be decoded', 'GET', `/api/%E0%A4%A?code=${SECRET}`],
  ['an identity token', 'PUT', '/api/me'],
] as const)('at the most talkative level the log never holds what %s carries', async (_what, method, url) => {
  lines = [];
  const isApi = url.startsWith('/api');
  const answer = await server.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${SECRET}`,
      cookie: `lineslip_idp_session_3000=${SECRET}`,
      ...(method !== 'GET' && { 'content-type': isApi ? 'application/json' : FORM }),
    },
    ...(method !== 'GET' && {
      payload: isApi
        ? JSON.stringify({ idToken: SECRET })
        : `grant_type=authorization_code&code=${SECRET}&code_verifier=${SECRET}&new_password=${SECRET}&password=${SECRET}`,
    }),
  });
  expect(answer.statusCode).toBeGreaterThanOrEqual(200);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('')).not.toContain(SECRET);
});

/** Warnings and errors. */
const loud = () => lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40);

test.each([
  ['/idp/oauth/token', FORM, 'grant_type='.repeat(20_000)],
  ['/idp/oauth/token', 'application/json', '{"grant_type":'],
  ['/idp/oauth/token', 'multipart/form-data', 'x'],
  ['/idp/oauth/token', `${FORM}; charset=nonsense`, 'grant_type=x'],
  ['/idp/oauth/token', FORM, '%00=%E0%A4%A&grant_type[]=1&grant_type=x'],
  ['/idp/oauth/token', FORM, 'grant_type=refresh_token&client_id=lineslip-web&refresh_token=%00'],
  ['/idp/oauth/token', FORM, 'grant_type=authorization_code&client_id=lineslip-web&code=%00&code_verifier=x'],
  ['/idp/oauth/revoke', FORM, 'client_id=lineslip-web&token=%00'],
  ['/idp/authorize', FORM, 'client_id=%00'],
  ['/idp/interaction/x', FORM, 'y'.repeat(20_000)],
  ['/idp/invitation/x', FORM, 'y'.repeat(20_000)],
  ['/idp/nope', FORM, 'y'],
  ['/api/me', 'application/json', '{'],
  ['/api/nope', 'application/json', '{'],
  ['/analytics/track/', FORM, 'data=nonsense'],
])('a refused body of a stranger at %s, %s leaves no warning in the log', async (url, type, payload) => {
  lines = [];
  const answer = await server.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
  expect(answer.statusCode).toBeLessThan(500);
  expect(loud()).toEqual([]);
});

test.each(['/idp/oauth/token', '/idp/interaction/x', '/idp/invitation/x', '/api/nope'])(
  'a client that disconnects in the middle of a body at %s leaves no warning in the log',
  async (path) => {
    lines = [];
    const { socket, closed } = rawConnection(server.app);
    const type = path.startsWith('/api') ? 'application/json' : FORM;
    const origin = new URL(server.config.publicUrl).origin;
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\norigin: ${origin}\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\nx`,
    );
    await eventually(() => expect(lines.join('')).toContain('incoming request'));
    socket.destroy();
    await closed;
    // The next response comes after the aborted one was processed.
    await untilNoConnections(server.app);
    await server.app.inject('/api/health');
    expect(loud()).toEqual([]);
  },
);
