import { createServer, type Server } from 'node:http';
import {
  calculateJwkThumbprint,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '#domain/user/permission.ts';
import { type AccessTokenRequest, issueAccessToken } from './issue-token.ts';
import { publicKeys } from './keys.ts';
import type { InvalidTokenReason } from '#server/http/token.ts';
import { checkWithLocalKeys, checkWithRemoteKeys, type TokenChecks } from './token-check.ts';

const issuer = 'http://localhost:3000/idp/';
const audience = 'lineslip api';
const clientId = 'lineslip-web';
const MAX_HOURS = 24;
const person = { id: 'ada', permissions: ['dials:view', 'dials:edit', 'other:thing'] };

async function signingKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
}

const ours = { signing: [await signingKey()] };
const theirs = { signing: [await signingKey()] };
const token = (changed: Partial<AccessTokenRequest> = {}): Promise<string> =>
  issueAccessToken({ keys: ours, issuer, audience, clientId, person, seconds: 600, ...changed });

/** The same claims with another header, unsigned or signed with the public key as a secret. */
async function forged(alg: 'none' | 'HS256'): Promise<string> {
  const claims = decodeJwt(await token());
  const header = { ...decodeProtectedHeader(await token()), alg };
  if (alg === 'none') return `${encode(header)}.${encode(claims)}.`;
  const secret = new TextEncoder().encode(JSON.stringify(publicKeys(ours).keys[0]));
  return new SignJWT(claims).setProtectedHeader(header).sign(secret);
}
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function tampered(): Promise<string> {
  const [header, claims = '', signature] = (await token()).split('.');
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'bo' };
  return [header, encode(changed), signature].join('.');
}

/** A token that the provider signed with these claims as well. */
async function tokenWith(extra: Record<string, unknown>, typ = 'at+jwt'): Promise<string> {
  const [jwk] = ours.signing;
  if (jwk === undefined) throw new Error('There is no key.');
  return new SignJWT({ ...decodeJwt(await token()), ...extra })
    .setProtectedHeader({ alg: 'RS256', typ, kid: String(jwk.kid) })
    .sign(await importJWK(jwk, 'RS256'));
}
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const DAY_SECONDS = MAX_HOURS * 3600;

const BAD_TOKENS: readonly (readonly [what: string, make: () => Promise<string>, reason: InvalidTokenReason])[] = [
  ['of another issuer', () => token({ issuer: 'http://localhost:3001/idp/' }), 'issuer'],
  ['for another audience', () => token({ audience: 'another api' }), 'audience'],
  ['that expired more than a minute ago', () => token({ seconds: -61 }), 'expired'],
  ['signed by someone else', () => token({ keys: theirs }), 'signature'],
  ['that says it needs no signature', () => forged('none'), 'signature'],
  ['signed with our public key as a secret', () => forged('HS256'), 'signature'],
  ['whose claims were changed', tampered, 'signature'],
  ['without a person', () => token({ person: { ...person, id: '' } }), 'claims'],
  ...['nonce', 'at_hash', 'c_hash'].map(
    (claim) =>
      [
        `for the API and the client, with ${claim}`,
        () => tokenWith({ aud: [clientId, audience], [claim]: 'x' }),
        'kind',
      ] as const,
  ),
  ['of another client (azp)', () => tokenWith({ azp: 'another' }), 'client'],
  ['of another client (client_id)', () => tokenWith({ client_id: 'another' }), 'client'],
  ['that is valid for longer than a day', () => token({ seconds: DAY_SECONDS + 60 }), 'lifetime'],
  [
    'that is valid for longer, issued in the future',
    () => tokenWith({ iat: secondsFromNow(DAY_SECONDS), exp: secondsFromNow(DAY_SECONDS + 60) }),
    'lifetime',
  ],
  [
    'that is valid for longer, and does not say since when',
    () => tokenWith({ iat: undefined, exp: secondsFromNow(DAY_SECONDS + 60) }),
    'lifetime',
  ],
  ['that is not a token at all', async () => 'nonsense', 'malformed'],
];

