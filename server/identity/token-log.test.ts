import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createOwnApp } from '#server/testing/app.ts';
import { startTenant } from '#server/testing/tenant.ts';
import { IdentityUnavailable, InvalidToken } from '#server/http/token.ts';
import { createTokenLog } from './token-log.ts';

const START = Date.parse('2027-03-01T09:00:00.000Z');

test('[TL1] one line a minute for each reason', () => {
  const clock = { at: START };
  const lines: string[] = [];
  const { report, noteTextPermissions } = createTokenLog({
    settings: { issuer: 'https://tenant.example/', clientId: 'client', audience: 'api', maxTokenHours: 24 },
    warn: ({ reason }) => lines.push(reason),
    now: () => new Date(clock.at),
  });
  for (let time = 0; time < 3; time += 1) {
    for (const reason of ['audience', 'expired'] as const) report(new InvalidToken(reason));
    report(new IdentityUnavailable('x'));
    noteTextPermissions();
  }
  const all = ['audience', 'expired', 'keys', 'permissions'];
  expect(lines).toEqual(all);
  clock.at += 59_999;
  report(new InvalidToken('audience'));
  expect(lines).toEqual(all);
  clock.at += 1;
  report(new InvalidToken('audience'));
  expect(lines).toEqual([...all, 'audience']);
});

/** The lines that a server with this tenant logs about tokens. */
async function openWithTenant(environment: Record<string, string>) {
  const lines: { reason?: string; msg: string }[] = [];
  const log = {
    write: (line: string) => {
      const entry = JSON.parse(line) as { reason?: string; msg: string };
      if (entry.reason !== undefined) lines.push(entry);
    },
  };
  const { app } = await createOwnApp({ environment: { LOG_LEVEL: 'warn', ...environment }, log });
  const call = (token: string, options: object = {}) =>
    app.inject({ url: '/api/me/access', headers: { authorization: `Bearer ${token}` }, ...options });
  return { call, lines };
}

test('[TL2] a refused token, and an identity token that is refused, say in the log what to set', async () => {
  const tenant = await startTenant();
  const { call, lines } = await openWithTenant({ ...tenant.environment, AUTH_AUDIENCE: 'another' });
  const token = await tenant.accessToken('ann', []);
  for (let time = 0; time < 2; time += 1) expect((await call(token)).statusCode).toBe(401);
  expect(lines).toMatchObject([
    { reason: 'audience', msg: expect.stringContaining('must be for another (AUTH_AUDIENCE)') },
  ]);
  expect(JSON.stringify(lines)).not.toContain(token.split('.')[1]);

  const own = await openWithTenant(tenant.environment);
  const idToken = await tenant.idToken({ sub: 'ann', azp: 'another' });
  const put = await own.call(token, { method: 'PUT', url: '/api/me', payload: { idToken } });
  expect(put.statusCode).toBe(400);
  expect(own.lines).toMatchObject([{ reason: 'client', msg: expect.stringContaining('Set AUTH_CLIENT_ID') }]);
});

test('[TL2] keys that cannot be fetched, and permissions in one text, are logged', async () => {
  const tenant = await startTenant();
  const away = createServer((_request, response) => response.writeHead(502).end()).listen(0, 'localhost');
  onTestFinished(() => void away.close());
  const address = await new Promise<string>((resolve) =>
    away.once('listening', () => resolve(`http://localhost:${(away.address() as { port: number }).port}`)),
  );
  const broken = await openWithTenant({ ...tenant.environment, AUTH_DOMAIN: address });
  expect((await broken.call(await tenant.accessToken('ann', []))).statusCode).toBe(503);
  expect(broken.lines).toMatchObject([{ reason: 'keys', msg: expect.stringContaining(address) }]);

  const { call, lines } = await openWithTenant(tenant.environment);
  const text = 'dials:view' as unknown as readonly string[];
  expect((await call(await tenant.accessToken('ann', text))).statusCode).toBe(200);
  expect(lines).toMatchObject([{ reason: 'permissions', msg: expect.stringContaining('as a list') }]);
});
