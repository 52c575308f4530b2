import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { catchDownloads } from '#web/testing/downloads.ts';
import type { Api } from '#web/testing/page.tsx';
import { ACCESS, listOf, showList } from '#web/user/testing.tsx';

const { reviews } = ACCESS;
const ANN = reviews[0]?.by ?? { id: '', name: '' };

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function show(answers: Partial<Api> = {}, permissions = ['user:view', 'user:edit']) {
  const sent: unknown[] = [];
  await showList(
    {
      listUsers: async () => listOf([]),
      getAccess: async () => ACCESS,
      confirmAccess: async ({ body }) => {
        sent.push(body);
        return { at: '2026-11-18T09:00:00.000Z', by: ANN, people: 1, note: body.note ?? '' };
      },
      ...answers,
    },
    { permissions },
  );
  return sent;
}

test('lists who may do what, with what is due, and records a confirmation with a note', async () => {
  const sent = await show();
  await button('Access review').click();
  const row = page.getByRole('row').filter({ hasText: 'Ann Bee' });
  await expect.element(row).toMatchTextContent(/Not verified\s*Dials: view\s*Buckets: view\s*Reviews: create/);
  await expect.element(row).toMatchTextContent('Cargo: one of the approvers must be Ann Bee when anything changes.');
  await expect.element(page.getByText('Was due 1 Aug 2026.')).toBeVisible();
  await expect.element(page.getByText(/“As of May”/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Note (optional)' }).fill('One leaver removed');
  await button('Confirm 1 person').click();
  await expect.element(page.getByText('Access review recorded')).toBeVisible();
  expect(sent).toEqual([{ hash: ACCESS.hash, note: 'One leaver removed' }]);
});

test('of thousands of people those in sight are drawn, and all are confirmed', async () => {
  const [one] = ACCESS.people;
  if (one === undefined) throw new Error('one person');
  const people = Array.from({ length: 3000 }, (_, n) => ({
    ...one,
    person: { id: `p${n}`, name: `Person ${String(n).padStart(4, '0')}` },
  }));
  await show({ getAccess: async () => ({ ...ACCESS, people }) });
  await button('Access review').click();
  const table = page.getByRole('table', { name: 'Who may do what' });
  await expect.element(table.getByText('Person 0000')).toBeVisible();
  expect(table.getByRole('row').elements().length).toBeLessThan(100);
  const list = page.getByRole('group', { name: 'Who may do what' }).element();
  list.scrollTop = list.scrollHeight;
  await expect.element(table.getByText('Person 2999')).toBeVisible();
  await expect.element(button('Confirm 3,000 people')).toBeVisible();
});

test('is exported as a file', async () => {
  const { names } = catchDownloads();
  await show();
  await button('Access review').click();
  await button('Export').click();
  await expect.poll(() => names).toEqual([expect.stringMatching(/^lineslip-access-\d{4}-\d\d-\d\d\.csv$/)]);
});

test('a list that changed meanwhile is not confirmed, and says so', async () => {
  await show({
    confirmAccess: () => Promise.reject(new Problem('stale', 'The list has changed since you opened it.')),
  });
  await button('Access review').click();
  await button('Confirm 1 person').click();
  await expect.element(page.getByRole('dialog').getByText('The list has changed since you opened it.')).toBeVisible();
});

test('without edit on user there is no access review', async () => {
  await show({}, ['user:view']);
  await expect.element(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  expect(button('Access review').query()).toBeNull();
});
