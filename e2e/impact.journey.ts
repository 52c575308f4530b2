import { button, cyberOf, dialRow, openEdit } from './buckets.ts';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';

test('what an edit does to the risks of the portfolio is seen as it is made, a figure is opened, and one of its risks is tried', async ({
  page,
}) => {
  await signIn(page, PEOPLE.underwriter);
  await openEdit(page, cyberOf(9101));
  await page.keyboard.press('i');
  const panel = page.getByRole('complementary', { name: 'Impact' });
  const changed = panel.getByRole('button', { name: /^Risks that change: / });
  // The demo's portfolio is made when it is first asked for.
  await expect(panel.getByText('of 38,412 risks change', { exact: true })).toBeVisible({ timeout: 60_000 });
  const before = await changed.innerText();

  await dialRow(page, 'Cyber base appetite').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(changed).not.toHaveText(before);
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
  await button(page, 'Close impact').click();
  await expect(panel).toBeHidden();
});
