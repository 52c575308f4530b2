import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Problem } from '#contract/problem.ts';
import { MAX_PART_BYTES } from '#domain/portfolio/file.ts';
import { makeAuthorityProposal } from '#web/admin/authority/testing.ts';
import { openAdmin } from '#web/admin/testing.tsx';
import { CAUSES, COLUMNS, fakePortfolios, LOAD_ID, makeLoad, makePortfolio, WRONG } from './testing.ts';

const ALL = ['admin:view', 'admin:edit', 'admin:create', 'admin:delete'];
const button = (name: string | RegExp) => page.getByRole('button', { name });
const row = (name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
const open = (fake: ReturnType<typeof fakePortfolios>, permissions = ALL) =>
  openAdmin({ api: fake.api, address: '/admin?tab=portfolio', permissions });
const choose = () => userEvent.upload(page.getByLabelText('File of risks'), new File(['a,b'], 'risks.csv'));

/** As the browser dispatches it when a file is dropped on the page. */
function drop(bytes: number): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([new Uint8Array(bytes)], 'risks.parquet'));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

test('a portfolio shows its content and missing values, and is used, renamed and deleted on its revision', async () => {
  const absent = makePortfolio(2);
  const dimensions = absent.dimensions.map((one) =>
    one.key === 'primary_dimension_ids' ? { ...one, missing: one.of, has_column: false } : one,
  );
  const fake = fakePortfolios([makePortfolio(1), { ...absent, dimensions }], {
    setUsedPortfolio: async ({ params }, options) => {
      fake.record('setUsedPortfolio', params, options?.ifMatch);
      fake.state.items = fake.state.items.map((one) => ({ ...one, is_used: one.id === params.portfolioId }));
      return fake.listed();
    },
    renamePortfolio: async ({ body }, options) => {
      fake.record('renamePortfolio', body, options?.ifMatch);
      return fake.listed();
    },
    deletePortfolio: async ({ params }, options) => {
      fake.record('deletePortfolio', params, options?.ifMatch);
      return fake.listed();
    },
  });
  await open(fake);
  for (const text of ['Used for Impact', '200,000', 'Jan to Dec 2025', '23.2', 'Most: brokers, 60%'])
    await expect.element(row('Risks of 2025').getByText(text, { exact: true })).toBeVisible();
  await expect
    .element(row('Risks of 2024').getByText('Primary dimensions not in the file', { exact: true }))
    .toBeVisible();
  const titles = [...document.querySelectorAll('svg[role="img"] title')].map(({ textContent }) => textContent);
  expect(titles.slice(0, 31)).toEqual(
    expect.arrayContaining(['Brokers: 60% missing', 'Cyber sectors: for no class in the portfolio']),
  );
  expect(titles.slice(31)).toContain('Primary dimensions: not in the file');

  await button('Use for Impact: Risks of 2024').click();
  await expect.element(page.getByText(/Drafts are measured against it from now on\. Reviews keep/)).toBeVisible();
  expect(fake.server.sent).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Use for Impact' }).click();
  await expect.element(row('Risks of 2024').getByText('Used for Impact', { exact: true })).toBeVisible();
  await expect.element(button('Use for Impact: Risks of 2025')).toBeVisible();

  await button('Open Risks of 2024').click();
  const drawer = page.getByRole('dialog', { name: 'Risks of 2024' });
  await expect.element(drawer.getByRole('row', { name: 'Cyber Privacy & Tech 198,412' })).toBeVisible();
  await expect.element(drawer.getByText(/^abcd abcd/)).toBeVisible();
  await drawer.getByRole('button', { name: 'Rename' }).click();
  await userEvent.keyboard('{Escape}');
  await drawer.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name of the portfolio' }).fill('Older');
  await userEvent.keyboard('{Enter}');
  await expect.element(drawer.getByRole('button', { name: 'Delete' })).toBeVisible();
  fake.server.refuse.deletePortfolio = new Problem('conflict', 'Use another for Impact first.');
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Risks of 2024?' }).getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Use another for Impact first.')).toBeVisible();
  expect(fake.server.sent.map(({ name, ifMatch }) => `${name} ${ifMatch}`)).toEqual([
    'setUsedPortfolio r2',
    'renamePortfolio r2',
    'deletePortfolio r2',
  ]);
});

