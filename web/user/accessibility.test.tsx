import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { HOSTED, listOf, makePerson, makeRow, makeUser, showList, showPerson, WITH_PASSWORD } from './testing.tsx';

const ACTIVITY = {
  items: [makeRow(2), makeRow(1, { refused: true, detail: { attempt: 'vote', told: 'No.' } })],
  next: 'older',
};
const PEOPLE = [
  makeUser(1, { state: 'invited' }),
  makeUser(2, { state: 'deactivated', permissions: ['user:edit', 'dials:view'] }),
];
const list = () => showList({ listUsers: async () => listOf(PEOPLE, { next: 'more', directory: WITH_PASSWORD }) });
const person = (more: Parameters<typeof makePerson>[0]) =>
  showPerson(makePerson(more), { answers: { listUserActivity: async () => ACTIVITY } });

const SCREENS = {
  list: async () => {
    await list();
    return page.getByRole('link', { name: 'Person 2' });
  },
  'no one': async () => {
    await showList({ listUsers: async () => listOf([]) }, { address: '/users?q=xyz' });
    return page.getByText('“xyz”');
  },
  'add person': async () => {
    await list();
    await page.getByRole('button', { name: 'Add person' }).click();
    await page.getByRole('button', { name: 'Choose one by one' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click();
    return page.getByText('Required').first();
  },
  'a person with unsaved ticks': async () => {
    const { server } = await person({});
    await page.getByRole('checkbox', { name: 'review:create' }).click();
    await page.getByRole('checkbox', { name: 'dials:delete' }).click();
    server.theyChange({});
    await page.getByRole('button', { name: 'Save permissions' }).click();
    return page.getByRole('button', { name: 'Read again' });
  },
  'a hosted person': async () => {
    await person({ directory: HOSTED });
    return page.getByText('Refused: vote');
  },
} as const;
type Screen = keyof typeof SCREENS;
const CASES = (Object.keys(SCREENS) as Screen[]).flatMap((name) => [
  { name, scheme: 'light', width: 1440 },
  { name, scheme: 'dark', width: 1024 },
]);

test.each(CASES)('[UP43] axe finds nothing on $name, $scheme', async ({ name, scheme, width }) => {
  await page.viewport(width, 900);
  document.documentElement.dataset['mantineColorScheme'] = scheme;
  await expect.element(await SCREENS[name]()).toBeVisible();
  document.documentElement.dataset['mantineColorScheme'] = scheme;
  // Half faded in, nothing has the contrast it ends with.
  const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
  // The test page has no title and no landmarks of the shell; those are the journeys' business.
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(found).toEqual([]);
});
