import type { Page } from '@playwright/test';
import { expect, PEOPLE, signInAnew, test } from './lineslip.ts';
import { startLineslip } from './server.ts';

const LATER_MS = 11 * 60_000;

type Cached = { body?: { refresh_token?: string; client_id?: string } };

/** The refresh token in the SDK's local storage. */
async function refreshToken(page: Page): Promise<string> {
  const found = await page.evaluate(() =>
    Object.values(localStorage)
      .map((text: string) => {
        try {
          return (JSON.parse(text) as Cached).body?.refresh_token;
        } catch {
          return undefined;
        }
      })
      .find((token) => token !== undefined),
  );
  expect(found).toBeTruthy();
  return found ?? '';
}

test('a revoked refresh token signs the person out at the next renewal; signing in returns to the page', async ({
  page,
  lineslip,
}) => {
  await page.clock.install();
  await signInAnew(page, PEOPLE.administrator);
  const token = await refreshToken(page);
  const revoked = await page.request.post(`${lineslip.url}/idp/oauth/revoke`, {
    form: { token, client_id: 'lineslip-web' },
  });
  expect(revoked.ok()).toBe(true);

  await page.clock.setSystemTime(Date.now() + LATER_MS);
  // Not by a click: any request may renew first, and the page is gone then.
  await page.goto('/users');
  await page.getByRole('button', { name: PEOPLE.administrator, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
});

const REFUSED = {
  type: 'urn:lineslip:problem:not-signed-in',
  title: 'Please sign in',
  status: 401,
  detail: 'Your sign-in is no longer valid. Please sign in again.',
};

test(
  'a refused token redirects to the sign-in once; then it is offered, and returns to the page',
  { tag: '@long' },
  async ({ page }) => {
    await signInAnew(page, PEOPLE.administrator, '/users?q=newcomer');
    await expect(page.getByRole('link', { name: PEOPLE.newcomer })).toBeVisible();
    let signIns = 0;
    page.on('request', (request) => (signIns += new URL(request.url()).pathname === '/idp/authorize' ? 1 : 0));
    // Refused until the person has signed in again: an answered page would continue without the button.
    await page.route(/\/api\/(?!settings)/, (route) =>
      signIns < 2
        ? route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify(REFUSED) })
        : route.continue(),
    );
    await page.reload();
    await expect(page.getByText('Your sign-in is no longer valid. Please sign in again.')).toBeVisible();
    expect(signIns).toBe(1);
    expect(page.url()).toMatch(/\/users\?q=newcomer$/);

    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect(page.getByRole('link', { name: PEOPLE.newcomer })).toBeVisible();
    expect(signIns).toBe(2);
    expect(page.url()).toMatch(/\/users\?q=newcomer$/);
  },
);

test(
  'a required second factor is announced, with a link to the sign-in and back',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install();
    await signInAnew(page, PEOPLE.administrator, '/users?q=newcomer');
    await page.clock.setSystemTime(Date.now() + LATER_MS);
    // Every renewal is refused: a page whose renewal succeeds would continue without the button.
    await page.route('**/idp/oauth/token', (route) =>
      route.request().postData()?.includes('refresh_token')
        ? route.fulfill({
            status: 403,
            json: { error: 'mfa_required', error_description: 'Multifactor', mfa_token: 'm' },
          })
        : route.continue(),
    );
    await page.reload();
    await expect(page.getByText('The sign-in service asks for a second proof that it is you.')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect(page.getByRole('link', { name: PEOPLE.newcomer })).toBeVisible();
    expect(page.url()).toMatch(/\/users\?q=newcomer$/);
  },
);

test('a network failure signs nobody out', { tag: '@long' }, async ({ page }) => {
  await page.clock.install();
  await signInAnew(page, PEOPLE.administrator);
  await page.clock.setSystemTime(Date.now() + LATER_MS);
  await page.route('**/idp/oauth/token', (route) => route.abort('internetdisconnected'));

  await page.reload();
  await expect(page.getByText('Lineslip cannot reach the sign-in service')).toBeVisible();
  await expect(page.getByText('You are still signed in. The server could not be reached.')).toBeVisible();
  await expect(page.getByText(/Failed to fetch/)).toHaveCount(0);

  await page.unroute('**/idp/oauth/token');
  // It may recover before the button is pressed.
  await expect(async () => {
    await page
      .getByRole('button', { name: 'Retry' })
      .click({ timeout: 1000 })
      .catch(() => undefined);
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible({ timeout: 3000 });
  }).toPass();
});

test('a token is renewed silently, and the new one is used', { tag: '@long' }, async ({ page }) => {
  await page.clock.install();
  await signInAnew(page, PEOPLE.administrator);
  const before = await refreshToken(page);
  await page.clock.setSystemTime(Date.now() + LATER_MS);
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('link', { name: PEOPLE.newcomer })).toBeVisible();
  expect(await refreshToken(page)).not.toBe(before);
});

test(
  'a tampered or repeated callback says Invalid state, and offers a new sign-in',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/auth/callback?code=made-up&state=made-up');
    await expect(page.getByText('Invalid state')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByRole('button', { name: PEOPLE.viewer, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  },
);

test('signing out in one tab signs out the others', { tag: '@long' }, async ({ page, context }) => {
  await signInAnew(page, PEOPLE.administrator);
  const second = await context.newPage();
  await second.goto('/');
  await second.getByRole('button', { name: 'Sign out' }).click();
  await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test(
  'if another tab signed in as someone else, this one follows',
  { tag: '@long' },
  async ({ page, browser, lineslip }) => {
    await signInAnew(page, PEOPLE.administrator);
    const elsewhere = await browser.newContext({ baseURL: lineslip.url });
    const other = await elsewhere.newPage();
    await signInAnew(other, PEOPLE.viewer);
    const storage = await other.evaluate(() => ({ ...localStorage }));
    await elsewhere.close();

    const second = await page.context().newPage();
    await second.goto('/api/settings');
    await second.evaluate((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, storage);
    await expect(page.getByRole('button', { name: `User menu of ${PEOPLE.viewer}` })).toBeVisible();
  },
);

test('a server restart in the middle of a sign-in goes unnoticed', { tag: '@long' }, async ({ page }) => {
  const before = await startLineslip();
  await page.goto(before.url);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await before.kill();
  const after = await startLineslip({ PORT: new URL(before.url).port, DATA_DIR: before.dataDir });
  try {
    await page.getByRole('button', { name: PEOPLE.viewer, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  } finally {
    await after.stop();
  }
});

test('while the sign-in state loads, the large dial turns', { tag: '@long' }, async ({ page }) => {
  let release = () => {};
  const blocked = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/idp/oauth/token', async (route) => {
    await blocked;
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('button', { name: PEOPLE.viewer, exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('an unresponsive server is reported, with a way to continue', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/settings', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Lineslip cannot be reached' })).toBeVisible();
  await page.unroute('**/api/settings');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
