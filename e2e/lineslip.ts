import { expect, test as base, type Page } from '@playwright/test';
import { startLineslip, type Lineslip } from './server.ts';

type Watched = { lineslip: Lineslip };

/** Every journey runs on its worker's own server, and fails on a page error or a breach of the content policy. */
export const test = base.extend<{ watched: void }, Watched>({
  lineslip: [
    async ({}, use) => {
      const lineslip = await startLineslip();
      await use(lineslip);
      await lineslip.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ lineslip }, use) => use(lineslip.url),
  watched: [
    async ({ context }, use) => {
      const wrong: string[] = [];
      context.on('weberror', (error) => wrong.push(error.error().message));
      context.on('console', (message) => {
        if (/Content Security Policy|Refused to/.test(message.text())) wrong.push(message.text());
      });
      await use();
      expect(wrong).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export const PEOPLE = {
  administrator: 'Demo Administrator',
  underwriter: 'Demo Underwriter',
  secondUnderwriter: 'Demo Second Underwriter',
  reviewerOne: 'Demo Reviewer One',
  reviewerTwo: 'Demo Reviewer Two',
  viewer: 'Demo Viewer',
  newcomer: 'Demo Newcomer',
} as const;

/** From wherever the page is to the signed-in shell. */
export async function signIn(page: Page, person: string, address = '/'): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: person, exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}
