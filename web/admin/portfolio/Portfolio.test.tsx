import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Problem } from '#contract/problem.ts';
import { MAX_PART_BYTES } from '#domain/portfolio/file.ts';
import { openAdmin } from '#web/admin/testing.tsx';
import { fakePortfolios, LOAD_ID, makeColumn, makeLoad, makePortfolio } from './testing.ts';

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

test('a file is uploaded in parts, mapped, matched and loaded; each column shows what was recognised', async () => {
  const fake = fakePortfolios();
  fake.state.load = makeLoad({
    phase: 'checking',
    progress: 0.5,
    checked_rows: 500,
    wrong_rows: 214,
    columns: [
      makeColumn('reference', 'reference'),
      makeColumn('cob', 'cob', { names: 15, unknown_names: 1, unknown: [{ text: 'Ships', rows: 12 }] }),
      makeColumn('risk_cd', 'risk_codes', { names: 9, unknown_names: 2, unknown: [{ text: 'QQ', rows: 1 }] }),
      makeColumn('revenue', 'revenue_ranges', { filled: 982, empty: 18 }),
      makeColumn('altman_z', 'company_bankruptcy_index_ranges', { filled: 880, empty: 120, empties: ['n/a'] }),
      makeColumn('layer', 'is_primary', {
        read_as: [
          { text: 'P', as: 'Primary' },
          { text: 'XS', as: 'Excess' },
        ],
      }),
      makeColumn('inception', 'date', {}, { date_order: 'unclear' }),
      makeColumn('notes', 'unused', null),
      makeColumn('parties', 'unused', null, { first: [], is_nested: true }),
    ],
    errors: [{ row: 48_211, column: 'risk_cd', text: 'QQ', message: 'There is no such risk code' }],
  });
  const { router } = await open(fake);
  await expect.element(page.getByText('Drop a .csv or .parquet file here')).toBeVisible();
  drop(MAX_PART_BYTES + 5);
  await expect.element(page.getByText('Checking 500 of 1,000 rows')).toBeVisible();
  expect(fake.state.parts).toEqual([
    [0, MAX_PART_BYTES],
    [MAX_PART_BYTES, 5],
  ]);
  await expect.element(page.getByText('Checking, 50%')).toBeInTheDocument();
  for (const [name, text] of [
    ['reference', 'all different'],
    ['cob', '14 of 15 classes'],
    ['risk_cd', '2 codes unknown'],
    ['revenue', '98.2%, rest empty'],
    ['altman_z', '88%, “n/a” is empty'],
    ['layer', 'P Primary, XS Excess'],
    ['inception', 'day or month first? Read as day first'],
    ['notes', 'not used'],
    ['parties', 'nested, cannot be read'],
  ] as const)
    await expect.element(row(name).getByText(text, { exact: true })).toBeVisible();
  await expect
    .element(page.getByText(/^7 of 9 columns used, 4 to look at\. 27 dimensions have no column here/))
    .toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'What parties is' })).toBeDisabled();
  const errors = page.getByRole('region', { name: 'Rows with errors' });
  for (const text of ['214', 'so far', '48,211', 'risk_cd', 'QQ', 'There is no such risk code'])
    await expect.element(errors.getByText(text, { exact: true })).toBeVisible();

  await button('Match 1: cob').click();
  await page.getByRole('combobox', { name: 'What Ships means' }).fill('cargo');
  await page.getByRole('option', { name: 'Cargo', exact: true }).click();
  await page.getByRole('combobox', { name: 'What notes is' }).selectOptions('kept');
  const changesSent = () => JSON.stringify(fake.server.sent.filter(({ name }) => name === 'changePortfolioLoad'));
  await expect.poll(changesSent).toContain('"matches":[{"column":1,"text":"Ships","code":"cargo"}]');
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

test('errors that stop a load are shown where they can be fixed, and an abandoned load is cancelled', async () => {
  const fake = fakePortfolios([makePortfolio(1)]);
  fake.state.load = makeLoad({ wrong_rows: 1000 });
  await open(fake);
  await expect.element(row('Risks of 2025')).toBeVisible();
  await choose();
  await expect.element(page.getByText('Every row has an error, so there is nothing to load')).toBeVisible();
  await expect.element(button('Load when checked')).toHaveAttribute('aria-disabled', 'true');
  await button('Load when checked').click({ force: true });
  fake.state.load = makeLoad({ wrong_rows: 3 });
  await button('Load 997 risks').click({ trial: true });
  await page.getByRole('radio', { name: 'Load nothing if any row fails' }).click();
  await expect.element(page.getByText('3 rows have errors, so nothing can be loaded')).toBeVisible();
  await page.getByRole('radio', { name: 'Leave these rows out' }).click();
  fake.server.refuse.keepPortfolioLoad = new Problem('conflict', 'Taken.', {
    errors: [{ path: 'name', message: 'Another portfolio has this name.' }],
  });
  await button('Load 997 risks').click();
  await expect.element(page.getByText('Another portfolio has this name.')).toBeVisible();
  fake.state.load = makeLoad({ phase: 'mapping', problem: 'No column is the reference of the risk.', checked_rows: 0 });
  await expect.element(page.getByText('No column is the reference of the risk.')).toBeVisible();
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
