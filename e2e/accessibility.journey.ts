import { AxeBuilder } from '@axe-core/playwright';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';

const ADDRESSES = [
  '/',
  '/admin',
  '/admin?tab=partners',
  '/admin?tab=lists',
  '/admin?tab=flags',
  '/admin?tab=usage',
  '/admin?tab=audit',
  '/dial',
  '/dials',
  '/syndicate',
  '/syndicate/9101/bucket',
  '/syndicate/9101/bucket/cargo',
  '/syndicate/9101/bucket/cargo/draft',
  '/syndicate/9101/bucket/cargo/edit',
  '/users',
  '/users/7',
  '/users/demo%7Cviewer',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any screen, ${colorScheme}`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const findings = async () => {
      // Not on skeletons: what counts is the content.
      await expect(page.getByText('Loading...')).toHaveCount(0);
      return (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
    };
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(await findings()).toEqual([]);

    await signIn(page, PEOPLE.administrator);
    for (const address of ADDRESSES) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (address === '/users') await expect(page.getByRole('link', { name: PEOPLE.viewer })).toBeVisible();
      expect(await findings(), address).toEqual([]);
    }
    await page.goto('/dials');
    await page.getByRole('link', { name: 'View' }).first().click();
    await expect(page.getByRole('heading', { name: 'Applies when' })).toBeVisible();
    expect(await findings(), 'dial details').toEqual([]);
    await page.getByRole('link', { name: 'Edit Dial' }).click();
    for (const step of ['Dimensions', 'Values']) {
      await page.getByRole('link', { name: step, exact: true }).last().click();
      await expect(page.getByRole('heading', { name: 'Applies when' })).toBeVisible();
      expect(await findings(), step).toEqual([]);
    }
    await page.getByRole('button', { name: /^User menu/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await findings(), 'user menu').toEqual([]);
  });
}

test('the whole shell can be walked with the keyboard', async ({ page, lineslip }) => {
  await signIn(page, PEOPLE.viewer);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
  const dials = page.getByRole('link', { name: 'Dials', exact: true });
  await dials.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${lineslip.url}/dials`);
});
