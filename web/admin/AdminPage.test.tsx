import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeAdmin, openAdmin } from './testing.tsx';

const tab = (name: string) => page.getByRole('tab', { name });

test('the tab is in the URL; arrows move between tabs and keep the focus', async () => {
  const { router } = await openAdmin({ api: fakeAdmin().api });
  await expect.element(page.getByRole('grid')).toBeVisible();
  await tab('Appetites').click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab('Authority')).toHaveFocus();
  expect(router.state.location.search).toBe('?tab=authority');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('columnheader', { name: 'Buckets' })).toBeVisible();
  await expect.element(tab('Partners')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(page.getByRole('grid')).toBeVisible();
  expect(router.state.location.search).toBe('');
});

test('a URL with a tab opens it, and an unknown one opens the first', async () => {
  await openAdmin({ api: fakeAdmin().api, address: '/admin?tab=nonsense' });
  await expect.element(tab('Appetites')).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('grid')).toBeVisible();
});

test('each screen has at most one primary button: Save while there are unsaved changes', async () => {
  await openAdmin({ api: fakeAdmin().api });
  const filled = () =>
    [...document.querySelectorAll('button[data-variant="filled"]')].map(({ textContent }) => textContent);
  await expect.element(page.getByRole('grid')).toBeVisible();
  await expect.poll(filled).toEqual(['Add buckets for COB']);
  await page.getByRole('gridcell').first().click();
  await userEvent.keyboard('3{Enter}');
  await expect.poll(filled).toEqual(['Save appetites']);
});
