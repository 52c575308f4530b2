import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { cellOf, fakeAdmin, openAdmin, OTHER, paste } from '#web/admin/testing.tsx';

const RULE = 'Appetite must be between 0 and 9.99, with at most two decimals';
const field = (partner: string) => page.getByRole('textbox', { name: `Appetite of ${partner}` });
const row = (partner: string) => page.getByRole('dialog').getByRole('row').filter({ hasText: partner });
const foot = (text: string) => page.getByRole('status').filter({ hasText: text });
const add = () => page.getByRole('button', { name: 'Add buckets', exact: true });
const confirm = () => page.getByRole('button', { name: 'Change 1 appetite', exact: true });
const VIEW_CREATE = ['admin:view', 'admin:create'];

/** Matches the text anywhere in the message. */
const text = (part: string) => new RegExp(part.replaceAll(/[.+]/g, '\\$&'));

async function open(fake = fakeAdmin(), permissions?: readonly string[]) {
  await openAdmin({ api: fake.api, ...(permissions && { permissions }) });
  await page.getByRole('button', { name: 'Add buckets for COB' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Add buckets for COB' })).toBeVisible();
  return fake.server;
}

async function choose(label: string) {
  await page.getByRole('combobox', { name: 'Class of business' }).click();
  await page.getByRole('combobox', { name: 'Class of business' }).fill(label);
  await page
    .getByRole('option', { name: text(label) })
    .first()
    .click();
}

test('the dialog explains itself; every class can be chosen, and an existing one says for how many partners', async () => {
  await open();
  await expect
    .element(page.getByText('Each partner given an appetite gets an empty live bucket for the class.'))
    .toBeVisible();
  await page.getByRole('combobox', { name: 'Class of business' }).click();
  expect(page.getByRole('option').elements()).toHaveLength(CLASSES.length);
  await expect
    .element(page.getByRole('option', { name: /^Cargo/ }).getByText('exists for 2 of 3 partners'))
    .toBeVisible();
  await page.getByRole('option', { name: /^Cargo/ }).click();
  await expect.element(page.getByText('Already added for 2 of 3 partners.')).toBeVisible();
  await expect.element(row('Alder').getByText('Exists, keeps 3 dials')).toBeVisible();
  await expect.element(field('9101 Alder')).toHaveValue('1.25');
  await expect.element(row('Cormorant').getByText('Left out')).toBeVisible();
});

test('Set all fills every field, each row shows its word, the footer counts, and the class is added', async () => {
  const server = await open();
  await choose('Terrorism');
  await expect.element(foot('0 new buckets')).toBeVisible();
  await page.getByRole('button', { name: 'Set all to 1.00' }).click();
  await expect.element(row('Beacon').getByText('+ New, empty')).toBeVisible();
  await expect.element(row('Beacon').getByText('Neutral')).toBeVisible();
  await field('9101 Alder').fill('2,5');
  await field('9112 Beacon').fill('0');
  await userEvent.tab();
  await expect.element(field('9101 Alder')).toHaveValue('2.50');
  await expect.element(row('Alder').getByText('Above neutral')).toBeVisible();
  await expect.element(row('Beacon').getByText('Closed')).toBeVisible();
  await field('9120 Cormorant').fill('');
  await expect.element(foot('2 new buckets')).toBeVisible();
  await add().click();
  await expect.element(page.getByText('Class of Business successfully added')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(server.sent).toEqual([
    {
      name: 'addClass',
      ifMatch: undefined,
      input: {
        cob: 'terrorism',
        appetites: [
          { partner: 9101, appetite: 2.5, was: null },
          { partner: 9112, appetite: 0, was: null },
        ],
        reason: '',
      },
    },
  ]);
  await expect.element(page.getByRole('rowheader', { name: 'Terrorism' })).toBeVisible();
});

test.each(['10', '-1', '1.234', 'many'])('%s is refused on the field, and nothing is sent', async (typed) => {
  const server = await open();
  await choose('Terrorism');
  await field('9112 Beacon').fill(typed);
  await field('9101 Alder').click();
  await expect.element(row('Beacon').getByText(RULE)).toBeVisible();
  await expect.element(field('9112 Beacon')).toHaveAccessibleDescription(RULE);
  await add().click();
  await expect.element(field('9112 Beacon')).toHaveFocus();
  expect(server.sent).toEqual([]);
  await field('9112 Beacon').fill('9.99');
  await expect.element(page.getByText(RULE)).not.toBeInTheDocument();
});

test('a pasted column fills downwards from the field; Enter and arrows move between fields', async () => {
  await open();
  await choose('Terrorism');
  await field('9112 Beacon').click();
  paste('0.75\r\n12\r\n3\r\n');
  await expect.element(field('9112 Beacon')).toHaveValue('0.75');
  await expect.element(row('Beacon').getByText('Below neutral')).toBeVisible();
  await expect.element(field('9120 Cormorant')).toHaveValue('12');
  await expect.element(row('Cormorant').getByText(RULE)).toBeVisible();
  await expect.element(field('9101 Alder')).toHaveValue('');
  await expect.element(foot('2 pasted. 1 line left out: there are no further partners.')).toBeVisible();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(field('9101 Alder')).toHaveFocus();
  await userEvent.keyboard('{Enter}{ArrowDown}');
  await expect.element(field('9120 Cormorant')).toHaveFocus();
});

test('Set all skips existing buckets; a new appetite for one is confirmed, before and after, and waits if it is raised', async () => {
  const server = await open();
  await choose('Cargo');
  await page.getByRole('button', { name: 'Set all to 1.00' }).click();
  await expect.element(field('9120 Cormorant')).toHaveValue('1.00');
  await expect.element(field('9101 Alder')).toHaveValue('1.25');
  await expect.element(field('9112 Beacon')).toHaveValue('0.00');
  await field('9112 Beacon').fill('1.5');
  await expect.element(row('Beacon').getByText('0.00 → 1.50')).toBeVisible();
  await expect.element(foot('1 new bucket, 1 new appetite')).toBeVisible();
  await expect.element(page.getByText('between 0 and 9.99', { exact: true })).toBeVisible();
  await add().click();
  const question = page.getByRole('dialog', { name: 'Change 1 appetite?' });
  await expect.element(question.getByText('Closed → Above neutral')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(field('9112 Beacon')).toHaveValue('1.50');
  expect(server.sent).toEqual([]);
  await add().click();
  await confirm().click();
  await expect.element(page.getByText('Class of Business successfully added')).toBeVisible();
  expect(server.sent[0]?.input).toEqual({
    cob: 'cargo',
    appetites: [
      { partner: 9112, appetite: 1.5, was: 0 },
      { partner: 9120, appetite: 1, was: null },
    ],
    reason: '',
  });
  await expect.element(page.getByText('1 raised when a second person confirms.')).toBeVisible();
});

test('without edit on admin an existing appetite is read-only, and Set all skips it', async () => {
  const server = await open(fakeAdmin(), VIEW_CREATE);
  await choose('Cargo');
  await expect.element(field('9101 Alder')).toHaveAttribute('readonly');
  await page.getByRole('button', { name: 'Set all to 1.00' }).click();
  await expect.element(field('9101 Alder')).toHaveValue('1.25');
  await add().click();
  await expect.element(page.getByText('Class of Business successfully added')).toBeVisible();
  expect(server.sent[0]?.input).toEqual({
    cob: 'cargo',
    appetites: [{ partner: 9120, appetite: 1, was: null }],
    reason: '',
  });
});

test('a failure is shown in place and as a toast, and nothing typed is lost', async () => {
  const server = await open();
  server.refuse.addClass = new Problem('conflict', 'There is no partner 9120 any more.');
  await choose('Terrorism');
  await field('9120 Cormorant').fill('1.75');
  await add().click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('There is no partner 9120 any more.')).toBeVisible();
  await expect.element(dialog.getByText('Failed to add Class of Business')).toBeVisible();
  expect(page.getByText('Failed to add Class of Business').elements()).toHaveLength(2);
  await expect.element(field('9120 Cormorant')).toHaveValue('1.75');
  await expect.element(page.getByRole('combobox', { name: 'Class of business' })).toHaveValue('Terrorism');
  await add().click();
  await expect.element(page.getByText('Class of Business successfully added')).toBeVisible();
});

test('a conflicting change is named, and the next attempt builds on it', async () => {
  const server = await open();
  await choose('Terrorism');
  await field('9101 Alder').fill('2');
  server.matrix = { ...server.matrix, cells: [...server.matrix.cells, cellOf(9101, 'terrorism', 1.5, 0)] };
  await add().click();
  await expect.element(page.getByText(`${OTHER.name} changed this at 11:02.`)).toBeVisible();
  await expect.element(row('Alder').getByText('Exists, keeps 0 dials')).toBeVisible();
  await expect.element(field('9101 Alder')).toHaveValue('2.00');
  await add().click();
  await confirm().click();
  await expect.element(page.getByText('Class of Business successfully added')).toBeVisible();
  expect(server.sent[1]?.input).toMatchObject({ appetites: [{ partner: 9101, appetite: 2, was: 1.5 }] });
});

test('a class and at least one appetite are required', async () => {
  const server = await open();
  await add().click();
  await expect.element(page.getByText('Required')).toBeVisible();
  await expect.element(page.getByText('Give at least one partner an appetite')).toBeVisible();
  expect(server.sent).toEqual([]);
});

test('a URL opens the dialog', async () => {
  await openAdmin({ api: fakeAdmin().api, address: '/admin?open=' });
  await expect.element(page.getByRole('dialog', { name: 'Add buckets for COB' })).toBeVisible();
});

test('without create on admin the dialog is neither offered nor opened by a URL', async () => {
  await openAdmin({ api: fakeAdmin().api, address: '/admin?open=', permissions: ['admin:view', 'admin:edit'] });
  await expect.element(page.getByRole('grid')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add buckets for COB' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('without any partner the dialog says what to do first', async () => {
  await open(fakeAdmin({ partners: [], cells: [] }));
  await expect.element(page.getByText('No partners yet. Add one under Partners first.')).toBeVisible();
});

test('closed by Escape the focus returns, also the first time', async () => {
  await openAdmin({ api: fakeAdmin().api });
  const opener = page.getByRole('button', { name: 'Add buckets for COB' });
  await expect.element(opener).toBeVisible();
  for (const key of ['{Enter}', ' ']) {
    (opener.element() as HTMLElement).focus();
    await userEvent.keyboard(key);
    await expect.element(page.getByRole('combobox', { name: 'Class of business' })).toHaveFocus();
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  }
});
