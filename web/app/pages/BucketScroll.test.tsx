import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makePractice } from '#web/impact/practice/testing.ts';
import { entriesOf, makeBucket, makeDial } from '#web/bucket/testing.tsx';
import { AT, fakeBucketPages, ROUTE } from '#web/bucket/view/testing.tsx';
import { type Api, renderPage } from '#web/testing/page.tsx';
import { BucketPage } from './BucketPage.tsx';

beforeEach(() => page.viewport(1024, 768));
afterEach(() => page.viewport(1440, 900));

test('below 1200 px the rows of a bucket have their height before they are shown, and it is opened at its top', async () => {
  const dials = Array.from({ length: 300 }, (_, n) => makeDial(n + 1, { name: `Dial number ${n + 1}` }));
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Api['getBucketPractice']>>>();
  const { server, api } = fakeBucketPages(makeBucket(entriesOf(dials)), {
    getBucketPractice: () => promise,
  });
  server.dials = dials;
  const permissions = ['bucket:view', 'dials:view', 'admin:view'];
  await renderPage(<BucketPage />, { api, route: ROUTE, address: AT, permissions, settings: { hasDecisions: true } });
  const table = page.getByRole('table', { name: 'Dials in order', includeHidden: true });
  await expect.element(table).toBeInTheDocument();
  await expect.element(table).not.toBeVisible();
  // Rows that get their height once they are shown would move the page.
  await expect.poll(() => table.element().getBoundingClientRect().height).toBeGreaterThan(300 * 40);
  resolve(makePractice([]));
  await expect.element(table.getByText('Dial number 1', { exact: true })).toBeVisible();
  expect(page.getByRole('group', { name: 'Page content' }).element().scrollTop).toBe(0);
});
