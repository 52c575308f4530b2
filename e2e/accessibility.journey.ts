import { AxeBuilder } from '@axe-core/playwright';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';

/** What is in order is not listed. */
const VIOLATIONS_ALONE = { resultTypes: ['violations' as const] };

/** All that a colour scheme can change. The rest is the same in both, and is looked at in the light one. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

// Every screen by itself is looked at in web/testing/accessibility.test.tsx. Here: what stands around them.
test('axe finds nothing on the sign-in page, in the shell and in its menu, light or dark', async ({ page }) => {
  const root = page.locator('html');
  const expectNoFindings = async (inShell: boolean) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (inShell) await expect(root).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      const axe = new AxeBuilder({ page }).options(VIOLATIONS_ALONE);
      const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(COLOUR_RULES)).analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
        colorScheme,
      ).toEqual([]);
    }
  };
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expectNoFindings(false);

  await signIn(page, PEOPLE.administrator, '/dials');
  await expect(page.getByRole('link', { name: 'View' }).first()).toBeVisible();
  await page.getByRole('button', { name: /^User menu/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoFindings(true);
});

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
