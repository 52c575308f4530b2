import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';

const SCRIPT = `export const text = '${'lineslip '.repeat(200)}';`;
const PAGE = `<!doctype html><html><head><meta property="csp-nonce" nonce="__CSP_NONCE__" />
<link rel="stylesheet" href="/assets/index-1a2b.css" nonce="__CSP_NONCE__" />
<script type="module" src="/assets/index-1a2b.js" nonce="__CSP_NONCE__"></script></head><body></body></html>`;
const PAGE_FILES = {
  '/dials': ['assets/DialsPage-3c4d.js', 'assets/frame-7a8b.js', 'assets/index-1a2b.js'],
  '/dials/:dialId': ['assets/DialDetailsPage-5e6f.js'],
};
const PORT = '4321';
const HOME = `localhost:${PORT}`;

let root: string;
let server: TestApp;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lineslip-screens-'));
  const dist = join(root, 'web/dist');
  const script = join(dist, 'assets/index-1a2b.js');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(root, 'package.json'), 'not for everyone');
  await writeFile(join(dist, 'index.html'), PAGE);
  await writeFile(join(dist, 'pages.json'), JSON.stringify(PAGE_FILES));
  await writeFile(join(dist, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${script}.gz`, gzipSync(SCRIPT));
  server = await createTestApp({ root, environment: { PORT } });
});
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', host: HOME };
const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { ...browser, ...headers } });
const policyOf = (answer: Awaited<ReturnType<typeof get>>): Map<string, string[]> =>
  new Map(
    String(answer.headers['content-security-policy'])
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name = '', ...values]) => [name, values]),
  );

test.each([
  ['the page', '/', 200],
  ['a deep link', '/dials/some-dial', 200],
  ['an asset', '/assets/index-1a2b.js', 200],
  ['a plain file', '/logo.svg', 200],
  ['an answer of the API', '/api/settings', 200],
  ['a refusal', '/api/users', 401],
  ['an unknown address of the API', '/api/nope', 404],
  ['an unknown asset', '/assets/nope.js', 404],
  ['an address that cannot be read', '/%E0%A4%A', 400],
  ['the identity provider’s description', '/idp/.well-known/openid-configuration', 200],
  ['a page of the identity provider', '/idp/nope', 404],
  ['a refused sign-in', '/idp/authorize?client_id=other', 400],
  ['a redirect', 'http://127.0.0.1:4321/', 302],
])('security headers are on %s', async (_what, url, status) => {
  const answer = await get(url, url.startsWith('http') ? { host: new URL(url).host } : {});
  expect(answer.statusCode).toBe(status);
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
  const policy = policyOf(answer);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('script-src')).toEqual(["'self'"]);
  expect(policy.get('object-src')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'self'"]);
  const elsewhere = [...policy.values()].flat().filter((value) => value !== `http://${HOME}`);
  expect(elsewhere.join(' ')).not.toMatch(/unsafe|\*|https?:/);
  expect(answer.headers['strict-transport-security']).toBeUndefined();
});

test('[H2] each page has its own nonce, in the policy and in every tag that needs one', async () => {
  const answers = [await get('/'), await get('/'), await get('/users')];
  const nonces = answers.map((answer) => {
    const nonce =
      policyOf(answer)
        .get('style-src')?.[1]
        ?.match(/^'nonce-([\w+/]{22}==)'$/)?.[1] ?? '';
    expect(answer.body).toBe(PAGE.replaceAll('__CSP_NONCE__', nonce));
    return nonce;
  });
  expect(new Set(nonces).size).toBe(3);
  expect(nonces).not.toContain('');
});

test('[H3] no other response allows an inline style', async () => {
  expect(policyOf(await get('/api/settings')).get('style-src')).toEqual(["'self'"]);
  expect(policyOf(await get('/assets/index-1a2b.js')).get('style-src')).toEqual(["'self'"]);
});

test('[H4] configured services may be called, and HTTPS is enforced where it is used', async () => {
  const other = await createTestApp({
    environment: {
      PUBLIC_URL: 'https://lineslip.example',
      ALLOW_DEMO_SIGN_IN_ON_EVERY_ADDRESS: 'yes',
      FLAGS_URL: 'https://flags.example/base',
      ANALYTICS_URL: 'https://events.example',
    },
  });
  const answer = await other.app.inject('/api/settings');
  await other.close();
  expect(policyOf(answer).get('connect-src')).toEqual(["'self'", 'https://flags.example', 'https://events.example']);
  expect(policyOf(answer).has('upgrade-insecure-requests')).toBe(true);
  expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
});

