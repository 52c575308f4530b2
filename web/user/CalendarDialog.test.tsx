import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { CalendarDialog } from './CalendarDialog.tsx';

type Api = ReturnType<typeof fakeApi>;
const ADDRESS = 'https://lineslip.example/api/calendar/s3cret';
const NONE = { created_at: null, address: null };
const dialog = page.getByRole('dialog', { name: 'Calendar' });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const address = dialog.getByRole('textbox', { name: 'Calendar address' });

async function show(created_at: string | null, answers: Partial<Api> = {}) {
  const createMyCalendar = vi.fn<Api['createMyCalendar']>(async () => ({
    created_at: '2026-11-18T09:00:00.000Z',
    address: ADDRESS,
  }));
  const revokeMyCalendar = vi.fn<Api['revokeMyCalendar']>(async () => NONE);
  const onClose = vi.fn<() => void>();
  const api = fakeApi({
    getMyCalendar: async () => ({ created_at, address: null }),
    createMyCalendar,
    revokeMyCalendar,
    ...answers,
  });
  await renderPage(<CalendarDialog onClose={onClose} />, { api, route: '/', address: '/', permissions: [] });
  return { createMyCalendar, revokeMyCalendar, onClose };
}

test('a new address is shown once, selected, with Copy', async () => {
  const { onClose } = await show(null);
  await expect.element(dialog).toMatchTextContent('It pauses once you have not opened Lineslip for 30 days');
  await button('Create address').click();
  await expect.element(address).toHaveValue(ADDRESS);
  await expect.element(address).toHaveFocus();
  await expect.element(button('Copy')).toBeVisible();
  await expect.element(dialog).toMatchTextContent('Shown only now');
  expect(button('Create address').query()).toBeNull();
  await button('Done').click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('an address is replaced by a new one, or revoked', async () => {
  const { createMyCalendar, revokeMyCalendar } = await show('2026-11-14T10:58:00.000Z');
  await expect.element(dialog).toMatchTextContent(/You have had an address since 14 Nov 2026/);
  expect(address.query()).toBeNull();
  await button('Revoke').click();
  await expect.element(button('Create address')).toBeVisible();
  expect(revokeMyCalendar).toHaveBeenCalledOnce();
  await button('Create address').click();
  await expect.element(address).toHaveValue(ADDRESS);
  expect(createMyCalendar).toHaveBeenCalledOnce();
});

test('a failure is shown in the dialog', async () => {
  await show('2026-11-14T10:58:00.000Z', {
    createMyCalendar: () => Promise.reject(new Problem('unavailable', 'The database cannot be reached.')),
  });
  await button('Replace').click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The database cannot be reached.');
  await expect.element(button('Revoke')).toBeVisible();
});

test('an address that cannot be read or revoked says so, and can be tried again', async () => {
  let isAway = true;
  const away = () => Promise.reject(new Problem('unavailable', 'The database cannot be reached.'));
  await show(null, {
    getMyCalendar: () => (isAway ? away() : Promise.resolve({ created_at: '2026-11-14T10:58:00.000Z', address: null })),
    revokeMyCalendar: away,
  });
  await expect.element(dialog).toMatchTextContent('The database cannot be reached.');
  isAway = false;
  await button('Retry').click();
  await button('Revoke').click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The database cannot be reached.');
});
