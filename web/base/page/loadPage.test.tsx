import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '#web/testing/page.tsx';
import { Toaster } from '#web/kit/Toaster.tsx';
import { ConnectionLine } from './ConnectionLine.tsx';
import { loadPage } from './loadPage.ts';

test('without a connection the page stays, says so, and loads the next one as soon as the server answers', async () => {
  const failure = () => Promise.reject(new TypeError('Failed to fetch'));
  let isOnline = false;
  vi.spyOn(window, 'fetch').mockImplementation(async () => (isOnline ? new Response('{}') : failure()));
  const load = vi.fn(() => (isOnline ? Promise.resolve('The next page') : failure()));
  await renderUi(
    <>
      <p>The page before</p>
      <ConnectionLine />
      <Toaster />
    </>,
  );
  const loaded = loadPage(load);
  const toast = page.getByText('No connection. Trying again …');
  await expect.element(toast).toBeVisible();
  await expect.element(page.getByText('The page before')).toBeVisible();
  isOnline = true;
  window.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('The next page');
  await expect.element(toast).not.toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});