test('a file is uploaded in parts, mapped and loaded; each column shows what was recognised', async () => {
  const fake = fakePortfolios();
  const counts = { ...WRONG, cause_count: CAUSES.length };
  fake.state.load = makeLoad({ phase: 'checking', progress: 0.5, columns: COLUMNS, causes: CAUSES, ...counts });
  const { router } = await open(fake);
  await expect.element(page.getByText('Drop a .csv or .parquet file here')).toBeVisible();
  drop(MAX_PART_BYTES + 5);
  await expect.element(page.getByText('Checking 500 of 1,000 rows')).toBeVisible();
  expect(fake.state.parts).toEqual([
    [0, MAX_PART_BYTES],
    [MAX_PART_BYTES, 5],
  ]);
  await expect.element(page.getByText('Checking, 50%')).toBeInTheDocument();
  const column = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  for (const [name, text] of [
    ['reference', '1 to look at'],
    ['cob', '2 unknown'],
    ['new_renewal', '2 unknown'],
    ['revenue', '3 to look at'],
    ['inception', '1 to look at'],
    ['altman_z', '12% empty'],
    ['layer', '100%'],
    ['notes', 'not used'],
    ['parties', 'nested, cannot be read'],
  ] as const)
    await expect.element(column(name).getByText(text, { exact: true })).toBeVisible();
  await expect
    .element(page.getByText(/^7 of 9 columns used, 6 to look at\. 28 dimensions have no column/))
    .toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'What parties is' })).toBeDisabled();
  await button('layer').click();
  await expect.element(page.getByText('XS is Excess')).toBeVisible();
  await page.getByRole('combobox', { name: 'What notes is' }).selectOptions('kept');
  const changesSent = () => JSON.stringify(fake.server.sent.filter(({ name }) => name === 'changePortfolioLoad'));
  await expect.poll(changesSent).toContain('"columns":[{"column":7,"target":"kept"}]');

  await page.getByRole('textbox', { name: 'Keep as' }).fill(' First half ');
  await button('Load when checked').click();
  await expect.element(page.getByText('Kept as “First half” once every row is checked')).toBeVisible();
  expect(fake.server.sent.at(-1)?.input).toEqual({ name: 'First half', period: null, rows: 'leave_out' });
  await page.getByRole('tab', { name: 'Flags' }).click();
  await button('Stay').click();
  fake.state.load = { ...fake.state.load, phase: 'kept' };
  await expect.element(page.getByText('Portfolio successfully loaded')).toBeVisible();
  await expect.element(button('Load a portfolio')).toBeVisible();
  expect(router.state.location.search).toBe('?tab=portfolio');
});

test('a portfolio goes on saying how many rows of its file it has, and at which rates', async () => {
  const rates = [{ column: 'gwp', currency: 'GBP', usd: 1.27 }];
  const file = { rows: 20_000, left_out: 360, values_missing: 0, rates };
  await open(fakePortfolios([makePortfolio(1, { risks: 19_640, file })]));
  const words = '19,640 of 20,000 rows, 360 left out';
  await expect.element(row('Risks of 2025').getByText(words)).toBeVisible();
  await button('Open Risks of 2025').click();
  const drawer = page.getByRole('dialog', { name: 'Risks of 2025' });
  await expect.element(drawer.getByText(words)).toBeVisible();
  await expect.element(drawer.getByText('gwp: GBP at 1.27 USD')).toBeVisible();
});

test('errors that stop a load are shown where they can be fixed, and an abandoned load is cancelled', async () => {
  const fake = fakePortfolios([makePortfolio(1)]);
  fake.state.load = makeLoad({ wrong_rows: 1000, lost_rows: 1000 });
  await open(fake);
  await expect.element(row('Risks of 2025')).toBeVisible();
  await choose();
  const none = 'Load 0 risks';
  await expect.element(page.getByText('Every row has an error, so there is nothing to load')).toBeVisible();
  await expect.element(button(none)).toHaveAttribute('aria-disabled', 'true');
  await button(none).click({ force: true });
  fake.state.load = makeLoad({ wrong_rows: 3 });
  await button('Load 997 risks').click({ trial: true });
  await expect.element(page.getByText('The portfolio will go on saying that 3 rows were left out')).toBeVisible();
  fake.server.refuse.keepPortfolioLoad = new Problem('conflict', 'Taken.', {
    errors: [{ path: 'name', message: 'Another portfolio has this name.' }],
  });
  await button('Load 997 risks').click();
  await expect.element(page.getByText('Another portfolio has this name.')).toBeVisible();
  fake.state.load = makeLoad({ phase: 'mapping', problem: 'No column is the reference.', checked_rows: 0 });
  await expect.element(page.getByText('No column is the reference.')).toBeVisible();
  await expect.element(button('Load when checked')).toHaveAttribute('aria-disabled', 'true');
  await button('Cancel').click();
  await expect.element(button('Load a portfolio')).toBeVisible();
  expect(fake.server.sent.at(-1)).toMatchObject({ name: 'cancelPortfolioLoad', input: { loadId: LOAD_ID } });
  expect(fake.server.sent.filter(({ name }) => name === 'keepPortfolioLoad')).toHaveLength(1);

  fake.state.load = makeLoad({ phase: 'failed', problem: 'This is a PDF. Load a CSV or Parquet file.' });
  await choose();
  await expect.element(page.getByText('risks.csv cannot be loaded.')).toBeVisible();
  await expect.element(page.getByText('This is a PDF. Load a CSV or Parquet file.')).toBeVisible();
  await expect.element(button('Choose another file')).toBeVisible();
});

