import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { SignInLinks } from './SignInLinks.tsx';

type Api = ReturnType<typeof fakeApi>;

const LINKS = [
  { at: '2026-11-14T10:58:00.000Z', by: { id: 'u2', name: 'Demo Administrator' }, used: false },
  { at: '2026-11-10T08:00:00.000Z', by: null, used: true },
];
const title = 'A link to set your password was made';
const dialog = page.getByRole('dialog', { name: title });

async function show(unread: number, readMyLinks = vi.fn<Api['readMyLinks']>(async () => ({ unread: 0 }))) {
  const listMyLinks = async () => ({ items: LINKS, unread });
  const api = fakeApi({ listMyLinks, readMyLinks });
  await renderPage(
    <>
      <h1>Home</h1>
      <SignInLinks />
    </>,
    { api, route: '/', address: '/', permissions: [] },
  );
  return readMyLinks;
}

beforeEach(() => page.viewport(1280, 800));

test('after sign-in a person sees who created links for them and when, until they confirm', async () => {
  const readMyLinks = await show(1);
  const items = dialog.getByRole('listitem');
  await expect.element(items.first()).toMatchTextContent(/Made by Demo Administrator.*not used.*14 Nov 2026/);
  await expect.element(items.nth(1)).toMatchTextContent(/Made at the command line.*used.*10 Nov 2026/);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'I have read this' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(readMyLinks.mock.calls[0]?.[0]).toEqual({ body: { up_to: '2026-11-14T10:58:00.000Z' } });
});

test('if the confirmation fails the links stay, with the reason', async () => {
  await show(
    1,
    vi.fn<Api['readMyLinks']>(async () => {
      throw new Problem('unavailable', 'The database cannot be reached.');
    }),
  );
  await dialog.getByRole('button', { name: 'I have read this' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The database cannot be reached.');
});

test('without unread links nothing interrupts', async () => {
  await show(0);
  await expect.element(page.getByRole('heading', { name: 'Home' })).toBeVisible();
  expect(page.getByRole('dialog').query()).toBeNull();
});
