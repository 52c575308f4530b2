import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeAdmin, openAdmin } from '#web/admin/testing.tsx';
import type { UsageAnswer } from './UsageTab.tsx';

const USAGE: UsageAnswer = {
  days: [
    { day: '2026-11-13', people: 2, views: 30 },
    { day: '2026-11-14', people: 0, views: 0 },
    { day: '2026-11-15', people: 5, views: 1200 },
  ],
  pages: [{ page: 'Dials', views: 1100, people: 4 }],
  searches: [
    { page: 'Dials', searches: 12, nothing: 3 },
    { page: 'Buckets', searches: 5, nothing: 0 },
  ],
  people: 6,
};

async function open(usage: UsageAnswer) {
  const fake = fakeAdmin();
  const requestedDays: unknown[] = [];
  const getUsage: typeof fake.api.getUsage = async ({ query }) => {
    requestedDays.push(query?.days);
    return usage;
  };
  await openAdmin({ api: { ...fake.api, getUsage }, address: '/admin?tab=usage' });
  return requestedDays;
}

test('people per day as a chart and as a table, pages by views, searches that found nothing', async () => {
  const requestedDays = await open(USAGE);
  await expect
    .element(page.getByRole('img', { name: 'People per day over 3 days; most on 15 Nov 2026: 5.' }))
    .toBeVisible();
  await page.getByText('As a table').click();
  const days = page.getByRole('table', { name: 'People per day' });
  await expect.element(days.getByRole('row').nth(1).getByText('1,200')).toBeVisible();
  await expect.element(page.getByText('6 people in all')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Pages' }).getByText('1,100')).toBeVisible();
  const nothing = page.getByRole('region', { name: 'Searches that found nothing' });
  await expect.element(nothing.getByRole('cell', { name: '3' })).toBeVisible();
  await expect.element(nothing.getByText('Buckets')).not.toBeInTheDocument();
  await page.getByText('90 days').click();
  await expect.poll(() => requestedDays).toEqual([30, 90]);
});

test('nothing collected says so', async () => {
  await open({ days: [{ day: '2026-11-15', people: 0, views: 0 }], pages: [], searches: [], people: 0 });
  await expect.element(page.getByText('No usage recorded')).toBeVisible();
});