test('the demo portfolio shows how far it is, and then itself', async () => {
  const fake = fakePortfolios();
  fake.state.preparing = 40;
  await open(fake);
  const progress = page.getByRole('progressbar', { name: 'Preparing the demo portfolio, 40%' });
  await expect.element(progress).toBeVisible();
  expect(button('Choose a file').query()).toBeNull();
  fake.state.preparing = null;
  fake.state.items = [makePortfolio(1)];
  await expect.element(page.getByText('Used for Impact')).toBeVisible();
  await expect.element(progress).not.toBeInTheDocument();
});

test('“Load a portfolio” in the palette opens the file dialog at once, even if the list is slow', async () => {
  const clicked = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => clicked.mockRestore());
  const list = Promise.withResolvers<void>();
  const fake = fakePortfolios([], { listPortfolios: () => list.promise.then(() => fake.listed()) });
  const { router } = await openAdmin({ api: fake.api, address: '/admin?tab=flags', permissions: ALL });
  await router.navigate('/admin?tab=portfolio&open=');
  await expect.poll(() => clicked.mock.calls.length).toBe(1);
  await choose();
  expect(fake.server.sent).toEqual([]);
  list.resolve();
  await expect.element(page.getByText('1,000 rows checked')).toBeVisible();
  await button('Cancel').click();
  await router.navigate('/admin?tab=portfolio&open=');
  await expect.poll(() => clicked.mock.calls.length).toBe(2);
});

test('a file that is too large is refused before anything is sent, dropped ones too; without create the list is read-only', async () => {
  const fake = fakePortfolios();
  fake.state.max = 1000;
  await open(fake);
  await expect.element(button('Choose a file')).toBeVisible();
  drop(2000);
  await expect.element(page.getByText('The file has 2 KB, and at most 1 KB can be loaded.')).toBeVisible();
  expect(fake.server.sent).toEqual([]);
  await cleanup();
  await open(fakePortfolios([makePortfolio(2)]), ['admin:view']);
  await expect.element(button('Open Risks of 2024')).toBeVisible();
  expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
    'Load a portfolio',
  );
  await expect.element(button(/Use for Impact/)).not.toBeInTheDocument();
});

test('while a rule counts the risks, another portfolio is proposed, confirmed by a second person, and a small one is pointed out', async () => {
  const small = makePortfolio(2, { risks: 30 });
  const proposal = makeAuthorityProposal({
    kind: 'use_portfolio',
    rule: null,
    portfolio: { id: small.id, text: 'Drafts are measured against Risks of 2024.', warning: null },
    is_own: true,
    refusal: 'You proposed this. A second person decides about it.',
  });
  const fake = fakePortfolios([makePortfolio(1), small], {
    proposeAuthority: async ({ body }) => {
      fake.record('proposeAuthority', body);
      fake.state.proposal = proposal;
      return proposal;
    },
    decideAuthority: async ({ params, body }) => {
      fake.record('decideAuthority', { ...params, ...body });
      fake.state.proposal = null;
      return proposal;
    },
  });
  fake.state.needs_second = true;
  await open(fake);
  await button('Use for Impact: Risks of 2024').click();
  const dialog = page.getByRole('dialog', { name: 'Propose Risks of 2024 for Impact?' });
  await expect
    .element(dialog.getByText('Risks of 2024 has 30 risks, fewer than a tenth of the 200,000 of Risks of 2025.'))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect.element(page.getByText('Another portfolio for Impact')).toBeVisible();
  await expect.element(button('Confirm')).not.toBeInTheDocument();
  await button('Withdraw').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(page.getByText('Another portfolio for Impact')).not.toBeInTheDocument();
  expect(fake.server.sent.map(({ name }) => name)).toEqual(['proposeAuthority', 'decideAuthority']);
});
