import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AdminFlag } from '#contract/admin-lists.ts';
import { Problem } from '#contract/problem.ts';
import { fakeAdmin, makeFlag, openAdmin } from '#web/admin/testing.tsx';

async function open(first: readonly AdminFlag[] = [makeFlag()], permissions?: readonly string[]) {
  let flags = [...first];
  const fake = fakeAdmin();
  const api: typeof fake.api = {
    ...fake.api,
    listFlags: async () => ({ flags }),
    changeFlag: async ({ params, body: sentFlag }, sent) => {
      const body = { ...sentFlag, emails: [...sentFlag.emails] };
      fake.record('changeFlag', { ...params, ...body }, sent?.ifMatch);
      flags = flags.map((flag) => (flag.key === params.key ? { ...flag, ...body } : flag));
      return { flags };
    },
  };
  await openAdmin({ api, address: '/admin?tab=flags', ...(permissions && { permissions }) });
  await expect.element(page.getByRole('heading', { name: 'usage-analytics' })).toBeVisible();
  return fake.server;
}

const choice = (name: string) => page.getByRole('radio', { name, exact: true });
const choose = (name: string) => page.getByText(name, { exact: true }).click();
const emails = () => page.getByRole('textbox', { name: 'usage-analytics: on for these e-mails' });
const save = () => page.getByRole('button', { name: 'Save flags' });

test('a flag shows its purpose, its state, and who changed it', async () => {
  await open();
  await expect.element(page.getByText('Send click, page view and search events to the collector.')).toBeVisible();
  await expect.element(choice('On')).toBeChecked();
  await expect.element(page.getByText(/^Changed .* by Demo Cyber Lead$/)).toBeVisible();
  await expect.element(save()).not.toBeInTheDocument();
});

test('it is on for the people of some e-mails, on its revision', async () => {
  const server = await open();
  await choose('By e-mail');
  await emails().fill('a@example.com, b@example.com');
  await save().click();
  await expect.element(page.getByText('Flags successfully updated')).toBeVisible();
  expect(server.sent).toEqual([
    {
      name: 'changeFlag',
      input: { key: 'usage-analytics', state: 'by-email', emails: ['a@example.com', 'b@example.com'] },
      ifMatch: 'f1',
    },
  ]);
  await expect.element(save()).not.toBeInTheDocument();
});

test('discarding restores state and e-mails', async () => {
  await open([makeFlag({ state: 'by-email', emails: ['a@example.com'] })]);
  await choose('Off');
  await expect.element(emails()).not.toBeInTheDocument();
  await expect.element(page.getByText('1 flag changed')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(emails()).toHaveValue('a@example.com');
});

test('server errors stand at the e-mails, and the input stays', async () => {
  const server = await open();
  const message = 'Please write e-mail addresses, separated by commas';
  const errors = [{ path: 'emails.0', message }];
  server.refuse.changeFlag = new Problem('invalid-input', 'Invalid input.', { errors });
  await choose('By e-mail');
  await emails().fill('nobody');
  await save().click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(emails()).toHaveValue('nobody');
});

test('without edit on admin it is read-only', async () => {
  await open([makeFlag()], ['admin:view']);
  await choose('Off');
  await expect.element(choice('On')).toBeChecked();
  await expect.element(save()).not.toBeInTheDocument();
});
