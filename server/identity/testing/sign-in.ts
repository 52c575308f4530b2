import { createHash, randomBytes } from 'node:crypto';
import { Browser, location } from './browser.ts';
import { AUDIENCE, CLIENT_ID, type World } from './world.ts';

/** The address of the provider. */
type ServerAddress = Pick<World, 'url'>;

export type Tokens = Readonly<{
  access_token: string;
  id_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
}>;

export type Request = Readonly<{
  url: string;
  verifier: string;
  state: string;
  nonce: string;
  redirectUri: string;
}>;

/** The address that the browser's library would open, with PKCE, state and nonce. `undefined` omits a parameter. */
export function authorizeRequest(world: ServerAddress, changed: Record<string, string | undefined> = {}): Request {
  const verifier = randomBytes(32).toString('base64url');
  const [state, nonce] = [randomBytes(8).toString('hex'), randomBytes(8).toString('hex')];
  const redirectUri = `${world.url}/auth/callback`;
  const parameters = {
    client_id: CLIENT_ID,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    audience: AUDIENCE,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...changed,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    url: `${world.url}/idp/authorize?${new URLSearchParams(given).toString()}`,
    verifier,
    state,
    nonce,
    redirectUri,
  };
}

/** Presses a person's button, like a page of the same origin. */
export function choose(browser: Browser, world: ServerAddress, page: string, id: string): Promise<Response> {
  return browser.post(page, { account: id }, { origin: world.url });
}

/** Goes from the sign-in page to the callback, and returns its address. */
export async function finish(browser: Browser, world: ServerAddress, page: string, id: string): Promise<URL> {
  const resume = location(await choose(browser, world, page, id));
  return new URL(location(await browser.get(resume)));
}

export function redeem(world: ServerAddress, code: string, request: Request): Promise<Response> {
  return postToken(world, {
    grant_type: 'authorization_code',
    code,
    code_verifier: request.verifier,
    redirect_uri: request.redirectUri,
  });
}

export function refresh(world: ServerAddress, refreshToken: string): Promise<Response> {
  return postToken(world, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

export function postToken(world: ServerAddress, fields: Record<string, string>, origin = world.url): Promise<Response> {
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...fields });
  return fetch(`${world.url}/idp/oauth/token`, { method: 'POST', body, headers: { origin } });
}

/** The provider's response to a silent sign-in. */
export async function signInSilently(browser: Browser, world: ServerAddress): Promise<URLSearchParams> {
  const answer = await browser.get(authorizeRequest(world, { prompt: 'none' }).url);
  return new URL(location(answer)).searchParams;
}

/** A complete sign-in. */
export async function signIn(
  world: ServerAddress,
  id: string,
  browser = new Browser(),
): Promise<Tokens & { nonce: string }> {
  const request = authorizeRequest(world);
  const callback = await finish(browser, world, location(await browser.get(request.url)), id);
  const tokens = await tokensOf(await redeem(world, callback.searchParams.get('code') ?? '', request));
  return { ...tokens, nonce: request.nonce };
}

export async function tokensOf(response: Response): Promise<Tokens> {
  if (!response.ok) throw new Error(`No tokens: ${response.status} ${await response.text()}`);
  return (await response.json()) as Tokens;
}

export async function errorOf(response: Response): Promise<unknown> {
  const { error } = (await response.json()) as { error?: unknown };
  return error;
}
