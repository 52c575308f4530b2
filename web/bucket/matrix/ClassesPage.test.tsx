import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ClassesPage } from './ClassesPage.tsx';
import { fakeSelectPages, makeRow } from '#web/bucket/view/testing.tsx';
import { renderPage } from '#web/testing/page.tsx';

async function open(number = '9101', permissions = ['bucket:view', 'bucket:edit'], fake = fakeSelectPages()) {
  const route = '/syndicate/:syndicateNumber/bucket';
  return renderPage(<ClassesPage />, { api: fake.api, route, address: `/syndicate/${number}/bucket`, permissions });
}

const link = (name: string | RegExp) => page.getByRole('link', { name });

test('lists the partner’s buckets, class by class, with links depending on their state', async () => {
  await open();
  await expect.element(page.getByRole('heading', { level: 1, name: '9101 Alder' })).toBeVisible();
  const flood = page.getByRole('row', { name: /Flood/ });
  await expect.element(flood).toMatchTextContent(/Draft/);
  await expect.element(link('View draft of Flood')).toHaveAttribute('href', '/syndicate/9101/bucket/flood/draft');
  await expect.element(link('View Cargo')).toHaveAttribute('href', '/syndicate/9101/bucket/cargo');
  await expect.element(link('Edit Cargo')).toHaveAttribute('href', '/syndicate/9101/bucket/cargo/edit');
});

test.each([
  ['while in review', '9120', ['bucket:view', 'bucket:edit'], 'View draft of Flood', 'Edit Flood'],
  ['for a person who may only look', '9101', ['bucket:view'], 'View Cargo', 'Edit Cargo'],
])('Edit is hidden %s', async (_case, number, permissions, view, edit) => {
  await open(number, permissions);
  await expect.element(link(view)).toBeVisible();
  await expect.element(link(edit)).not.toBeInTheDocument();
});

test('choosing a class opens the bucket, choosing a partner its classes', async () => {
  await open();
  await page.getByRole('combobox', { name: 'Select Partner' }).click();
  await page.getByRole('option', { name: '9112 Beacon' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: '9112 Beacon' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Select Class' }).fill('Cargo');
  await page.getByRole('option', { name: 'Cargo' }).click();
  await expect.element(page.getByText('at /syndicate/9112/bucket/cargo')).toBeVisible();
});

test('tabs and search query the server', async () => {
  const { router } = await open();
  await page.getByRole('tab', { name: 'Draft 1' }).click();
  await expect.element(page.getByRole('rowheader', { name: 'Cargo' })).not.toBeInTheDocument();
  await page.getByRole('tab', { name: 'All 2' }).click();
  await page.getByRole('searchbox', { name: 'Search buckets' }).fill('car');
  await expect.element(page.getByRole('rowheader', { name: 'Flood' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('rowheader', { name: 'Cargo' })).toBeVisible();
  expect(router.state.location.search).toBe('?q=car');
});

test('a partner that does not exist shows a message', async () => {
  await open('9999');
  await expect.element(page.getByText('There is no partner 9999')).toBeVisible();
});

test('the next page is loaded', async () => {
  const counts = { all: 2, active: 2, draft: 0, pending_review: 0 };
  const pages = new Map([
    [undefined, { items: [makeRow(9101, 'cargo')], next: 'more', counts }],
    ['more', { items: [makeRow(9101, 'flood')], next: null, counts }],
  ]);
  const nothing = { items: [], next: null, counts };
  await open(
    '9101',
    ['bucket:view'],
    fakeSelectPages({ listBuckets: async ({ query }) => pages.get(query.cursor) ?? nothing }),
  );
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(page.getByRole('rowheader', { name: 'Flood' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('on a phone the status and the appetite stand below the name, which keeps its width', async () => {
  await page.viewport(390, 844);
  await open('9101', undefined, fakeSelectPages({}, [makeRow(9101, 'cargo', { stopped: true })]));
  const name = page.getByRole('rowheader', { name: /Cargo/ });
  await expect.element(name.getByText('Stopped')).toBeVisible();
  await expect.element(name).toMatchTextContent(/Appetite/);
  expect(name.element().clientWidth).toBeGreaterThan(150);
});
