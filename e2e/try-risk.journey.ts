import { button, cyberOf, dialRow, openEdit, toast } from './buckets.ts';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';

test(
  'a risk is tried on an unsaved edit by keyboard alone, and a colleague sees the same by its link',
  { tag: '@long' },
  async ({ page, context, openAs }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, PEOPLE.underwriter);
    await openEdit(page, cyberOf(9101));
    const base = dialRow(page, 'Cyber primary $100m to $1bn revenue');
    await base.focus();
    await page.keyboard.press('Delete');
    await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();

    const opener = button(page, 'Try a risk');
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-example]:focus')).toBeVisible();
    await page.getByRole('combobox', { name: 'Risk codes' }).focus();
    await page.keyboard.type('CY');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByRole('textbox', { name: 'Revenue', exact: true }).focus();
    await page.keyboard.type('640m');
    const result = page.getByRole('table', { name: 'Result' });
    const max = result.getByRole('columnheader', { name: /^Max line/ });
    await expect(max).toContainText('1,000,000');
    await expect(page).toHaveURL(/edit\?try=.*&risk_codes=CY&is_primary=primary&revenue_ranges=640000000$/);
    const againstLive = page.getByRole('group', { name: /^Against live/ });
    await expect(againstLive).toContainText('Removed');

    await button(page, 'Copy link').focus();
    await page.keyboard.press('Enter');
    await expect(
      toast(page, 'Link copied to clipboard. It opens the saved draft: your unsaved changes are not in it.'),
    ).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(page.getByText('No unsaved changes')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(max).not.toContainText('1,000,000');

    const theirs = await openAs(PEOPLE.viewer, new URL(link).pathname + new URL(link).search);
    const seen = theirs.getByRole('table', { name: 'Result' });
    await expect(seen).toContainText('dials take part');
    const linesOf = async (table: typeof seen) => (await table.innerText()).split('\n');
    await expect.poll(async () => linesOf(seen)).toEqual(await linesOf(result));
  },
);
