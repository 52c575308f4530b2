import { type BrowserContext, type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';
import { startLineslip, type Lineslip } from './server.ts';

/** Opens a browser of someone else, signed in at an address. */
type OpenAs = (person: string, address?: string) => Promise<Page>;

/** Every journey runs on its worker's own server, and fails on a page error or a CSP violation. */
export const test = base.extend<{ watched: void; openAs: OpenAs }, { lineslip: Lineslip }>({
  lineslip: [
    async ({}, use) => {
      const lineslip = await startLineslip();
      await use(lineslip);
      await lineslip.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ lineslip }, use) => use(lineslip.url),
  openAs: async ({ browser, baseURL, viewport, locale, timezoneId, hasTouch, contextOptions }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (person, address) => {
      const options = { ...contextOptions, baseURL, viewport, locale, timezoneId, hasTouch } as BrowserContextOptions;
      const context = await browser.newContext(options);
      opened.push(context);
      const page = await context.newPage();
      await signIn(page, person, address);
      return page;
    });
    for (const context of opened) await context.close();
  },
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
  compliance: 'Demo Compliance',
} as const;

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Well within the lifetime of an access token: a stored one that had to be renewed would be renewed by two journeys. */
const STORED_MS = 5 * 60_000;
const stored = new Map<string, Readonly<{ state: Stored; at: number }>>();

/** From any page to the signed-in shell, by the sign-in page. */
export async function signInAnew(page: Page, person: string, address = '/'): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: person, exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Reuses the sign-in of an earlier journey of this worker, if any. For journeys that do not end it. */
export async function signIn(page: Page, person: string, address = '/'): Promise<void> {
  const context = page.context();
  const found = stored.get(person);
  if (found === undefined || Date.now() - found.at > STORED_MS) {
    const at = Date.now();
    await signInAnew(page, person, address);
    stored.set(person, { state: await context.storageState(), at });
    return;
  }
  await context.setStorageState(found.state);
  await page.goto(address);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/**
 * Navigates client-side, like a link, which is five times faster than a full load. For journeys that are not about
 * loading.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** The time of day of a timestamp in that time zone, like "10:42". */
export const clockIn = (timeZone: string, moment: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(moment));
