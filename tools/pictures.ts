import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type Browser, chromium, type Locator, type Page } from 'playwright';
import { emptyFolder, startLineslip } from '../e2e/server.ts';
import { chromium as launchOptions } from './chromium.ts';
import { writePalettePng } from './palette-png.ts';
import { root } from './run.ts';

/**
 * `npm run pictures`: takes the tour of docs/tour.md in the demo of a fresh server, and writes a picture of each step to
 * docs/pictures/.
 */
const FOLDER = join(root, 'docs/pictures');
const DIAL = 'Cargo base appetite';
const BUCKET = '/syndicate/9101/bucket/cargo';
const DESCRIPTION = 'Port congestion: we take less of each cargo policy.';
/** The demo portfolio is generated after the start. */
const PORTFOLIO_TIMEOUT_MS = 180_000;

const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: typeof name === 'string' });

async function takeTour(openAs: (person: string) => Promise<Page>): Promise<void> {
  const author = await openAs('Demo Underwriter');
  await lowerShareCap(author);
  const count = await rollOut(author);
  await seeImpact(author);
  await submit(author, count);
  await review(await openAs('Demo Reviewer One'), count);
  await makeLive(await openAs('Demo Reviewer Two'), count);
  await tryRisk(author);
  await readEvidence(author);
}

async function signIn(browser: Browser, baseURL: string, person: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto('/');
  await button(page, person).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  return page;
}

/** Waits until nothing is being loaded or measured, and no toast covers the page. */
async function takePicture(page: Page, name: string): Promise<void> {
  const toast = page.getByRole('status').getByText(/successfully|submitted$/);
  const waiting = page.getByText(/^(Loading\.\.\.|Measuring…|Being measured)$/).or(page.locator('.ls-bone'));
  await expect(waiting.or(toast)).toHaveCount(0, { timeout: PORTFOLIO_TIMEOUT_MS });
  const png = await page.screenshot({ scale: 'css', animations: 'disabled' });
  await writeFile(join(FOLDER, `${name}.png`), writePalettePng(png));
  console.log(`docs/pictures/${name}.png`);
}

async function lowerShareCap(page: Page): Promise<void> {
  await page.goto('/dials?search=cargo');
  await page.getByRole('link', { name: DIAL }).first().click();
  await page.getByRole('link', { name: 'Edit Dial' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Port congestion');
  await page.getByRole('link', { name: /Values/ }).click();
  await page.getByRole('textbox', { name: 'Policy share cap' }).fill('6');
  await expect(page.getByText('−1.5 points')).toBeVisible();
  await takePicture(page, '1-share-cap');
  await button(page, 'Publish Dial').click();
  await button(page.getByRole('dialog'), 'Publish Dial').click();
}

/** Returns the number of buckets. Those with a share of their own keep it. */
async function rollOut(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Update in buckets' }).click();
  await expect(page.getByText(/^[\d,]+ risks$/).first()).toBeVisible({ timeout: PORTFOLIO_TIMEOUT_MS });
  for (const keep of await page.getByText(/^Keep /).all()) await keep.click();
  await page.getByRole('textbox', { name: 'Description' }).fill(DESCRIPTION);
  const save = button(page, /^Save \d+ drafts$/);
  const count = Number(/\d+/.exec(await save.innerText())?.[0]);
  await takePicture(page, '2-roll-out');
  await save.click();
  await expect(page.getByText(`${count} just saved`)).toBeVisible();
  return count;
}

async function seeImpact(page: Page): Promise<void> {
  await page.goto(`${BUCKET}/edit`);
  await button(page, 'Impact').click();
  const panel = page.getByRole('complementary', { name: 'Impact' });
  await expect(panel.getByText(/^of [\d,]+ risks change$/)).toBeVisible();
  await takePicture(page, '3-impact');
}

async function submit(page: Page, count: number): Promise<void> {
  await page.goto('/syndicate?tab=draft');
  await page.getByRole('checkbox', { name: new RegExp(`\\b${count}\\b`) }).check();
  await button(page, `Submit ${count} together`).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^I know that/ }).check();
  await dialog.getByRole('textbox', { name: 'Description' }).fill(DESCRIPTION);
  await takePicture(page, '4-submit');
  await button(dialog, `Submit ${count} together`).click();
  await expect(page.getByRole('heading', { level: 1, name: DIAL })).toBeVisible();
}

async function review(page: Page, count: number): Promise<void> {
  await page.getByRole('link', { name: `Review Set: ${DIAL}` }).click();
  const approve = button(page, `Approve all ${count}`);
  await expect(approve).toBeEnabled();
  await takePicture(page, '5-review');
  await approve.click();
  await expect(button(page, `Approved all ${count}`)).toBeVisible();
}

async function makeLive(page: Page, count: number): Promise<void> {
  await page.getByRole('link', { name: `Review Set: ${DIAL}` }).click();
  await button(page, `Approve all ${count}`).click();
  const dialog = page.getByRole('dialog', { name: `Make ${count} buckets live?` });
  await expect(dialog.getByText(/of [\d,]+ risks change/)).toBeVisible();
  await takePicture(page, '6-live');
  await button(dialog, 'Approve and make live').click();
  await expect(page.getByText('Draft Approved').first()).toBeVisible();
}

async function tryRisk(page: Page): Promise<void> {
  await page.goto(BUCKET);
  await button(page, 'Try a risk').click();
  await page.getByRole('combobox', { name: 'Risk codes' }).fill('Q');
  await page.getByRole('option', { name: /^Q/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Revenue', exact: true }).fill('400m');
  await page.getByRole('textbox', { name: 'Revenue', exact: true }).blur();
  await expect(page.getByRole('columnheader', { name: /^Policy share cap/ })).toContainText('6');
  await takePicture(page, '7-try-a-risk');
}

async function readEvidence(page: Page): Promise<void> {
  await page.goto(`${BUCKET}?history=all`);
  await page
    .getByRole('link', { name: /evidence/i })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Evidence of v/ })).toBeVisible();
  await takePicture(page, '8-evidence');
}

const server = await startLineslip({ DATA_DIR: await emptyFolder() });
const browser = await chromium.launch(launchOptions);
try {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await takeTour((person) => signIn(browser, server.url, person));
} finally {
  await browser.close();
  await server.stop();
}