test.each([
  ['br', 'br, gzip', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  [undefined, 'identity', (content: Buffer) => content],
])('built files come as %s to clients that accept %s, cached forever', async (encoding, accepted, decode) => {
  const answer = await get('/assets/index-1a2b.js', { 'accept-encoding': accepted });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(decode(answer.rawPayload).toString()).toBe(SCRIPT);
  expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/);
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['vary']).toMatch(/accept-encoding/i);
});

test.each([
  ['gzip', gunzipSync],
  ['identity', (content: Buffer) => content],
])('other programs read the description of the API without signing in, as %s', async (encoding, decode) => {
  const answer = await get('/api/openapi.json', { 'accept-encoding': encoding, accept: 'application/json' });
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json', vary: 'accept-encoding' });
  const { openapi } = JSON.parse(decode(answer.rawPayload).toString()) as { openapi: string };
  expect(openapi).toBe('3.1.0');
  const again = await get('/api/openapi.json', { 'if-none-match': String(answer.headers['etag']) });
  expect(again.statusCode).toBe(304);
  expect((await server.app.inject({ method: 'POST', url: '/api/openapi.json' })).statusCode).toBe(405);
});

test('built files with a fixed name are revalidated', async () => {
  expect((await get('/logo.svg')).headers['cache-control']).toBe('public, max-age=300');
});

test.each([
  '/',
  '/api/docs',
  '/api/docs?x=1',
  '/dials',
  '/dial/7/values',
  '/syndicate/33/bucket/cargo/edit',
  '/auth/callback?code=c',
  '/index.html',
])('%s returns the page, never cached', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toContain('<script type="module" src="/assets/index-1a2b.js"');
  expect(answer.body).not.toContain('__CSP_NONCE__');
});

test.each([
  ['/dials', ['DialsPage-3c4d.js', 'frame-7a8b.js']],
  ['/dials/?tab=draft', ['DialsPage-3c4d.js', 'frame-7a8b.js']],
  ['/dials/7', ['DialDetailsPage-5e6f.js']],
  ['/dials/7/nope', []],
  ['/users', []],
])('%s names the files of its page, to be fetched with those of the shell', async (url, files) => {
  const { body } = await get(url);
  const named = [...body.matchAll(/<link rel="modulepreload" href="\/assets\/([^"]+)">/g)];
  expect(named.map(([, name]) => name)).toEqual(files);
  expect(body.indexOf('modulepreload')).toBeLessThan(body.indexOf('</head>'));
});

test.each([
  ['GET', '/api/nope'],
  ['GET', '/assets/nope.js'],
  ['GET', '/analytics/nope'],
  ['GET', '/idp'],
] as const)('%s %s does not give the page', async (method, url) => {
  const answer = await server.app.inject({ method, url, headers: browser });
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
});

test.each([
  ['POST', '/dials'],
  ['DELETE', '/'],
] as const)('%s %s is answered with the methods of a page', async (method, url) => {
  const answer = await server.app.inject({ method, url, headers: browser });
  expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
});

test('[H9] a missing image is not answered with the page', async () => {
  expect((await get('/nope.png', { accept: 'image/avif,image/webp' })).statusCode).toBe(404);
});

test.each(['/../package.json', '/assets/../../../package.json', '/assets/%2e%2e/%2e%2e/%2e%2e/package.json'])(
  'nothing outside the folder is served: %s',
  async (url) => {
    expect((await get(url)).body).not.toContain('not for everyone');
  },
);

test.each(['127.0.0.1', '[::1]'])('%s redirects to localhost, where a sign-in can come back', async (host) => {
  const answer = await get('/dials?tab=draft', { host: `${host}:${PORT}` });
  expect(answer.statusCode).toBe(302);
  expect(answer.headers['location']).toBe(`http://${HOME}/dials?tab=draft`);
});

test.each([
  ['//x?y=//z', '/x?y=//z'],
  ['///elsewhere.example//x', '/elsewhere.example//x'],
  ['//', '/'],
])('[H14] %s leads to %s of this server, where a sign-in can come back', async (url, location) => {
  const answer = await get(url, { host: HOME });
  expect([answer.statusCode, answer.headers['location']]).toEqual([302, location]);
});

test('API calls are answered on any host', async () => {
  expect((await get('/api/settings', { host: '127.0.0.1:4321' })).statusCode).toBe(200);
});

test('before the screens are built a message says so', async () => {
  const bare = await createTestApp();
  const answer = await bare.app.inject({ url: '/', headers: { accept: 'text/html' } });
  await bare.close();
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ detail: 'The screens are not built. Run npm start, or npm run dev.' });
});
