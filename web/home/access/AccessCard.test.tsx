import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import type { MyAccess } from '#contract/user.ts';
import { ROLES } from '#domain/user/role.ts';
import { fakeApi, recordCalls, renderPage } from '#web/testing/page.tsx';
import { DialsPage } from '#web/dial/DialsPage.tsx';
import { HomePage } from '#web/home/HomePage.tsx';

const NOBODY_ASKED: MyAccess = {
  text: null,
  people: [{ name: 'Demo Administrator', email: 'admin@ls.example' }],
  takes_requests: true,
  is_granted: false,
  by_mail: true,
  request: null,
};
const AT = '2026-11-17T12:04:00.000Z';
const TOMORROW = '2099-11-18T12:04:00.000Z';

async function show(access: MyAccess = NOBODY_ASKED) {
  const { sent, refuse, record } = recordCalls();
  const server = { access, sent, refuse, renewed: 0 };
  const api = fakeApi({
    getMyAccess: async () => server.access,
    askForAccess: async (input) => {
      record('askForAccess', input.body);
      server.access = { ...server.access, request: { ...input.body, at: AT, again_at: TOMORROW, declined: null } };
      return server.access;
    },
    withdrawAccessRequest: async () => {
      record('withdrawAccessRequest', undefined);
      server.access = { ...server.access, request: null };
      return server.access;
    },
  });
  const onRenew = () => {
    server.renewed += 1;
  };
  const { queryClient } = await renderPage(<HomePage />, { api, route: '/', address: '/', permissions: [], onRenew });
  return { server, queryClient };
}
const button = (name: string) => page.getByRole('button', { name });
const role = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const request = (more: Partial<NonNullable<MyAccess['request']>> = {}): MyAccess => ({
  ...NOBODY_ASKED,
  request: { role: 'Viewer', reason: '', at: AT, again_at: TOMORROW, declined: null, ...more },
});

test('a newcomer chooses a role, says what for, and then waits', async () => {
  const { server } = await show();
  await expect.element(page.getByText('Nothing to see here. Please request permissions to get started.')).toBeVisible();
  await expect.element(page.getByText('Demo Administrator is notified, here and by e-mail')).toBeVisible();
  await expect.element(role(ROLES[0] ?? '')).toHaveFocus();
  expect(page.getByRole('radio').elements()).toHaveLength(ROLES.length);
  await button('Ask for access').click();
  await expect.element(page.getByText('Choose what you need')).toBeVisible();
  await role('Underwriter').click();
  expect(page.getByText('Choose what you need').query()).toBeNull();
  await page.getByRole('textbox', { name: 'What for (optional)' }).fill('I take over Marine War.');
  await button('Ask for access').click();
  await expect.element(page.getByRole('heading', { name: 'You asked for access as Underwriter' })).toHaveFocus();
  expect(server.sent.map(({ input }) => input)).toEqual([{ role: 'Underwriter', reason: 'I take over Marine War.' }]);
  await expect
    .element(page.getByText('Write dials, edit buckets, submit drafts. “I take over Marine War.”'))
    .toBeVisible();
  await expect.element(page.getByText('Demo Administrator was notified')).toBeVisible();
  await expect.element(page.getByText('In Lineslip and by e-mail.')).toBeVisible();
  await expect.element(page.getByText(/^From 18 Nov 2099 .* you can ask again\.$/)).toBeVisible();
  expect(button('Ask again').query()).toBeNull();
});

