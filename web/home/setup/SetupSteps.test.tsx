import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { setupPeople, SETUP_STEPS, type SetupFacts } from '#domain/setup/setup.ts';
import { HomePage } from '#web/home/HomePage.tsx';
import { fakeApi, recordCalls, renderPage } from '#web/testing/page.tsx';

const EMPTY: SetupFacts = {
  partners: 0,
  classes: 0,
  buckets: 0,
  people: 1,
  reviewers: 1,
  unconfirmed: 0,
  dials: 0,
  portfolios: 0,
  required: 2,
};
const DONE: SetupFacts = {
  partners: 3,
  classes: 12,
  buckets: 35,
  ...setupPeople(2),
  required: 2,
  unconfirmed: 0,
  dials: 1,
  portfolios: 1,
};
const ADMIN = ['admin:view', 'admin:edit', 'review:view'];

async function show(facts: SetupFacts, permissions: readonly string[] = ADMIN) {
  const { sent, record } = recordCalls();
  const api = fakeApi({
    getSetup: async () => facts,
    dismissSetup: async () => {
      record('dismissSetup', undefined);
      return { dismissed: true };
    },
    listReviews: async () => ({ items: [], next: null, total: 0, waiting: null, appetites: [] }),
    getMyAccess: async () => ({
      text: null,
      people: [{ name: 'Demo Administrator', email: 'admin@ls.example' }],
      takes_requests: true,
      is_granted: true,
      by_mail: false,
      request: null,
    }),
  });
  const settings = { isBeingSetUp: true };
  await renderPage(<HomePage />, { api, route: '/', address: '/', permissions, settings });
  return sent;
}
const steps = page.getByRole('region', { name: 'Set up Lineslip' });
const link = (name: string) => steps.getByRole('link', { name, exact: true });
const isFilled = (name: string) => link(name).element().getAttribute('data-variant') === 'filled';
const reviews = page.getByRole('region', { name: 'Review pending buckets' });

test('in an empty system each step says what it is for, how far it is, and where to begin', async () => {
  await show(EMPTY);
  await expect.element(steps.getByText(`0 of ${SETUP_STEPS.length} done`)).toBeVisible();
  expect(steps.getByRole('listitem').elements()).toHaveLength(SETUP_STEPS.length);
  await expect.element(link('Add partners')).toHaveFocus();
  await expect.element(steps.getByText('1 of at least 3')).toBeVisible();
  const targets = ['Add partners', 'Add buckets for COB', 'Add people', 'Import', 'Create Dial', 'Load a portfolio'];
  expect(targets.map((name) => link(name).element().getAttribute('href'))).toEqual([
    '/admin?tab=partners',
    '/admin',
    '/users',
    '/dials?import',
    '/dial',
    '/admin?tab=portfolio',
  ]);
  expect(targets.filter(isFilled)).toEqual(['Add partners']);
  expect(reviews.query()).toBeNull();
});

test('a step is done by its fact: it shows its count, and the next one has the filled button', async () => {
  await show({ ...DONE, people: 3, reviewers: 1, portfolios: 0 });
  await expect.element(steps.getByText(`3 of ${SETUP_STEPS.length} done`)).toBeVisible();
  await expect.element(steps.getByText('12 classes, 35 buckets')).toBeVisible();
  await expect.element(steps.getByText('3 people, 1 of 2 who may approve')).toBeVisible();
  await expect.element(link('View Classes of business')).toHaveAttribute('href', '/syndicate');
  expect(['Add people', 'Load a portfolio'].filter(isFilled)).toEqual(['Add people']);
});

test('after the last step Home is as usual', async () => {
  await show(DONE);
  await expect.element(reviews).toBeVisible();
  expect(steps.query()).toBeNull();
});

test('it can be dismissed, for everyone', async () => {
  const sent = await show(EMPTY);
  await page.getByRole('button', { name: 'Dismiss for everyone' }).click();
  await expect.element(reviews).toBeVisible();
  expect(sent.map(({ name }) => name)).toEqual(['dismissSetup']);
});

test('others read who sets it up', async () => {
  await show(EMPTY, ['review:view']);
  await expect.element(page.getByText('Lineslip is being set up by Demo Administrator.')).toBeVisible();
  await expect.element(reviews).toBeVisible();
});

test('[R61] people who must be confirmed are counted, and the step says who confirms them', async () => {
  await show({ ...DONE, people: 4, reviewers: 1, unconfirmed: 2, portfolios: 0 });
  await expect
    .element(steps.getByText('2 people wait for somebody else than who added them to confirm who they are'))
    .toBeVisible();
  await expect.element(steps.getByText(/npm run users -- confirm/)).toBeVisible();
});
