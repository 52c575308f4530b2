import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { Browser, location } from './testing/browser.ts';
import {
  signInSilently,
  authorizeRequest,
  errorOf,
  finish,
  redeem,
  refresh,
  signIn,
  tokensOf,
} from './testing/sign-in.ts';
import { person, useWorld } from './testing/world.ts';

const world = useWorld();

test('[I20] a refresh token is rotated at each use', async () => {
  const first = await signIn(world, 'ada');
  const second = await tokensOf(await refresh(world, first.refresh_token));
  const third = await tokensOf(await refresh(world, second.refresh_token));
  expect(new Set([first.refresh_token, second.refresh_token, third.refresh_token]).size).toBe(3);
  expect(third.access_token).not.toBe(first.access_token);
});

test('one sign-in keeps its identity over refreshes, and differs from the next', async () => {
  const first = await signIn(world, 'ada');
  const refreshed = await tokensOf(await refresh(world, first.refresh_token));
  const [before, after] = [decodeJwt(first.id_token), decodeJwt(refreshed.id_token)];
  expect(after['sid']).toBe(before['sid']);
  expect(after['auth_time']).toBe(before['auth_time']);
  expect(decodeJwt((await signIn(world, 'ada')).id_token)['sid']).not.toBe(before['sid']);
});

test('a refresh whose response got lost can be repeated for 30 seconds', async () => {
  const { refresh_token: old } = await signIn(world, 'ada');
  await tokensOf(await refresh(world, old));
  world.passSeconds(29);
  const again = await tokensOf(await refresh(world, old));
  expect((await refresh(world, again.refresh_token)).status).toBe(200);
});

test('[I23] using an old refresh token after 30 seconds ends the whole sign-in', async () => {
  const { refresh_token: old } = await signIn(world, 'ada');
  const next = await tokensOf(await refresh(world, old));
  world.passSeconds(20);
  await tokensOf(await refresh(world, old));
  world.passSeconds(11);
  expect(await errorOf(await refresh(world, old))).toBe('invalid_grant');
  expect(await errorOf(await refresh(world, next.refresh_token))).toBe('invalid_grant');
});

test('a removed person gets no tokens, and their session has to sign in again', async () => {
  world.people.set(...person('di', 'Di Prince', []));
  const browser = new Browser();
  const tokens = await signIn(world, 'di', browser);
  world.people.delete('di');
  expect(await errorOf(await refresh(world, tokens.refresh_token))).toBe('invalid_grant');
  expect((await signInSilently(browser, world)).get('error')).toBe('login_required');

  const request = authorizeRequest(world);
  const callback = await finish(browser, world, location(await browser.get(request.url)), 'ada');
  const next = await tokensOf(await redeem(world, callback.searchParams.get('code') ?? '', request));
  expect(decodeJwt(next.id_token).sub).toBe('ada');
});

test('[I26] a refresh token can be revoked', async () => {
  const { refresh_token: token } = await signIn(world, 'ada');
  const body = new URLSearchParams({
    client_id: 'lineslip-test',
    token,
    token_type_hint: 'refresh_token',
  });
  const revoked = await fetch(`${world.url}/idp/oauth/revoke`, { method: 'POST', body });
  expect(revoked.status).toBe(200);
  expect(await errorOf(await refresh(world, token))).toBe('invalid_grant');
});

const logout = (browser: Browser, returnTo: string) =>
  browser.get(`${world.url}/idp/v2/logout?${new URLSearchParams({ client_id: 'lineslip-test', returnTo }).toString()}`);

test.each(['', '/'])(
  '[I30] signing out ends the session and its refresh token, and returns to the origin%s',
  async (slash) => {
    const browser = new Browser();
    const tokens = await signIn(world, 'ada', browser);
    const response = await logout(browser, `${world.url}${slash}`);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`${world.url}${slash || '/'}`);
    expect(await errorOf(await refresh(world, tokens.refresh_token))).toBe('invalid_grant');
    expect((await signInSilently(browser, world)).get('error')).toBe('login_required');
  },
);

test.each(['https://elsewhere.example', '//elsewhere.example', 'javascript:alert(1)'])(
  'a foreign address is refused and the session stays: %s',
  async (returnTo) => {
    const browser = new Browser();
    await signIn(world, 'ada', browser);
    const response = await logout(browser, returnTo);
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect((await signInSilently(browser, world)).get('code')).toBeTruthy();
  },
);

test('choosing another person ends the sign-in of the first', async () => {
  const browser = new Browser();
  const first = await signIn(world, 'ada', browser);
  const request = authorizeRequest(world, { prompt: 'login' });
  const callback = await finish(browser, world, location(await browser.get(request.url)), 'bo');
  const second = await tokensOf(await redeem(world, callback.searchParams.get('code') ?? '', request));
  expect(decodeJwt(second.id_token).sub).toBe('bo');
  expect(await errorOf(await refresh(world, first.refresh_token))).toBe('invalid_grant');
  expect((await refresh(world, second.refresh_token)).status).toBe(200);
});

test('[I40] stored records contain no value that would allow signing in', async () => {
  const browser = new Browser();
  const request = authorizeRequest(world);
  const page = location(await browser.get(request.url));
  const bearers = new Set([page.split('/').at(-1) ?? '', ...browser.cookieValues()]);
  const stored = async () => {
    const { rows } = await sql<{
      row: string;
    }>`select row_to_json(oidc_record)::text as row from oidc_record`.execute(world.db);
    return rows.map(({ row }) => row).join('\n');
  };
  const texts = [await stored()];
  const callback = await finish(browser, world, page, 'ada');
  const code = callback.searchParams.get('code') ?? '';
  texts.push(await stored());
  const tokens = await tokensOf(await redeem(world, code, request));
  const again = location(await browser.get(authorizeRequest(world, { prompt: 'login' }).url));
  bearers.add(again.split('/').at(-1) ?? '');
  texts.push(await stored());
  for (const value of [code, tokens.refresh_token, tokens.access_token, ...browser.cookieValues()]) bearers.add(value);

  expect(bearers.size).toBeGreaterThan(6);
  for (const bearer of bearers) {
    expect(bearer.length).toBeGreaterThan(20);
    expect(texts.some((text) => text.includes(bearer))).toBe(false);
  }
  for (const model of ['Interaction', 'Session', 'AuthorizationCode', 'RefreshToken', 'Grant']) {
    expect(texts.join()).toContain(`"model":"${model}"`);
  }
});
