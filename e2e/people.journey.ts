import type { Locator, Page } from '@playwright/test';
import { expect, goTo, PEOPLE, signInAnew, test } from './lineslip.ts';

/** Everyone else only sees Home, Dials and Buckets in the navigation. */
const AREAS_OF: Record<string, string[]> = {
  [PEOPLE.administrator]: ['Home', 'Dials', 'Buckets', 'Users', 'Admin'],
  [PEOPLE.newcomer]: ['Home'],
};
const CYBER = '/syndicate/9101/bucket/cyber-privacy-and-tech';
const WRITERS: string[] = [PEOPLE.administrator, PEOPLE.underwriter, PEOPLE.secondUnderwriter];
const KNOWN: string[] = Object.values(PEOPLE).filter((name) => name !== PEOPLE.newcomer);
/** Every guarded address, and who may see it. Consecutive ones have different headings, so that each change is visible. */
const GUARDED: [address: string, heading: string, who: string[]][] = [
  ['/admin', 'Admin', [PEOPLE.administrator]],
  ['/users', 'Users', [PEOPLE.administrator]],
  ['/users/7', 'User', [PEOPLE.administrator]],
  [CYBER, 'Cyber Privacy & Tech', KNOWN],
  ['/dial', 'Create Dial', WRITERS],
  ['/dials/7', 'Dial', KNOWN],
  [`${CYBER}/edit`, 'Cyber Privacy & Tech', WRITERS],
  ['/syndicate', 'Buckets', KNOWN],
];

async function seeAreas(page: Page, person: string, address = '/'): Promise<Locator> {
  await signInAnew(page, person, address);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  // Home counts the reviews that wait for the person.
  const areas = (AREAS_OF[person] ?? ['Home', 'Dials', 'Buckets']).map(
    (name) => new RegExp(`^${name}(\\d+ waiting for you)?$`),
  );
  await expect(navigation.getByRole('link')).toHaveText(areas);
  await expect(navigation.getByRole('button', { name: `User menu of ${person}` })).toBeVisible();
  return navigation;
}

/** One of each kind: access depends on permissions, not on the person. */
for (const person of [PEOPLE.administrator, PEOPLE.underwriter, PEOPLE.newcomer]) {
  const details = person === PEOPLE.underwriter ? {} : { tag: '@long' };
  test(`${person} signs in, sees what they may, and signs out`, details, async ({ page, lineslip }) => {
    const navigation = await seeAreas(page, person);

    // The first one is a full load, before anything about the person is known.
    for (const [index, [address, heading, who]] of GUARDED.entries()) {
      const link = `${address}?from=mail&n=1`;
      await (index === 0 ? page.goto(link) : goTo(page, link));
      if (who.includes(person)) {
        await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
        expect(new URL(page.url()).pathname).toBe(address);
      } else {
        await expect(page).toHaveURL(`${lineslip.url}/?from=mail&n=1`);
        await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
      }
    }

    await goTo(page, '/');
    const sentence = 'Nothing to see here. Please request permissions to get started.';
    await expect(page.getByText(sentence)).toHaveCount(person === PEOPLE.newcomer ? 1 : 0);

    const requested: string[] = [];
    page.on('request', (request) => void requested.push(new URL(request.url()).pathname));
    await page.reload();
    await expect(navigation).toBeVisible();
    expect(requested.filter((path) => path.startsWith('/idp/'))).toEqual([]);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(requested).toContain('/idp/v2/logout');
    expect(requested.filter((path) => path === '/').length).toBeGreaterThan(0);
    await page.goto('/dials');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
}

test('signing in returns to the requested page', { tag: '@long' }, async ({ page, lineslip }) => {
  await seeAreas(page, PEOPLE.viewer, '/dials?tab=draft');
  await expect(page).toHaveURL(`${lineslip.url}/dials?tab=draft`);
});
