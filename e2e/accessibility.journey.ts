import { AxeBuilder } from '@axe-core/playwright';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';

/** Leaves out passed rules. */
const ONLY_VIOLATIONS = { resultTypes: ['violations' as const] };

/** The rules that depend on the colour scheme. The rest is only checked in the light one. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

// web/testing/accessibility.test.tsx checks every screen. This checks what surrounds them.
test(
  'axe finds nothing on the sign-in page, in the shell and in its menu, light or dark',
  { tag: '@long' },
  async ({ page }) => {
    const root = page.locator('html');
    const expectNoFindings = async (inShell: boolean) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        if (inShell) await expect(root).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        const axe = new AxeBuilder({ page }).options(ONLY_VIOLATIONS);
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
  },
);

test('the whole shell can be used with the keyboard', { tag: '@long' }, async ({ page, lineslip }) => {
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
