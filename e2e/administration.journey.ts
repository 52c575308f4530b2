import type { Browser, Page } from '@playwright/test';
import { callApi, emptyBucket, publishDial } from './api.ts';
import { button, submit, toast } from './buckets.ts';
import { expect, goTo, PEOPLE, signIn, signInAnew, test as base } from './lineslip.ts';
import { type Lineslip, startLineslip } from './server.ts';

/** These journeys change people, so they have their own server. */
const test = base.extend<object, { lineslip: Lineslip }>({
  lineslip: [
    async ({}, use) => {
      const lineslip = await startLineslip();
      await use(lineslip);
      await lineslip.stop();
    },
    { scope: 'worker' },
  ],
});

const LATER_MS = 11 * 60_000;

async function otherBrowser(browser: Browser, lineslip: Lineslip, person: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: lineslip.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.clock.install();
  const flags = page.waitForResponse((answer) => answer.url().includes('/ofrep/'));
  await signInAnew(page, person);
  await flags;
  return page;
}

/**
 * Lets the token expire and a minute pass, after which the page requests another. Fast-forwarding a minute can abort
 * that request, as if it took a minute: then the page retries a minute later.
 */
async function untilTokenIsRenewed(page: Page, seen: () => Promise<void>): Promise<void> {
  await page.clock.setSystemTime(Date.now() + LATER_MS);
  await expect(async () => {
    await page.clock.runFor(61_000);
    await seen();
  }).toPass();
}

async function openPerson(page: Page, person: string): Promise<void> {
  await goTo(page, '/users');
  await page.getByRole('link', { name: person, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: person })).toBeVisible();
}

test(
  'a newcomer is granted a permission and sees the area after the refresh, without a new sign-in',
  { tag: '@long' },
  async ({ page, browser, lineslip }) => {
    const newcomer = await otherBrowser(browser, lineslip, PEOPLE.newcomer);
    const areas = newcomer.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(areas).toHaveText(['Home']);
    await expect(newcomer.getByText('Nothing to see here. Please request permissions to get started.')).toBeVisible();

    await signIn(page, PEOPLE.administrator);
    await openPerson(page, PEOPLE.newcomer);
    await page.getByRole('checkbox', { name: 'dials:view' }).check();
    await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();
    await button(page, 'Save permissions').click();
    await expect(toast(page, 'Permissions successfully updated')).toBeVisible();

    await untilTokenIsRenewed(newcomer, () => expect(areas).toHaveText(['Home', 'Dials'], { timeout: 4000 }));
    await newcomer.getByRole('link', { name: 'Dials', exact: true }).click();
    await expect(newcomer.getByRole('heading', { level: 1, name: 'Dials' })).toBeVisible();
  },
);

test(
  'a deactivated person cannot vote at once, and is signed out within one refresh',
  { tag: '@long' },
  async ({ page, browser, lineslip }) => {
    await signInAnew(page, PEOPLE.underwriter);
    await publishDial(page, { name: 'Journey of a deactivated voter' });
    const bucket = await emptyBucket(page, 3);
    await submit(page, bucket, 'Journey of a deactivated voter', 'To be voted on.');

    const voter = await otherBrowser(browser, lineslip, PEOPLE.reviewerTwo);
    await goTo(voter, `${bucket}/draft`);
    await expect(button(voter, 'Approve')).toBeVisible();

    const admin = await otherBrowser(browser, lineslip, PEOPLE.administrator);
    await openPerson(admin, PEOPLE.reviewerTwo);
    await admin.getByRole('button', { name: 'More actions' }).click();
    await admin.getByRole('menuitem', { name: 'Deactivate' }).click();
    const question = admin.getByRole('dialog', { name: `Deactivate ${PEOPLE.reviewerTwo}?` });
    await button(question, 'Deactivate').click();
    await expect(toast(admin, 'Person successfully deactivated')).toBeVisible();

    await button(voter, 'Approve').click();
    await expect(
      voter.getByText('You can no longer sign in here, so this was not done. Please ask an administrator.').first(),
    ).toBeVisible();
    const { round } = await callApi<{ round: { votes: unknown[] } }>(
      admin,
      `/api/buckets/${bucket.replace('/syndicate/', '').replace('/bucket/', '/')}/review`,
    );
    expect(round.votes).toEqual([]);

    const signIn = voter.getByRole('heading', { name: 'Sign in' });
    await untilTokenIsRenewed(voter, () => expect(signIn).toBeVisible({ timeout: 4000 }));
    await expect(voter.getByRole('button', { name: PEOPLE.reviewerTwo, exact: true })).toHaveCount(0);
  },
);

test('a flag change reaches the browser', { tag: '@long' }, async ({ page, browser, lineslip }) => {
  await signIn(page, PEOPLE.administrator);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { level: 1, name: 'Dials' })).toBeVisible();

  await goTo(page, '/admin?tab=flags');
  await page.getByText('keyboard-navigation').first().waitFor();
  await page.getByRole('radiogroup', { name: 'keyboard-navigation' }).getByText('Off', { exact: true }).click();
  await button(page, 'Save flags').click();
  await expect(toast(page, 'Flags successfully updated')).toBeVisible();

  const viewer = await otherBrowser(browser, lineslip, PEOPLE.viewer);
  await viewer.keyboard.press('g');
  await viewer.keyboard.press('d');
  await viewer.getByRole('link', { name: 'Buckets', exact: true }).click();
  await expect(viewer.getByRole('heading', { level: 1, name: 'Buckets' })).toBeVisible();
  // The keys did nothing: before the buckets was Home.
  await viewer.goBack();
  await expect(viewer.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();

  await goTo(page, '/admin?tab=audit');
  await expect(page.getByRole('row').filter({ hasText: 'keyboard-navigation' }).first()).toContainText(
    PEOPLE.administrator,
  );
});
