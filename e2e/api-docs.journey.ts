import { expect, PEOPLE, signIn, test } from './lineslip.ts';

test(
  'the API page sends a request as the signed-in person, under the policy of every page',
  { tag: '@long' },
  async ({ page }) => {
    await signIn(page, PEOPLE.viewer, '/api/docs');
    await page.locator('#operations-tag-Dials').click();
    const route = page.locator('#operations-Dials-listDials');
    await route.locator('.opblock-summary-control').click();
    await route.getByRole('button', { name: 'Try it out' }).click();
    await route.getByPlaceholder('q', { exact: true }).fill('cargo');
    const answered = page.waitForResponse((answer) => answer.url().includes('/api/dials?'));
    await route.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).status()).toBe(200);
    await expect(route.locator('.live-responses-table')).toContainText('"items"');
    // The command line that it offers to copy has no token.
    await expect(route.locator('.curl-command')).toContainText('/api/dials?');
    await expect(route).not.toContainText('Bearer');
  },
);
