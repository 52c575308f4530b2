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
    changeFlag: async ({ params, body }, sent) => {
      fake.record('changeFlag', { ...params, ...body }, sent?.ifMatch);
      flags = flags.map((flag) =>
        flag.key === params.key ? { ...flag, ...body, rules: body.rules.map((rule) => ({ ...rule })) } : flag,
      );
      return { flags };
    },
  };
  await openAdmin({ api, address: '/admin?tab=flags', ...(permissions && { permissions }) });
  await expect.element(page.getByRole('heading', { name: 'usage-analytics' })).toBeVisible();
  return fake.server;
}

const everyone = () => page.getByRole('switch', { name: 'usage-analytics: on for everyone' });
const save = () => page.getByRole('button', { name: 'Save flags' });

test('a flag shows its purpose, its state, and who changed it', async () => {
  await open();
  await expect.element(page.getByText('Send click, page view and search events to the collector.')).toBeVisible();
  await expect.element(everyone()).toBeChecked();
  await expect.element(page.getByText(/^Changed .* by Demo Cyber Lead$/)).toBeVisible();
  await expect.element(save()).not.toBeInTheDocument();
});

test('it is switched for everyone, with rules by e-mail, on its revision', async () => {
  const server = await open();
  await everyone().click();
  await page.getByRole('button', { name: 'Add rule to usage-analytics' }).click();
  await page
    .getByRole('textbox', { name: 'usage-analytics, rule 1: for these e-mails' })
    .fill('a@example.com, b@example.com');
  await expect.element(page.getByRole('radio', { name: 'On' })).toBeChecked();
  await save().click();
  await expect.element(page.getByText('Flags successfully updated')).toBeVisible();
  expect(server.sent).toEqual([
    {
      name: 'changeFlag',
      input: {
        key: 'usage-analytics',
        enabled: true,
        value: false,
        rules: [{ emails: ['a@example.com', 'b@example.com'], value: true }],
      },
      ifMatch: 'f1',
    },
  ]);
  await expect.element(save()).not.toBeInTheDocument();
});

test('a rule can be removed; discarding restores it', async () => {
  await open([makeFlag({ rules: [{ emails: ['a@example.com'], value: false }] })]);
  const rule = page.getByRole('textbox', { name: 'usage-analytics, rule 1: for these e-mails' });
  await expect.element(rule).toHaveValue('a@example.com');
  await page.getByRole('button', { name: 'usage-analytics, rule 1: remove' }).click();
  await expect.element(rule).not.toBeInTheDocument();
  await expect.element(page.getByText('1 flag changed')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(rule).toHaveValue('a@example.com');
});

test('server errors stand at their rule, and the input stays', async () => {
  const server = await open();
  const message = 'Please write e-mail addresses, separated by commas';
  const errors = [{ path: 'rules.0.emails.0', message }];
  server.refuse.changeFlag = new Problem('invalid-input', 'Invalid input.', { errors });
  await page.getByRole('button', { name: 'Add rule to usage-analytics' }).click();
  const rule = page.getByRole('textbox', { name: 'usage-analytics, rule 1: for these e-mails' });
  await rule.fill('nobody');
  await save().click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(rule).toHaveValue('nobody');
});

test('custom targeting is shown and explained', async () => {
  await open([makeFlag({ other_targeting: '{"fractional": 10}' })]);
  await expect.element(page.getByText('{"fractional": 10}')).toBeVisible();
  await expect.element(page.getByText(/was written elsewhere and says more than rules by e-mail/)).toBeVisible();
});

test('without edit on admin it is read-only', async () => {
  await open([makeFlag()], ['admin:view']);
  await expect.element(everyone()).toBeDisabled();
  await expect.element(page.getByRole('button', { name: /^Add rule/ })).not.toBeInTheDocument();
});
