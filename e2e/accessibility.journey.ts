import { AxeBuilder } from '@axe-core/playwright';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';

// Every screen by itself is looked at in web/testing/accessibility.test.tsx. Here: what stands around them.
for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the sign-in page, in the shell and in its menu, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const findings = async () =>
      (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(await findings()).toEqual([]);

    await signIn(page, PEOPLE.administrator, '/dials');
    await expect(page.getByRole('link', { name: 'View' }).first()).toBeVisible();
    await page.getByRole('button', { name: /^User menu/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await findings()).toEqual([]);
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
