import { page } from 'vitest/browser';
import {
  ACCESS,
  HOSTED,
  listOf,
  makePerson,
  makeRow,
  makeUser,
  showList,
  showPerson,
  WITH_PASSWORD,
} from '#web/user/testing.tsx';
import { button, type Screens } from './screen.ts';

const people = [
  makeUser(1, { state: 'invited' }),
  makeUser(2, { state: 'deactivated', permissions: ['user:edit', 'dials:view'] }),
];
const activity = {
  items: [makeRow(2), makeRow(1, { refused: true, detail: { attempt: 'bucket_voted', message: 'No.' } })],
  next: 'older',
};
const openList = () => showList({ listUsers: async () => listOf(people, { next: 'more', directory: WITH_PASSWORD }) });
const openPerson = (more: Parameters<typeof makePerson>[0] = {}) =>
  showPerson(makePerson(more), { answers: { listUserActivity: async () => activity } });

export const USER_SCREENS: Screens = {
  'the list of people': async () => {
    await openList();
    return page.getByRole('link', { name: 'Person 2' });
  },
  'the access review': async () => {
    await showList(
      { listUsers: async () => listOf(people), getAccess: async () => ACCESS },
      { permissions: ['user:view', 'user:edit'] },
    );
    await button('Access review').click();
    return page.getByText('Was due 1 Aug 2026.');
  },
  'a search that finds no one': async () => {
    await showList({ listUsers: async () => listOf([]) }, { address: '/users?q=xyz' });
    return page.getByText('“xyz”');
  },
  'adding a person': async () => {
    await openList();
    await button('Add person').click();
    await button('Choose one by one').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click();
    return page.getByText('Required').first();
  },
  'a person with unsaved ticks': async () => {
    const { server } = await openPerson();
    await page.getByRole('checkbox', { name: 'review:create' }).click();
    await page.getByRole('checkbox', { name: 'dials:delete' }).click();
    server.theyChange({});
    await button('Save permissions').click();
    return button('Read again');
  },
  'a person at 1024 pixels': async () => {
    await openPerson();
    await page.viewport(1024, 768);
    return page.getByText('Refused: vote');
  },
  'a person of a hosted directory': async () => {
    await openPerson({ directory: HOSTED });
    return page.getByText('Refused: vote');
  },
};
