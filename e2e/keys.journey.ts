import type { Page } from '@playwright/test';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Find anything' });

async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
}

/** Returns where Enter leads a person who waits for everything before each key. */
async function findPatiently(page: Page, text: string): Promise<string> {
  await openHome(page);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/result/);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname !== '/');
  return page.url();
}

/** Types without waiting for anything. Returns what the palette held when Enter arrived. */
async function findQuickly(page: Page, text: string, delay: number): Promise<string> {
  const held = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        addEventListener(
          'keydown',
          ({ key, target }) => key === 'Enter' && resolve(target instanceof HTMLInputElement ? target.value : ''),
          { capture: true },
        );
      }),
  );
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text, { delay });
  await page.keyboard.press('Enter');
  return held;
}

async function checkTyping(page: Page, texts: readonly string[], delays: readonly number[]): Promise<void> {
  await signIn(page, PEOPLE.administrator);
  for (const text of texts) {
    const target = await findPatiently(page, text);
    for (const delay of delays) {
      const typing = `${text} at ${delay} ms a key`;
      // A load of the document forgets the code of the palette, a click on a link does not.
      await openHome(page);
      expect(await findQuickly(page, text, delay), `${typing}, cold`).toBe(text);
      await expect(page, `${typing}, cold`).toHaveURL(target);
      await page.getByRole('link', { name: /^Home/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
      expect(await findQuickly(page, text, delay), `${typing}, warm`).toBe(text);
      await expect(page, `${typing}, warm`).toHaveURL(target);
    }
  }
}

test('what is typed after Ctrl K arrives in the palette, and Enter at once opens it', ({ page }) =>
  checkTyping(page, ['cargo 9164', 'new'], [30]));

test('what is typed after Ctrl K arrives at any speed', { tag: '@long' }, ({ page }) =>
  checkTyping(page, ['cargo 9164', 'hull', 'new', 'gdynia'], [30, 70, 120]),
);

test('a person switches single keys off for this browser', async ({ page, lineslip }) => {
  await signIn(page, PEOPLE.administrator);
  const setting = page.getByRole('menuitemcheckbox', { name: 'Shortcuts of one key' });
  const menu = page.getByRole('button', { name: `User menu of ${PEOPLE.administrator}` });
  await menu.click();
  await setting.click();
  await page.reload();
  await menu.click();
  await expect(setting).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(setting).toBeHidden();
  await page.keyboard.press('n');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveURL(`${lineslip.url}/`);
});
