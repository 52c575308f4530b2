import { text } from 'node:stream/consumers';
import { fastify } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract.ts';
import type { Route } from '#contract/route.ts';
import { ACTIONS, ALL, holds, SCOPES } from '#domain/user/permission.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { checkWithLocalKeys } from '#server/identity/token-check.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { bearerAuthentication } from './token.ts';
import { answerProblems } from './problem-reply.ts';
import { registerContract } from './register.ts';

/** Every pair of a scope and a bit mask, with the permissions of its token. */
const GRANTS = SCOPES.flatMap((scope) =>
  Array.from({ length: ALL + 1 }, (_, bits) => ({
    scope,
    bits,
    entries: ACTIONS.filter((action) => holds(bits, action)).map((action) => `${scope}:${action}`),
  })),
);
const ROUTES: [string, Route][] = Object.entries(contract);
const CLOSED = ROUTES.filter(([, { access }]) => access !== 'public');
const OPEN = ROUTES.filter(([, { access }]) => access === 'public');

let server: TestApp;
/** The same routes and checks with handlers that only count: a refusal must come before any of them. */
let probe: ReturnType<typeof fastify>;
let reached = 0;
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await createTestApp();
  for (const { scope, bits, entries } of GRANTS) tokens.set(`${scope} ${bits}`, await server.tokenOf(entries));
  const keys = await loadKeys(server.database.db);
  probe = fastify();
  answerProblems(probe);
  registerContract(
    probe,
    Object.fromEntries(ROUTES.map(([name, route]) => [name, withoutInput(route)])),
    Object.fromEntries(ROUTES.map(([name]) => [name, async () => (reached += 1)])),
    bearerAuthentication(checkWithLocalKeys({ ...server.config.auth, keys }).checkToken, () => undefined),
  );
});
afterAll(async () => {
  await probe.close();
  await server.close();
});

const withoutInput = ({ method, path, summary, access }: Route): Route => ({
  method,
  path,
  summary,
  access,
  answer: z.unknown(),
});

const requestOf = (route: Route, headers: Record<string, string>) => ({
  method: route.method,
  url: route.path.replaceAll(/:\w+/g, 'x'),
  headers,
});

async function ask(route: Route, headers: Record<string, string>) {
  const before = reached;
  const { statusCode } = await probe.inject(requestOf(route, headers));
  return { probed: statusCode, handled: reached - before };
}

async function call(route: Route, headers: Record<string, string>) {
  const request = requestOf(route, headers);
  const real = await (route.streams ? openStream(request) : server.app.inject(request));
  return { status: real.statusCode, real, ...(await ask(route, headers)) };
}

/** A stream never ends: its beginning suffices. A refusal is read to its end. */
async function openStream(request: Readonly<{ method: Route['method']; url: string; headers: object }>) {
  const { method, url, headers } = request;
  const answer = await server.app.inject({ method, url, headers: { ...headers }, payloadAsStream: true });
  const stream = answer.stream();
  const isOpen = answer.statusCode === 200;
  const body = isOpen ? '' : await text(stream);
  stream.destroy();
  return { statusCode: answer.statusCode, headers: answer.headers, json: (): unknown => JSON.parse(body) };
}

/** What the contract requires, computed independently of the code that enforces it. */
const suffices = ({ access }: Route, scope: string, bits: number): boolean =>
  typeof access !== 'object' ||
  (access.scope === scope && (bits & { view: 1, edit: 2, create: 4, delete: 8 }[access.action]) > 0);

/** Nothing, exactly the requirement, everything but that, and everything of another scope. */
function edgeCaseGrants({ access }: Route): Pick<(typeof GRANTS)[number], 'scope' | 'bits'>[] {
  if (typeof access !== 'object') return [{ scope: 'admin', bits: 0 }];
  const bit = { view: 1, edit: 2, create: 4, delete: 8 }[access.action];
  const other = SCOPES.find((scope) => scope !== access.scope) ?? access.scope;
  return [
    { scope: access.scope, bits: 0 },
    { scope: access.scope, bits: bit },
    { scope: access.scope, bits: ALL - bit },
    { scope: other, bits: ALL },
  ];
}

