import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { loadKeys } from './keys.ts';
import { Browser, location } from './testing/browser.ts';
import {
  signInSilently,
  authorizeRequest,
  errorOf,
  finish,
  postToken,
  redeem,
  signIn,
  tokensOf,
} from './testing/sign-in.ts';
import { AUDIENCE, CLIENT_ID, useWorld } from './testing/world.ts';
import { checkWithLocalKeys, LEEWAY_SECONDS } from './token-check.ts';

const OTHER_ORIGIN = 'http://localhost:9';
const world = useWorld([OTHER_ORIGIN]);

test('a code is exchanged for tokens that our own checks accept', async () => {
  const tokens = await signIn(world, 'ada');
  const keys = await loadKeys(world.db);
  const checks = checkWithLocalKeys({
    issuer: world.issuer,
    audience: AUDIENCE,
    clientId: CLIENT_ID,
    keys,
    maxTokenHours: 24,
  });
  const actor = await checks.checkToken(tokens.access_token);
  expect(actor).toMatchObject({ id: 'ada', permissions: { dials: 1, bucket: 0 } });
  expect(decodeJwt(tokens.access_token)).toMatchObject({
    aud: AUDIENCE,
    permissions: ['dials:view'],
  });
  expect(tokens.expires_in + LEEWAY_SECONDS).toBe(10 * 60);
  expect(tokens.scope).toBe('openid profile email');
  expect(tokens.refresh_token).toMatch(/^[\w-]{20,}$/);
  expect(await checks.checkIdToken(tokens.id_token)).toMatchObject({
    sub: 'ada',
    nonce: tokens.nonce,
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
    email: 'ada@example.test',
    auth_time: expect.any(Number),
    sid: expect.any(String),
  });
});

test('an active session answers without the page, also silently in a frame', async () => {
  const browser = new Browser();
  const first = await signIn(world, 'ada', browser);
  const request = authorizeRequest(world, { prompt: 'none' });
  const callback = new URL(location(await browser.get(request.url)));
  expect(callback.searchParams.get('state')).toBe(request.state);
  const again = await tokensOf(await redeem(world, callback.searchParams.get('code') ?? '', request));
  expect(decodeJwt(again.id_token)['sid']).toBe(decodeJwt(first.id_token)['sid']);

  const frame = await browser.get(authorizeRequest(world, { prompt: 'none', response_mode: 'web_message' }).url);
  expect(frame.status).toBe(200);
  expect(await frame.text()).toContain('"code":');
  expect(frame.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^;]+'/);
});

test('without a session the silent sign-in returns login_required', async () => {
  expect((await signInSilently(new Browser(), world)).get('error')).toBe('login_required');
});

test('a foreign audience is denied', async () => {
  const callback = new URL(location(await new Browser().get(authorizeRequest(world, { audience: 'other' }).url)));
  expect(callback.searchParams.get('error')).toBe('access_denied');
});

test('[I6] a foreign callback gets an error page, and no redirect', async () => {
  const response = await new Browser().get(
    authorizeRequest(world, { redirect_uri: 'https://elsewhere.example/auth/callback' }).url,
  );
  expect(response.status).toBe(400);
  expect(response.headers.get('location')).toBeNull();
  const page = await response.text();
  expect(page).toContain('This request cannot be answered');
  expect(page).toContain(`href="${world.url}"`);
});

test('another configured origin may sign in', async () => {
  const browser = new Browser();
  const request = authorizeRequest(world, { redirect_uri: `${OTHER_ORIGIN}/auth/callback` });
  const callback = await finish(browser, world, location(await browser.get(request.url)), 'ada');
  expect(callback.origin).toBe(OTHER_ORIGIN);
});

test('[I8] a code requires PKCE, and a wrong verifier gets nothing', async () => {
  const bare = authorizeRequest(world, {
    code_challenge: undefined,
    code_challenge_method: undefined,
  });
  const refused = new URL(location(await new Browser().get(bare.url)));
  expect(refused.searchParams.get('error')).toBe('invalid_request');
  const browser = new Browser();
  const request = authorizeRequest(world);
  const callback = await finish(browser, world, location(await browser.get(request.url)), 'ada');
  const code = callback.searchParams.get('code') ?? '';
  const response = await redeem(world, code, {
    ...request,
    verifier: authorizeRequest(world).verifier,
  });
  expect(await errorOf(response)).toBe('invalid_grant');
});