describe.each(['local', 'remote'] as const)('with %s keys', (place) => {
  let checks: TokenChecks;
  let server: Server | undefined;
  const noted = { count: 0 };

  beforeAll(async () => {
    const noteTextPermissions = () => void (noted.count += 1);
    const expected = { issuer, audience, clientId, maxTokenHours: MAX_HOURS, noteTextPermissions };
    if (place === 'local') checks = checkWithLocalKeys({ ...expected, keys: ours });
    else {
      const jwks = JSON.stringify(publicKeys(ours));
      server = createServer((_request, response) => response.end(jwks));
      checks = checkWithRemoteKeys({ ...expected, jwksUrl: await listen(server) });
    }
  });
  afterAll(() => void server?.close());

  test('[T1] our token is accepted, with its known permissions', async () => {
    const actor = await checks.checkToken(await token());
    expect(actor).toEqual({
      id: 'ada',
      permissions: { admin: 0, bucket: 0, dials: 3, review: 0, user: 0 },
      expiresAt: expect.any(Date),
    });
    expect(actor.expiresAt.getTime()).toBeGreaterThan(Date.now());
  });

  test.each(BAD_TOKENS)('[T2] a token %s is refused', async (_what, make, reason) => {
    await expect(checks.checkToken(await make())).rejects.toMatchObject({
      name: 'InvalidToken',
      reason,
    });
  });

  test('[T5] a token of our client for a day is accepted', async () => {
    const good = await tokenWith({ azp: clientId, exp: secondsFromNow(DAY_SECONDS - 60) });
    await expect(checks.checkToken(good)).resolves.toMatchObject({ id: 'ada' });
  });

  test('[T3] clocks may differ by a minute', async () => {
    await expect(checks.checkToken(await token({ seconds: -50 }))).resolves.toMatchObject({
      id: 'ada',
    });
  });

  test('[T4] an identity token must be issued for this client', async () => {
    const idToken = (aud: string) => token({ audience: aud, person: { id: 'ada', permissions: [] } });
    await expect(checks.checkIdToken(await idToken(clientId))).resolves.toMatchObject({
      sub: 'ada',
      aud: clientId,
    });
    await expect(checks.checkIdToken(await idToken('another'))).rejects.toMatchObject({
      reason: 'audience',
    });
  });

  test.each([
    [{ aud: [clientId, 'another'] }, false],
    [{ aud: [clientId, 'another'], azp: 'another' }, false],
    [{ aud: clientId, azp: 'another' }, false],
    [{ aud: [clientId, 'another'], azp: clientId }, true],
    [{ aud: [clientId] }, true],
    [{ aud: clientId, azp: clientId, nonce: 'x', at_hash: 'x' }, true],
  ])('[T4] an identity token with %j is accepted: %s', async (claims, isAccepted) => {
    const check = checks.checkIdToken(await tokenWith(claims));
    const outcome = await check.then(
      () => 'accepted',
      ({ reason }: { reason?: string }) => reason,
    );
    expect(outcome).toBe(isAccepted ? 'accepted' : 'client');
  });

  test('[T6] permissions in one text grant nothing, and are noted', async () => {
    noted.count = 0;
    const { permissions } = await checks.checkToken(await tokenWith({ permissions: 'dials:view dials:edit' }));
    expect([permissions, noted.count]).toEqual([NO_PERMISSIONS, 1]);
  });
});

const checkFrom = (jwksUrl: string) =>
  checkWithRemoteKeys({ issuer, audience, clientId, jwksUrl, maxTokenHours: MAX_HOURS }).checkToken;

test.each([
  [
    'two keys of one id',
    (kid: string) => [
      { ...theirs.signing[0], kid },
      { ...ours.signing[0], kid },
    ],
  ],
  [
    'one key twice',
    (kid: string) => [
      { ...ours.signing[0], kid },
      { ...ours.signing[0], kid },
    ],
  ],
])('[T7] %s in a key set shut nobody out, and let nobody else in', async (_what, keysOf) => {
  const { kid = '' } = ours.signing[0] ?? {};
  const server = createServer((_request, response) =>
    response.end(JSON.stringify(publicKeys({ signing: keysOf(kid) }))),
  );
  const check = checkFrom(await listen(server));
  await expect(check(await token())).resolves.toMatchObject({ id: 'ada' });
  const stranger = await signingKey();
  await expect(check(await token({ keys: { signing: [{ ...stranger, kid }] } }))).rejects.toMatchObject({
    reason: 'signature',
  });
  await expect(check(await token({ seconds: -61 }))).rejects.toMatchObject({ reason: 'expired' });
  server.close();
});

test('a network failure says nothing about the token', async () => {
  const server = createServer();
  const url = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  await expect(checkFrom(url)(await token())).rejects.toMatchObject({
    name: 'IdentityUnavailable',
  });
});

test.each([
  ['an error', 502, 'Bad Gateway'],
  ['something else than keys', 200, '<html>'],
  ['keys of no shape', 200, '{"keys":7}'],
])('keys that are answered with %s do not make a token wrong', async (_what, status, body) => {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  const check = checkFrom(await listen(server));
  await expect(check(await token())).rejects.toMatchObject({ name: 'IdentityUnavailable' });
  server.close();
});

test('the next check fetches the keys again', async () => {
  let broken = true;
  const server = createServer((_request, response) =>
    response.writeHead(broken ? 503 : 200).end(JSON.stringify(publicKeys(ours))),
  );
  const check = checkFrom(await listen(server));
  await expect(check(await token())).rejects.toMatchObject({ name: 'IdentityUnavailable' });
  broken = false;
  await expect(check(await token())).resolves.toMatchObject({ id: 'ada' });
  server.close();
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  return `http://localhost:${typeof address === 'object' ? address?.port : ''}/jwks.json`;
}