test.each(CLOSED)('[Z1] %s is open to exactly those the contract names, out of 80 grants', async (_name, route) => {
  for (const { scope, bits } of GRANTS) {
    const answer = await ask(route, { authorization: `Bearer ${tokens.get(`${scope} ${bits}`)}` });
    expect
      .soft([answer.probed, answer.handled], `${scope} ${bits}`)
      .toEqual(suffices(route, scope, bits) ? [200, 1] : [403, 0]);
  }
});

test.each(CLOSED)('[Z14] the real server agrees about %s for the edge cases', async (_name, route) => {
  for (const { scope, bits } of edgeCaseGrants(route)) {
    const answer = await call(route, { authorization: `Bearer ${tokens.get(`${scope} ${bits}`)}` });
    if (suffices(route, scope, bits)) expect.soft([200, 400, 404, 428], `${scope} ${bits}`).toContain(answer.status);
    else expect.soft(answer.real.json()).toMatchObject({ type: 'urn:lineslip:problem:not-allowed', status: 403 });
  }
});

test('a refusal names the missing permission', async () => {
  const { body } = await server.app.inject({ url: '/api/users', headers: await server.as('viewer') });
  expect(JSON.parse(body)).toMatchObject({ status: 403, detail: 'This needs view on user.' });
});

test('one of several permissions suffices, and permissions of other systems grant nothing', async () => {
  const status = async (entries: string[]) =>
    (await server.app.inject({ url: '/api/users', headers: await server.as(entries) })).statusCode;
  expect(await status(['dials:view', 'user:edit', 'user:view'])).toBe(200);
  expect(await status(['User:view', 'user:view:all', 'users:view', 'user:VIEW', 'user'])).toBe(403);
});

test.each(OPEN)('[Z4] %s answers without a token', async (_name, route) => {
  expect(await call(route, {})).toMatchObject({ status: route.params ? 404 : 200, handled: 1 });
});

const everything = SCOPES.flatMap((scope) => ACTIONS.map((action) => `${scope}:${action}`));
const otherKey = async () => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = (await loadKeys(server.database.db)).signing[0]?.kid ?? '';
  return { signing: [{ ...(await exportJWK(privateKey)), kid }] };
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const bad: [string, () => Promise<Record<string, string>>][] = [
  ['no token', async () => ({})],
  ['an empty one', async () => ({ authorization: 'Bearer ' })],
  ['garbage', async () => bearer('garbage')],
  ['garbage in three parts', async () => bearer('a.b.c')],
  ['another scheme', async () => ({ authorization: `Basic ${await server.tokenOf(everything)}` })],
  ['an expired token', async () => bearer(await server.tokenOf(everything, { seconds: -61 }))],
  ['a token for another audience', async () => bearer(await server.tokenOf(everything, { audience: 'another' }))],
  ['a token of another issuer', async () => bearer(await server.tokenOf(everything, { issuer: 'http://other/idp/' }))],
  ['a token signed by another key', async () => bearer(await server.tokenOf(everything, { keys: await otherKey() }))],
  ['an identity token', async () => bearer(await server.idTokenOf('administrator', { permissions: everything }))],
];
test.each(bad)('[Z5] %s reaches no handler that is not public', async (_what, make) => {
  const headers = await make();
  for (const [name, route] of CLOSED) {
    const answer = await call(route, headers);
    expect.soft([name, answer.probed, answer.handled]).toEqual([name, 401, 0]);
    expect.soft(answer.real.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect.soft(answer.real.json()).toMatchObject({ type: 'urn:lineslip:problem:not-signed-in', status: 401 });
  }
});

test('[Z6] the caller is authenticated before the body is read', async () => {
  const send = (headers: Record<string, string>) =>
    server.app.inject({ method: 'PUT', url: '/api/me', payload: '{broken', headers });
  expect((await send({ 'content-type': 'application/json' })).statusCode).toBe(401);
  expect((await send({ 'content-type': 'application/xml' })).statusCode).toBe(401);
  expect((await send({ 'content-type': 'application/json', ...(await server.as('viewer')) })).statusCode).toBe(400);
});
