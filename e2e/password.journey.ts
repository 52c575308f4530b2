import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { button, toast } from './buckets.ts';
import { emptyDatabase } from './database.ts';
import { expect, test } from './lineslip.ts';
import { freePort, startLineslip } from './server.ts';

const PASSWORD = 'three dials and a bucket';
const ADA = 'ada@example.com';

const users = async (env: Record<string, string>, ...args: readonly string[]) =>
  (
    await promisify(execFile)(process.execPath, ['tools/users.ts', ...args], {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, ...env },
    })
  ).stdout;

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
}

/** The first sign-in does not report the link that the person has just used. */
const expectNoNotice = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0);

async function choosePassword(page: Page, password: string, action: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('The same again').fill(password);
  await button(page, action).click();
}

test(
  'people with passwords start at the command line: first an administrator on an empty PostgreSQL, who invites the next',
  { tag: '@long' },
  async ({ page, browser, lineslip }) => {
    test.setTimeout(180_000);
    const port = String(await freePort());
    const env = { SIGN_IN: 'password', PORT: port, DATABASE_URL: await emptyDatabase(lineslip, 'small_deployment') };
    const lastLineOf = async (...args: readonly string[]) =>
      (await users(env, ...args)).trim().split('\n').at(-1) ?? '';
    const link = await lastLineOf('add', ADA, 'Ada Lovelace', '--role', 'Administrator');
    expect(link).toMatch(/\/idp\/invitation\/[\w-]{40,}$/);
    const deployed = await startLineslip(env);
    try {
      await page.goto(link);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await choosePassword(page, 'ada.lovelace', 'Set password');
      await expect(page.getByRole('alert')).toHaveText('Please choose something other than your name or e-mail.');
      await choosePassword(page, PASSWORD, 'Set password');
      await expect(page.getByText('Your password is set.')).toBeVisible();
      await page.goto(link);
      await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);

      await page.goto(deployed.url);
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await expect(page.getByText('Demo Underwriter')).toHaveCount(0);
      await signInWith(page, ADA, 'not the right one');
      await expect(page.getByRole('alert')).toHaveText('E-mail or password is not right. Please try again.');
      await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(ADA);
      await signInWith(page, ADA, PASSWORD);
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expectNoNotice(page);

      await page.getByRole('link', { name: 'Users', exact: true }).click();
      await button(page, 'Add person').click();
      const dialog = page.getByRole('dialog', { name: 'Add person' });
      await dialog.getByRole('textbox', { name: 'Given name' }).fill('Grace');
      await dialog.getByRole('textbox', { name: 'Family name' }).fill('Hopper');
      await dialog.getByRole('textbox', { name: 'E-mail' }).fill('grace@example.com');
      await dialog.getByRole('radio', { name: /^Viewer/ }).click();
      await button(dialog, 'Add person').click();
      const done = page.getByRole('dialog', { name: 'Grace Hopper is added' });
      const invitation = await done.getByRole('textbox', { name: 'One-time link' }).inputValue();

      const context = await browser.newContext();
      const grace = await context.newPage();
      await grace.goto(invitation);
      await choosePassword(grace, PASSWORD, 'Set password');
      await expect(grace.getByText('Your password is set.')).toBeVisible();
      await grace.goto(deployed.url);
      await signInWith(grace, 'grace@example.com', PASSWORD);
      const areas = grace.getByRole('navigation', { name: 'Main' }).getByRole('link');
      await expect(areas).toHaveText(['Home', 'Dials', 'Buckets']);
      await expectNoNotice(grace);
      // Without demo content, empty lists say so, and what to do.
      await areas.filter({ hasText: 'Buckets' }).click();
      await expect(grace.getByRole('heading', { level: 1, name: 'Buckets' })).toBeVisible();

      await button(done, 'Done').click();
      await page.getByRole('link', { name: 'Grace Hopper', exact: true }).click();
      await button(page, 'Underwriter').click();
      await button(page, 'Save permissions').click();
      await expect(toast(page, 'Permissions successfully updated')).toBeVisible();
      expect(await users(env, 'list')).toContain(
        'Grace Hopper <grace@example.com>, active, not verified, the permissions of Underwriter',
      );
      await context.close();

      // A one-time password must be changed before the sign-in continues.
      const given = await lastLineOf('add', 'bob@example.com', 'Bob Fano', '--role', 'Viewer', '--temporary-password');
      const bobs = await browser.newContext();
      const bob = await bobs.newPage();
      await bob.goto(deployed.url);
      await signInWith(bob, 'bob@example.com', given);
      await expect(bob.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
      await choosePassword(bob, given, 'Set password and go on');
      await expect(bob.getByRole('alert')).toHaveText('Please choose another password than the one you were given.');
      await choosePassword(bob, PASSWORD, 'Set password and go on');
      await expect(bob.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await bobs.close();
    } finally {
      await deployed.stop();
    }
  },
);
