import { expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { Browser, location } from '#server/identity/testing/browser.ts';
import { authorizeRequest, choose, finish } from '#server/identity/testing/sign-in.ts';
import { startWorld, useWorld } from '#server/identity/testing/world.ts';

const world = useWorld();

async function openPage(browser: Browser): Promise<string> {
  return location(await browser.get(authorizeRequest(world).url));
}

test('[P1] the sign-in page has one button per person, in directory order, with every name escaped', async () => {
  const browser = new Browser();
  const page = await (await browser.get(await openPage(browser))).text();
  const buttons = [...page.matchAll(/<button [^>]*name="account" value="(\w+)"/g)].map(([, id]) => id);
  expect(buttons).toEqual(['ada', 'bo']);
  expect(page).toContain('Bo &lt;b&gt;Nilsson&lt;/b&gt;');
  expect(page).not.toContain('<b>');
  expect(page).toContain('<title>Sign in · Lineslip</title>');
  // Appetites and dials are changed by one person: only drafts of buckets need two more.
  expect(page).toContain('Two approvals before a draft goes live.');
});

test('[P2] the sign-in page has no script and no inline style, and is not cached', async () => {
  const browser = new Browser();
  const response = await browser.get(await openPage(browser));
  const page = await response.text();
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-security-policy')).toContain(`form-action 'self' ${world.url}`);
});

test('the sign-in page includes its stylesheet and fonts, cached forever', async () => {
  const browser = new Browser();
  const page = await (await browser.get(await openPage(browser))).text();
  const stylesheet = new URL(/<link rel="stylesheet" href="([^"]+)"/.exec(page)?.[1] ?? '', world.url);
  const css = await fetch(stylesheet);
  expect(css.headers.get('cache-control')).toContain('immutable');
  const fonts = [...(await css.text()).matchAll(/url\('([^']+)'\)/g)].map(([, name = '']) => new URL(name, stylesheet));
  expect(fonts).toHaveLength(2);
  for (const font of fonts) expect((await fetch(font)).headers.get('content-type')).toBe('font/woff2');
});

test('[P4] the sign-in page accepts no form of another site', async () => {
  const browser = new Browser();
  const page = await openPage(browser);
  const answers: Record<string, string>[] = [
    { origin: 'https://elsewhere.example' },
    { origin: world.url, 'sec-fetch-site': 'cross-site' },
    { origin: world.url, 'sec-fetch-site': 'same-site' },
    {},
  ];
  for (const headers of answers) expect((await browser.post(page, { account: 'ada' }, headers)).status).toBe(400);
  expect((await browser.post(page, { account: 'ada' }, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
});

test('[P5] the sign-in page requires the cookie of this sign-in', async () => {
  const page = await openPage(new Browser());
  const stranger = new Browser();
  await openPage(stranger);
  const headers = { origin: world.url, cookie: stranger.cookieHeader() };
  for (const response of [
    await choose(stranger, world, page, 'ada'),
    await new Browser().post(page, { account: 'ada' }, headers),
  ]) {
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('This sign-in has ended');
  }
});

test('the sign-in page is shown again if the chosen person is not in the directory', async () => {
  const browser = new Browser();
  const page = await openPage(browser);
  expect(location(await choose(browser, world, page, 'nobody'))).toBe(page);
  expect((await finish(browser, world, page, 'ada')).searchParams.get('code')).toBeTruthy();
});

test('the sign-in page says that it was already used, with a link back', async () => {
  const browser = new Browser();
  const page = await openPage(browser);
  await finish(browser, world, page, 'ada');
  const response = await browser.get(page);
  expect(response.status).toBe(400);
  const text = await response.text();
  expect(text).toContain('This sign-in has ended');
  expect(text).toContain(`href="${world.url}"`);
});

test('[P8] an unknown address gets a page in house style, with the usual headers', async () => {
  const response = await fetch(`${world.url}/idp/nothing/here`);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('Page not found');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('[P9] a server error shows no internals', async () => {
  const broken = await createTestDatabase();
  const other = await startWorld(broken.db);
  await execute(broken.config, 'alter table oidc_record rename to elsewhere');
  for (const path of ['/idp/authorize?client_id=unknown', '/idp/v2/logout']) {
    const response = await fetch(`${other.url}${path}`, { headers: { accept: 'text/html' } });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain('Sign-in is not possible right now');
    expect(text).not.toMatch(/\.ts:|\.js:|at async|driver|oidc_record/);
  }
  await other.stop();
  await broken.drop();
});
