import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeAdmin, openAdmin } from './testing.tsx';

const tab = (name: string) => page.getByRole('tab', { name });

test('tabs stand in the address; arrows move between them and keep the focus', async () => {
  const { router } = await openAdmin({ api: fakeAdmin().api });
  await expect.element(page.getByRole('grid')).toBeVisible();
  await tab('Appetites').click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('columnheader', { name: 'Buckets' })).toBeVisible();
  await expect.element(tab('Partners')).toHaveFocus();
  expect(router.state.location.search).toBe('?tab=partners');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByRole('grid')).toBeVisible();
  expect(router.state.location.search).toBe('');
});

test('an address with a tab opens it, and one that means nothing opens the first', async () => {
  await openAdmin({ api: fakeAdmin().api, address: '/admin?tab=nonsense' });
  await expect.element(tab('Appetites')).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('grid')).toBeVisible();
});

test('each screen has at most one filled button: with unsaved changes the one that saves them', async () => {
  await openAdmin({ api: fakeAdmin().api });
  const filled = () =>
    [...document.querySelectorAll('button[data-variant="filled"]')].map(({ textContent }) => textContent);
  await expect.element(page.getByRole('grid')).toBeVisible();
  await expect.poll(filled).toEqual(['Add buckets for COB']);
  await page.getByRole('gridcell').first().click();
  await userEvent.keyboard('3{Enter}');
  await expect.poll(filled).toEqual(['Save appetites']);
});
