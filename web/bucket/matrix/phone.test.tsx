import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeSelectPages } from '#web/bucket/view/testing.tsx';
import { renderPage } from '#web/testing/page.tsx';
import { PartnersPage } from './PartnersPage.tsx';

beforeEach(() => page.viewport(390, 844));
afterEach(() => page.viewport(1280, 800));

const open = (address = '/syndicate', { api } = fakeSelectPages()) =>
  renderPage(<PartnersPage />, {
    api,
    route: '/syndicate',
    address,
    permissions: ['bucket:view', 'bucket:edit'],
  });

test('on a phone buckets are a list: nothing scrolls sideways, is cut off or speaks of keys', async () => {
  await open();
  await expect.element(page.getByRole('link', { name: 'Cargo, 9101 Alder', exact: true })).toBeVisible();
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
  await expect.element(page.getByRole('tab', { name: 'Pending Review 1' })).toBeVisible();
  for (const tab of page.getByRole('tab').elements())
    expect(tab.getBoundingClientRect().right).toBeLessThanOrEqual(390);
  for (const element of document.querySelectorAll('*')) {
    const { overflowX } = getComputedStyle(element);
    if (overflowX === 'auto' || overflowX === 'scroll') expect(element.scrollWidth).toBe(element.clientWidth);
  }
  const keys = [...document.querySelectorAll('kbd')].filter((key) => key.checkVisibility());
  expect(keys.map(({ textContent }) => textContent)).toEqual([]);
  await expect.element(page.getByRole('link', { name: /^Edit / })).not.toBeInTheDocument();
});

test('on a phone the tabs have their places before their counts are there', async () => {
  const arrived = Promise.withResolvers<void>();
  const matrix = await fakeSelectPages().api.getBucketMatrix({});
  await open('/syndicate', fakeSelectPages({ getBucketMatrix: () => arrived.promise.then(() => matrix) }));
  const tabs = page.getByRole('tab');
  const places = () =>
    tabs.elements().map((tab) => {
      const { x, y } = tab.getBoundingClientRect();
      return [x, y];
    });
  await expect.element(tabs.first()).toBeVisible();
  const before = places();
  arrived.resolve();
  await expect.element(page.getByRole('tab', { name: 'Pending Review 1' })).toBeVisible();
  expect(places()).toEqual(before);
});

test('on a phone the stopped buckets that Home links to are listed alone, and all of them on demand', async () => {
  const { router } = await open('/syndicate?layer=stopped');
  await expect.element(page.getByRole('heading', { name: /stopped buckets?$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(page.getByRole('link', { name: 'Cargo, 9101 Alder', exact: true })).toBeVisible();
  expect(router.state.location.search).toBe('');
});
