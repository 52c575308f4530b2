import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Evidence } from '#contract/evidence.ts';
import { button, cyberOf, dialRow, openEdit, toast } from './buckets.ts';
import { expect, goTo, PEOPLE, signIn, test } from './lineslip.ts';
import { portfolioRow, usePortfolio } from './portfolios.ts';

const BUCKET = cyberOf(9112);

test(
  'the impact of an edit appears as it is made, two reviewers see it although the portfolio is replaced meanwhile, and the evidence keeps it',
  { tag: '@long' },
  async ({ page, openAs }) => {
    await signIn(page, PEOPLE.underwriter);
    await openEdit(page, BUCKET);
    await page.keyboard.press('i');
    const panel = page.getByRole('complementary', { name: 'Impact' });
    const changed = panel.getByRole('button', { name: /^Risks that change: / });
    // The demo portfolio is generated on first use.
    await expect(panel.getByText('of 38,412 risks change', { exact: true })).toBeVisible({ timeout: 60_000 });

    await dialRow(page, 'Cyber base appetite').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await expect(panel.getByText('Loading...')).toBeHidden();

    await changed.click();
    const sheet = page.getByRole('table', { name: 'Risks' });
    const row = sheet.getByRole('row').nth(1);
    const after = await row.locator('b').first().innerText();
    await row.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Try a risk' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Result' })).toContainText(after);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    const [figure = ''] = /[\d,]+$/.exec(await changed.innerText()) ?? [];
    await button(page, 'Close impact').click();
    await expect(panel).toBeHidden();

    await button(page, 'Submit for Review').click();
    const dialog = page.getByRole('dialog', { name: 'Submit for Review' });
    await dialog.getByRole('textbox', { name: 'Description' }).fill('The base appetite first.');
    await button(dialog, 'Submit for Review').click();
    await expect(toast(page, 'Review submitted')).toBeVisible();

    const portfolios = '/admin?tab=portfolio';
    const compliance = await openAs(PEOPLE.compliance, portfolios);
    await replacePortfolio(await openAs(PEOPLE.administrator, portfolios), compliance);
    const one = await openAs(PEOPLE.reviewerOne, `${BUCKET}/draft`);
    const card = one.getByRole('region', { name: 'Impact', exact: true });
    await expect(card).toContainText(/Stored at submit .*, unchanged since/);
    await expect(card).toContainText('Stored with a portfolio that is no longer used for Impact');
    await expect(one.getByRole('navigation', { name: 'Facts' })).toContainText(`${figure} of 38,412`);
    await button(card, 'Measure again').click();
    await expect(card.getByRole('radiogroup', { name: 'Measured' }).getByRole('radio')).toHaveCount(2);
    await button(one, 'Approve').click();
    // Every place shows the newest measurement of the round; the one before is a click away.
    const two = await openAs(PEOPLE.reviewerTwo, `${BUCKET}/draft`);
    await expect(two.getByRole('navigation', { name: 'Facts' })).toContainText('No risk changes');
    const both = two.getByRole('region', { name: 'Impact', exact: true });
    await both.getByText(/^At submit /).click();
    await expect(both).toContainText(figure);
    await expect(both).toContainText('of 38,412 risks change');
    await button(two, 'Approve').click();
    await button(two.getByRole('dialog', { name: /live\?$/ }), 'Approve and make live').click();
    await expect(toast(two, 'Review submitted')).toBeVisible();

    const evidence = await downloadEvidence(two);
    expect(
      evidence.impact.map(({ portfolio, impact: { all, changed: some } }) => [portfolio.name, all.risks, some.risks]),
    ).toEqual([
      ['Risks of 2025', 38_412, Number(figure.replaceAll(',', ''))],
      ['Two risks', 2, expect.any(Number)],
    ]);
  },
);

/** Loads another portfolio and uses it for Impact. */
async function replacePortfolio(page: Page, compliance: Page): Promise<void> {
  const text = 'reference,class of business,revenue\nR1,Cyber Privacy & Tech,5m\nR2,Cyber Privacy & Tech,90m\n';
  await expect(button(page, 'Load a portfolio')).toBeVisible();
  await page
    .getByLabel('File of risks')
    .setInputFiles({ name: 'two.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByLabel('Keep as').fill('Two risks');
  await button(page, 'Load 2 risks').click();
  await expect(portfolioRow(page, 'Two risks')).toBeVisible();
  await usePortfolio(page, compliance, 'Two risks');
}

async function downloadEvidence(page: Page): Promise<Evidence> {
  await goTo(page, `${BUCKET}?history=all`);
  const download = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Download evidence/ })
    .first()
    .click();
  return JSON.parse(await readFile(await (await download).path(), 'utf8')) as Evidence;
}