test('[I9] of two concurrent requests with one code only one gets tokens', async () => {
  const browser = new Browser();
  const request = authorizeRequest(world);
  const callback = await finish(browser, world, location(await browser.get(request.url)), 'ada');
  const code = callback.searchParams.get('code') ?? '';
  const answers = await Promise.all([redeem(world, code, request), redeem(world, code, request)]);
  expect(answers.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
  expect(await errorOf(await redeem(world, code, request))).toBe('invalid_grant');
});

test('[I10] only the configured origins may request tokens from a browser', async () => {
  const fields = { grant_type: 'refresh_token', refresh_token: 'x' };
  const foreign = await postToken(world, fields, 'https://elsewhere.example');
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  expect(await errorOf(foreign)).toBe('invalid_request');
  const known = await postToken(world, fields, OTHER_ORIGIN);
  expect(known.headers.get('access-control-allow-origin')).toBe(OTHER_ORIGIN);
  expect(await errorOf(known)).toBe('invalid_grant');
});

test('a restart in the middle of a sign-in goes unnoticed', async () => {
  const browser = new Browser();
  const request = authorizeRequest(world);
  const page = location(await browser.get(request.url));
  await world.restart();
  const callback = await finish(browser, world, page, 'ada');
  await world.restart();
  const tokens = await tokensOf(await redeem(world, callback.searchParams.get('code') ?? '', request));
  expect(decodeJwt(tokens.id_token).sub).toBe('ada');
});

test('a host header changed by a proxy does not matter', async () => {
  const browser = new Browser();
  const { url } = authorizeRequest(world);
  const response = await browser.get(url, {
    'x-forwarded-host': 'elsewhere.example',
    'x-forwarded-proto': 'https',
  });
  expect(location(response)).toMatch(`${world.url}/idp/interaction/`);
  const discovery = await browser.get(`${world.url}/idp/.well-known/openid-configuration`, {
    'x-forwarded-host': 'elsewhere.example',
  });
  expect(await discovery.json()).toMatchObject({
    issuer: world.issuer,
    token_endpoint: `${world.url}/idp/oauth/token`,
    jwks_uri: `${world.url}/idp/.well-known/jwks.json`,
  });
});

const sessionOf = (browser: Browser): string =>
  browser.cookies().find(({ name }) => /_session_\w+$/.test(name))?.value ?? '';

test.each([
  ['the same person', 'ada', 'ada'],
  ['another person', 'ada', 'bo'],
])(
  '[I50] the session cookie is another one after %s signed in, and the old one opens nothing',
  async (_who, first, second) => {
    const browser = new Browser();
    await signIn(world, first, browser);
    const old = new Browser();
    for (const { name, value, path } of browser.cookies()) old.keep(`${name}=${value}; path=${path}`);
    const before = sessionOf(browser);
    expect(before).not.toBe('');
    const page = location(await browser.get(authorizeRequest(world, { prompt: 'login' }).url));
    await finish(browser, world, page, second);
    expect(sessionOf(browser)).not.toBe(before);
    expect((await signInSilently(old, world)).get('error')).toBe('login_required');
    expect((await signInSilently(browser, world)).get('code')).toBeTruthy();
  },
);

test('[I50] a session planted in the browser beforehand is not the one that is signed in', async () => {
  const attacker = new Browser();
  await signIn(world, 'bo', attacker);
  const victim = new Browser();
  for (const { name, value, path } of attacker.cookies()) victim.keep(`${name}=${value}; path=${path}`);
  const page = location(await victim.get(authorizeRequest(world, { prompt: 'login' }).url));
  await finish(victim, world, page, 'ada');
  expect(sessionOf(victim)).not.toBe(sessionOf(attacker));
  expect((await signInSilently(attacker, world)).get('error')).toBe('login_required');
});
