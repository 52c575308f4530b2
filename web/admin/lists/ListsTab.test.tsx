import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AdminOption } from '#contract/admin-lists.ts';
import { Problem } from '#contract/problem.ts';
import { fakeAdmin, makeOption, openAdmin } from '#web/admin/testing.tsx';

async function open(permissions?: readonly string[]) {
  let options: AdminOption[] = [
    makeOption('ALP', { label: 'Alpine Broking', group: 'London', used: 4 }),
    makeOption('BRE', { label: 'Breton' }),
    makeOption('OLD', { label: 'Old House', retired: true, used: 1 }),
  ];
  const change = (code: string, next: (option: AdminOption) => AdminOption[]) => {
    options = options.flatMap((option) => (option.code === code ? next(option) : [option]));
    return { options };
  };
  const fake = fakeAdmin();
  const { record, server } = fake;
  const api: typeof fake.api = {
    ...fake.api,
    listOptions: async ({ params }) => {
      record('listOptions', params);
      if (params.list === 'risk_codes') options = [makeOption('WB', { label: 'War breach', classes: ['marine-war'] })];
      return { options: params.list === 'cyber_sectors' ? [] : options };
    },
    addOption: async (input) => {
      record('addOption', input);
      const { code, label, group } = input.body;
      options = [...options, makeOption(code, { label, group: group ?? null })];
      return { options };
    },
    changeOption: async ({ params, body }, sent) => {
      record('changeOption', { ...params, ...body }, sent?.ifMatch);
      const classes = body.classes ?? [];
      return change(params.code, (option) => [{ ...option, ...body, classes, group: body.group ?? null }]);
    },
    deleteOption: async ({ params }, sent) => {
      record('deleteOption', params, sent?.ifMatch);
      return change(params.code, () => []);
    },
  };
  const opened = await openAdmin({ api, address: '/admin?tab=lists', ...(permissions && { permissions }) });
  await expect.element(page.getByText('Alpine Broking')).toBeVisible();
  return { server, ...opened };
}

const row = (text: string) => page.getByRole('row').filter({ hasText: text });

test('a list shows code, label, group, use and retired options; search filters it', async () => {
  await open();
  await expect.element(row('Alpine').getByRole('cell', { name: 'London' })).toBeVisible();
  await expect.element(row('Alpine').getByText('4 dials')).toBeVisible();
  await expect.element(row('Old House').getByText('Retired')).toBeVisible();
  await expect.element(page.getByText('3 options, 1 retired')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search Brokers' }).fill('bre');
  await expect.element(row('Alpine')).not.toBeInTheDocument();
  await expect.element(row('Breton')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search Brokers' }).fill('zzz');
  await expect.element(page.getByText('Nothing matches “zzz”.')).toBeVisible();
});

test('the list is in the URL, and an empty one says so', async () => {
  const { router } = await open();
  await page.getByRole('link', { name: 'Cyber sectors' }).click();
  await expect.element(page.getByText('Nothing in this list yet')).toBeVisible();
  expect(router.state.location.search).toBe('?tab=lists&list=cyber_sectors');
});

test('an option is renamed and retired on its revision, and offered again', async () => {
  const { server } = await open();
  await page.getByRole('button', { name: 'Rename Breton' }).click();
  await page.getByRole('textbox', { name: 'Label of BRE' }).fill('Breton & Co');
  await page.getByRole('textbox', { name: 'Group of BRE' }).fill('Paris');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(row('Breton & Co').getByRole('cell', { name: 'Paris' })).toBeVisible();
  expect(server.sent.at(-1)).toEqual({
    name: 'changeOption',
    input: { list: 'brokers', code: 'BRE', label: 'Breton & Co', group: 'Paris', retired: false },
    ifMatch: 'BRE-1',
  });
  await page.getByRole('button', { name: 'Retire Alpine Broking' }).click();
  await expect.element(row('Alpine').getByText('Retired')).toBeVisible();
  await page.getByRole('button', { name: 'Offer again Old House' }).click();
  await expect.element(row('Old House').getByText('Retired')).not.toBeInTheDocument();
});

test('a risk code shows its classes, which are edited with its label', async () => {
  const { server } = await open();
  await page.getByRole('link', { name: 'Risk codes' }).click();
  await expect.element(row('War breach').getByText('Marine War')).toBeVisible();
  await page.getByRole('button', { name: 'Edit War breach' }).click();
  await page.getByRole('combobox', { name: 'Classes of WB' }).fill('hull');
  await page.getByRole('option', { name: 'Hull', exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(row('War breach').getByText('Marine War, Hull')).toBeVisible();
  expect(server.sent.at(-1)?.input).toMatchObject({ code: 'WB', classes: ['marine-war', 'hull'] });
});

test('only options that no dial uses can be deleted, after a confirmation; a refusal is shown in the dialog', async () => {
  const { server } = await open();
  await expect.element(page.getByRole('button', { name: 'Delete Alpine Broking' })).not.toBeInTheDocument();
  server.refuse.deleteOption = new Problem('conflict', 'A dial names it since 11:02. Retire it instead.');
  await page.getByRole('button', { name: 'Delete Breton' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Breton?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByText('A dial names it since 11:02. Retire it instead.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(row('Breton')).not.toBeInTheDocument();
  expect(server.sent.at(-1)?.ifMatch).toBe('BRE-1');
});

test('a refused change is shown in its row', async () => {
  const { server } = await open();
  server.refuse.changeOption = new Problem('stale', 'Demo Cyber Lead changed it at 11:02.');
  await page.getByRole('button', { name: 'Retire Alpine Broking' }).click();
  await expect.element(row('Alpine').getByText('Demo Cyber Lead changed it at 11:02.')).toBeVisible();
});

test('an option can be added, and errors stand at the fields', async () => {
  const { server } = await open();
  const errors = [{ path: 'code', message: 'There is an option BRE already' }];
  server.refuse.addOption = new Problem('conflict', 'There is an option BRE already.', { errors });
  await page.getByRole('button', { name: 'Add option' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to Brokers' });
  await dialog.getByRole('textbox', { name: 'Code' }).fill('BRE');
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Brenner');
  await dialog.getByRole('button', { name: 'Add option' }).click();
  await expect.element(dialog.getByText('There is an option BRE already')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Code' }).fill('BRN');
  await dialog.getByRole('button', { name: 'Add option' }).click();
  await expect.element(row('Brenner')).toBeVisible();
  expect(server.sent.at(-1)?.input).toEqual({
    params: { list: 'brokers' },
    body: { code: 'BRN', label: 'Brenner', group: null },
  });
});

test('without create and edit the list is read-only', async () => {
  await open(['admin:view']);
  for (const name of [/^Rename/, /^Retire/, /^Delete/, 'Add option'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
});