test('a refusal keeps what was written', async () => {
  const { server } = await show();
  server.refuse.askForAccess = new Problem('too-many-requests', 'You can ask 5 times a day. Please wait.');
  await role('Viewer').click();
  await page.getByRole('textbox', { name: 'What for (optional)' }).fill('To read');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('alert').getByText('You can ask 5 times a day. Please wait.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'What for (optional)' })).toHaveValue('To read');
  await expect.element(role('Viewer')).toBeChecked();
});

test('a request can be changed and withdrawn, and asked again after a day', async () => {
  const { server } = await show(request({ reason: 'To read', again_at: AT }));
  await expect.element(page.getByText('You can ask again.')).toBeVisible();
  await button('Ask again').click();
  await expect.poll(() => server.sent).toHaveLength(1);
  await button('Change what I asked for').click();
  await expect.element(role('Viewer')).toBeChecked();
  await expect.element(page.getByRole('textbox', { name: 'What for (optional)' })).toHaveValue('To read');
  await role('Reviewer').click();
  await button('Ask for access').click();
  await expect.element(page.getByText('You asked for access as Reviewer')).toBeVisible();
  await button('Withdraw').click();
  await expect.element(page.getByText('Nothing to see here. Please request permissions to get started.')).toBeVisible();
  expect(server.sent.map(({ name }) => name)).toEqual(['askForAccess', 'askForAccess', 'withdrawAccessRequest']);
});

test('a declined request shows by whom and why, and the form', async () => {
  await show(request({ declined: { by: 'Demo Administrator', at: AT, reason: 'Ask in March' } }));
  await expect.element(page.getByText(/^Demo Administrator declined, /)).toBeVisible();
  await expect.element(page.getByText('“Ask in March”')).toBeVisible();
  await expect.element(button('Ask for access')).toBeVisible();
});

test('the page opens by itself: once access is granted, a new token is fetched', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearTimeout', 'clearInterval'], shouldAdvanceTime: true });
  const { server } = await show(request());
  await expect.element(page.getByText('This page opens by itself as soon as someone grants it.')).toBeVisible();
  expect(server.renewed).toBe(0);
  server.access = { ...NOBODY_ASKED, is_granted: true };
  await vi.advanceTimersByTimeAsync(11_000);
  await expect.poll(() => server.renewed).toBe(1);
  vi.useRealTimers();
});

test.each([
  ['Home', HomePage, '/'],
  ['Dials', DialsPage, '/dials'],
])('on %s, a token that the server refuses is not taken for one without permissions', async (_name, Page, address) => {
  const api = fakeApi({
    getMyAccess: () => Promise.reject(new Problem('not-signed-in', 'Your sign-in is no longer valid.')),
  });
  await renderPage(<Page />, { api, route: address, address, permissions: [] });
  await expect.element(page.getByText('Your sign-in is not accepted')).toBeVisible();
  await expect.element(page.getByText(/^Sign in again\. If that does not help, tell an administrator/)).toBeVisible();
  await expect.element(button('Sign in again')).toBeVisible();
  expect(page.getByText('Nothing to see here. Please request permissions to get started.').query()).toBeNull();
});

test('a server that cannot say who this is says so, and is asked again', async () => {
  const answers = [new Problem('unavailable', 'The identity provider cannot be reached.'), NOBODY_ASKED];
  const api = fakeApi({
    getMyAccess: async () => {
      const next = answers.shift() ?? NOBODY_ASKED;
      if (next instanceof Problem) throw next;
      return next;
    },
  });
  await renderPage(<HomePage />, { api, route: '/', address: '/', permissions: [] });
  await expect.element(page.getByText('The identity provider cannot be reached.')).toBeVisible();
  expect(page.getByText('Nothing to see here. Please request permissions to get started.').query()).toBeNull();
  await button('Retry').click();
  await expect.element(page.getByText('Nothing to see here. Please request permissions to get started.')).toBeVisible();
});

test('where nobody takes requests, the page says whom to ask', async () => {
  await show({ ...NOBODY_ASKED, takes_requests: false, text: 'Write to access@ls.example.' });
  await expect.element(page.getByText('Write to access@ls.example.')).toBeVisible();
  await expect.element(page.getByText('Nothing to see here. Please request permissions to get started.')).toBeVisible();
  expect(button('Ask for access').query()).toBeNull();
});
