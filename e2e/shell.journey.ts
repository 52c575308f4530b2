import type { Page } from '@playwright/test';
import { callApi, emptyBucket, publishDial } from './api.ts';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';

test('unknown addresses redirect to the nearest page', { tag: '@long' }, async ({ page, lineslip }) => {
  await signIn(page, PEOPLE.underwriter);
  for (const [requested, given] of [
    ['/nowhere/at/all', '/'],
    ['/auth/callback', '/'],
    ['/dial/7/nowhere', '/dial'],
    ['/syndicate/9101?tab=draft', '/syndicate/9101/bucket?tab=draft'],
  ] as const) {
    await page.goto(requested);
    await expect(page).toHaveURL(lineslip.url + given);
  }
});

test(
  'the back button names the previous page, and returns there with its query',
  { tag: '@long' },
  async ({ page, lineslip }) => {
    await signIn(page, PEOPLE.administrator, '/users/7');
    const back = page.getByRole('link', { name: /^Back to/ });
    await expect(back).toHaveAccessibleName('Back to Users');

    await page.goto('/users?sort=seen');
    await page.getByRole('link', { name: PEOPLE.newcomer }).click();
    await expect(page.getByRole('heading', { level: 1, name: PEOPLE.newcomer })).toBeFocused();
    await expect(page).toHaveTitle(`${PEOPLE.newcomer}, Users · Lineslip`);
    await expect(back).toHaveAccessibleName('Back to Users');
    await back.hover();
    await expect(page.getByRole('tooltip', { name: 'Back to Users' })).toBeVisible();
    await back.click();
    await expect(page).toHaveURL(`${lineslip.url}/users?sort=seen`);
    await expect(page.getByRole('link', { name: /^Back to/ })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused();
  },
);

test(
  'a bucket has the same name in its tab and in Back, however it was reached',
  { tag: '@long' },
  async ({ page }) => {
    await signIn(page, PEOPLE.underwriter, '/syndicate/9101/bucket/cyber-privacy-and-tech');
    await expect(page).toHaveTitle('Cyber Privacy & Tech, 9101, Buckets · Lineslip');
    await page.getByRole('link', { name: 'Edit Bucket' }).click();
    const back = page.getByRole('link', { name: 'Back to Cyber Privacy & Tech, 9101', exact: true });
    await expect(back).toBeVisible();
    await expect(page).toHaveTitle('Edit Cyber Privacy & Tech, 9101, Buckets · Lineslip');
    await page.reload();
    await expect(back).toBeVisible();
  },
);

test(
  'the focus is on the heading, on the first field or back on the opener, and never on the body',
  { tag: '@long' },
  async ({ page }) => {
    await signIn(page, PEOPLE.administrator);
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
    await page.getByRole('link', { name: 'Users' }).click();
    await expect(heading('Users')).toBeFocused();
    const add = page.getByRole('button', { name: 'Add person' });
    await add.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(add).toBeFocused();
    await page.goBack();
    await expect(heading('Home')).toBeFocused();
    await page.getByRole('link', { name: 'Create Dial' }).click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  },
);

test('the navigation collapses, stays so after a reload, and names its items', { tag: '@long' }, async ({ page }) => {
  await signIn(page, PEOPLE.administrator);
  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect.poll(async () => (await navigation.boundingBox())?.width).toBe(60);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Dials' }).hover();
  await expect(page.getByRole('tooltip', { name: 'Dials' })).toBeVisible();
  await page.getByRole('button', { name: 'Expand navigation' }).click();
  await expect.poll(async () => (await navigation.boundingBox())?.width).toBe(224);
});

test('light and dark follow the system until the person chooses', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, PEOPLE.viewer);
  const scheme = page.locator('html');
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: `User menu of ${PEOPLE.viewer}` }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.reload();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
});

/** Submits a review that waits, independent of the demo's. */
async function submitReview(page: Page): Promise<void> {
  const [, , partner, , cob] = (await emptyBucket(page, 6)).split('/');
  const { id } = await publishDial(page, { name: 'Reviewed next', values: { max_line: 1000 } });
  const { revision } = await callApi<{ revision: string }>(page, `/api/buckets/${partner}/${cob}`);
  const edits = [{ kind: 'add', dial_id: id, version: 1, place: { at: 'end' } }];
  const buckets = [{ partner: Number(partner), cob, revision, edits }];
  await callApi(page, '/api/bucket-drafts', { method: 'PUT', body: { buckets, submit: { description: 'Next' } } });
}

test(
  'by keyboard alone: a bucket is found, opened and edited, a review is next, and ? lists the keys',
  { tag: '@long' },
  async ({ page, lineslip, openAs }) => {
    await submitReview(await openAs(PEOPLE.underwriter));
    await signIn(page, PEOPLE.administrator);
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
    const field = page.getByRole('combobox', { name: 'Find anything' });
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.type('9101 cyber');
    await expect(page.getByRole('option', { name: 'Live v' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${lineslip.url}/syndicate/9101/bucket/cyber-privacy-and-tech`);
    await expect(heading('Cyber Privacy & Tech')).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys of this page' })).toContainText('Review next');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page).toHaveURL(/\/bucket\/[^/]+\/draft$/);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('group', { name: 'Recent' })).toContainText('9101 Alder');
    await page.keyboard.type('alder cyber');
    await expect(page.getByRole('option', { name: 'Cyber Privacy & Tech 9101 Alder' }).first()).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(`${lineslip.url}/syndicate/9101/bucket/cyber-privacy-and-tech/edit`);
  },
);

test('keys switch between the areas, but not while typing', { tag: '@long' }, async ({ page, lineslip }) => {
  await signIn(page, PEOPLE.viewer);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(`${lineslip.url}/dials`);
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL(`${lineslip.url}/`);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  const search = page.getByPlaceholder('Search for dial');
  await search.click();
  await page.keyboard.type('gh');
  await expect(search).toHaveValue('gh');
  await expect(page).toHaveURL(/\/dials/);
});

test('hovering a link for 100 ms prefetches its page; passing over it does not', { tag: '@long' }, async ({ page }) => {
  await page.clock.install();
  await signIn(page, PEOPLE.administrator);
  const fetched: string[] = [];
  page.on('request', (request) => void fetched.push(new URL(request.url()).pathname));
  const link = page.getByRole('link', { name: 'Admin' });
  const isFetched = () => fetched.some((path) => path.includes('AdminPage'));

  await page.clock.pauseAt(Date.now() + 60_000);
  await link.hover();
  await page.clock.runFor(99);
  await page.getByRole('heading', { level: 1 }).hover();
  await page.clock.runFor(200);
  expect(isFetched()).toBe(false);
  await link.hover();
  await page.clock.runFor(100);
  await expect.poll(isFetched).toBe(true);
});

test('a page whose code cannot be loaded reloads once, then says so', async ({ page, lineslip }) => {
  await signIn(page, PEOPLE.administrator);
  const logged: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && logged.push(message.text())));
  let documents = 0;
  page.on('request', (request) => void (request.isNavigationRequest() && (documents += 1)));
  await page.route('**/assets/UsersPage-*.js', (route) => route.abort());

  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByText('This page could not be shown')).toBeVisible();
  await expect(page).toHaveURL(`${lineslip.url}/users`);
  expect(documents).toBe(1);
  expect(logged.some((text) => text.includes('could not be loaded'))).toBe(true);

  await page.unroute('**/assets/UsersPage-*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('link', { name: PEOPLE.newcomer })).toBeVisible();
});
