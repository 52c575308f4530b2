import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { fakeAdmin, openAdmin } from '#web/admin/testing.tsx';

async function open(permissions?: readonly string[]) {
  const fake = fakeAdmin();
  await openAdmin({ api: fake.api, address: '/admin?tab=partners', ...(permissions && { permissions }) });
  await expect.element(page.getByRole('cell', { name: 'Alder', exact: true })).toBeVisible();
  return fake.server;
}

test('lists partners with number, name and number of buckets', async () => {
  await open();
  const row = page.getByRole('row').filter({ hasText: 'Alder' });
  await expect.element(row.getByText('9101')).toBeVisible();
  await expect.element(row.getByRole('link', { name: '2 buckets of 9101 Alder' })).toBeVisible();
});

test('a partner is renamed in its row, on the shown revision; a refusal stands at the field', async () => {
  const server = await open();
  server.refuse.renamePartner = new Problem('stale', 'Demo Cyber Lead renamed it at 11:02.');
  await page.getByRole('button', { name: 'Rename 9101 Alder' }).click();
  const field = page.getByRole('textbox', { name: 'Name of 9101' });
  await expect.element(field).toHaveFocus();
  await field.fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Required')).toBeVisible();
  await field.fill('Alder Re');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Demo Cyber Lead renamed it at 11:02.')).toBeVisible();
  await expect.element(field).toHaveValue('Alder Re');
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await expect.element(page.getByText('Partner successfully renamed')).toBeVisible();
  expect(server.sent.at(-1)).toEqual({
    name: 'renamePartner',
    input: { params: { partner: 9101 }, body: { name: 'Alder Re' } },
    ifMatch: 'a1',
  });
  await expect.element(page.getByRole('button', { name: 'Rename 9101 Alder Re' })).toHaveFocus();
});

test('a partner can be added; errors stand at the fields and keep the input', async () => {
  const server = await open();
  const errors = [{ path: 'number', message: 'There is a partner 9101 already' }];
  server.refuse.addPartner = new Problem('conflict', 'There is a partner 9101 already.', { errors });
  await page.getByRole('button', { name: 'Add partner' }).click();
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: 'Add partner' });
  await add.click();
  expect(dialog.getByText('Required').elements()).toHaveLength(2);
  await dialog.getByRole('textbox', { name: 'Number' }).fill('91a');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Zephyr');
  await expect.element(dialog.getByText('Please write a whole number from 1 to 99999')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Number' }).fill('9101');
  await add.click();
  await expect.element(dialog.getByText('There is a partner 9101 already')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Number' }).fill('9300');
  await add.click();
  await expect.element(page.getByText('Partner successfully added')).toBeVisible();
  expect(server.sent.at(-1)?.input).toEqual({ number: 9300, name: 'Zephyr' });
  await expect.element(page.getByRole('cell', { name: 'Zephyr', exact: true })).toBeVisible();
});

test('without create and edit neither is offered', async () => {
  await open(['admin:view']);
  await expect.element(page.getByRole('button', { name: 'Add partner' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Rename/ })).not.toBeInTheDocument();
});

test('closed by Escape the focus returns to Add partner', async () => {
  await openAdmin({ api: fakeAdmin().api, address: '/admin?tab=partners' });
  const opener = page.getByRole('button', { name: 'Add partner' });
  await opener.click();
  await expect.element(page.getByRole('dialog', { name: 'Add partner' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});
