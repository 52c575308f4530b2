import { CYBER, cyberOf } from './buckets.ts';
import { expect, goTo, PEOPLE, signIn, test } from './lineslip.ts';

test(
  'every bucket at a glance, by partner, by class and by state, also with the keyboard',
  { tag: '@long' },
  async ({ page }) => {
    await signIn(page, PEOPLE.underwriter, '/syndicate');
    const matrix = page.getByRole('grid', { name: 'Buckets, classes by partners' });
    await expect(
      matrix.getByRole('link', { name: /^Cyber Privacy & Tech, 9101 Alder: appetite 1\.25, Draft/ }),
    ).toBeVisible();
    for (const tab of ['Active', 'Draft', 'Pending Review'])
      await expect(page.getByRole('tab', { name: tab })).toBeVisible();

    await page.getByRole('tab', { name: 'Pending Review' }).click();
    await expect(page).toHaveURL(/tab=pending_review/);
    await expect(page.getByRole('row', { name: /^Marine War, 9147 Estuary.*of 2 approvals/ })).toBeVisible();
    await page.getByRole('tab', { name: 'All' }).click();
    await expect(page).toHaveURL(/\/syndicate$/);
    await page.getByText('Drafts', { exact: true }).click();
    await expect(page).toHaveURL(/layer=drafts/);
    await expect(matrix.getByRole('link', { name: /^Marine War, 9147 Estuary: in review for/ })).toBeVisible();
    await page.getByText('Appetite', { exact: true }).click();

    await matrix.getByRole('link', { name: /^Cyber Privacy & Tech, 9101 Alder/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(matrix.getByRole('link', { name: /^Cyber Privacy & Tech, 9112 Beacon/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: CYBER })).toBeVisible();

    await goTo(page, '/syndicate');
    await page.getByRole('combobox', { name: 'Select Partner' }).click();
    await page.getByRole('option', { name: '9101 Alder' }).click();
    await expect(page).toHaveURL(/\/syndicate\/9101\/bucket/);
    await expect(page.getByRole('heading', { level: 1, name: '9101 Alder' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Select Class' }).click();
    await page.getByRole('option', { name: CYBER, exact: true }).click();
    await expect(page).toHaveURL(cyberOf(9101));
  },
);
