import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { WideOnly } from './WideOnly.tsx';

afterEach(() => page.viewport(1280, 800));

const children = [{ path: 'edit', element: <input aria-label="Name" /> }];
const open = () => renderPage(<WideOnly />, { api: fakeApi({}), route: '/bucket', address: '/bucket/edit', children });

test('on a phone a page for editing asks for a wider screen', async () => {
  await page.viewport(390, 844);
  await open();
  await expect.element(page.getByRole('heading', { name: 'Open this on a wider screen.' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  expect(page.getByLabelText('Name').query()).toBeNull();
});

test('a window made narrower keeps its page and what was typed', async () => {
  await page.viewport(1280, 800);
  await open();
  await page.getByLabelText('Name').fill('Typed');
  await page.viewport(390, 844);
  await expect.element(page.getByLabelText('Name')).toHaveValue('Typed');
  expect(page.getByText('Open this on a wider screen.').query()).toBeNull();
});
