import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CAUSES, COLUMNS, fakePortfolios, makeCause, makeLoad, WRONG } from '#web/admin/portfolio/testing.ts';
import { openAdmin } from '#web/admin/testing.tsx';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const open = (fake: ReturnType<typeof fakePortfolios>) =>
  openAdmin({ api: fake.api, address: '/admin?tab=portfolio', permissions: ['admin:view', 'admin:create'] });
const choose = () => userEvent.upload(page.getByLabelText('File of risks'), new File(['a,b'], 'risks.csv'));

test('rows that cannot be read are listed by cause, each with its fix; the meter shows what will load', async () => {
  const fake = fakePortfolios();
  const listed = [...CAUSES, makeCause(5, 'decimal', '', { example: '2,500', suggestion: '.' })];
  fake.state.load = makeLoad({ columns: COLUMNS, causes: listed, cause_count: listed.length, ...WRONG });
  await open(fake);
  await choose();
  const causes = page.getByRole('table', { name: 'Causes' });
  const cause = (name: RegExp) => causes.getByRole('row', { name });
  await expect.element(page.getByText('of 1,000 rows will load', { exact: true })).toBeVisible();
  for (const text of ['692 →', '700', '70%', '300 left out'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expect
    .element(page.getByText('Only 70% of the rows will load. Under 80%, Impact says little about the others.'))
    .toBeVisible();
  await expect.element(page.getByText('11 causes, 3 with a suggestion')).toBeVisible();
  await expect.element(button('Load 700 risks')).toHaveAttribute('data-variant', 'default');
  expect(causes.element().textContent).toContain('Unresolved 23 values');
  await expect.element(cause(/^MTA new_renewal, as before/)).toBeVisible();
  await expect.element(cause(/^£1,200,000 GBP amounts of revenue/)).toBeVisible();
  await expect
    .poll(() => cause(/^R1 reference, repeated/).element().textContent)
    .toMatch(/An earlier row has the same reference/);
  await expect.poll(() => cause(/^Ships and 1 more class/).element().textContent).toMatch(/class15/);

  // A suggestion counts only after it is applied; the check takes it back.
  const fixes = () =>
    fake.server.sent.flatMap(({ name, input }) => {
      const { matches, answers } = input as { matches: object[]; answers: object[] };
      return name === 'changePortfolioLoad' ? [...matches, ...answers] : [];
    });
  await button('Apply 3 suggestions').click();
  await expect.poll(fixes).toEqual([
    { column: 2, text: 'RNL', code: 'renewal' },
    { column: 2, text: 'NB', code: 'new_business' },
    { column: 5, question: 'decimal', answer: '.' },
  ]);
  await button('Take back: MTA').click();
  await button('and 1 more class').click();
  await page.getByRole('combobox', { name: 'What Boats means' }).fill('cargo');
  await page.getByRole('option', { name: 'Cargo', exact: true }).click();
  // Few meanings are all in sight.
  await page.getByRole('radiogroup', { name: 'How on request is read' }).getByText('No value').click();
  await page.getByRole('combobox', { name: 'How 1.500 is read' }).selectOptions('1,500, decimal comma');
  await page.getByRole('combobox', { name: 'How 03/04/26 is read' }).selectOptions('3 Apr, day first');
  await expect.element(button('Apply: £1,200,000')).toBeDisabled();
  await page.getByRole('combobox', { name: 'Currency of £1,200,000' }).selectOptions('GBP');
  await page.getByRole('textbox', { name: 'US dollars for one GBP' }).fill('1.27');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => fixes().slice(3))
    .toEqual(
      expect.arrayContaining([
        { column: 2, text: 'MTA', code: null },
        { column: 1, text: 'Boats', code: 'cargo' },
        { column: 3, text: 'on request', code: '' },
        { column: 3, question: 'decimal', answer: ',' },
        { column: 4, question: 'dates', answer: 'day first' },
        { column: 3, question: 'currency', mark: 'GBP', answer: { currency: 'GBP', usd: 1.27 } },
      ]),
    );

  await page.getByRole('radio', { name: /^Load, value missing 953 rows, 260 values missing/ }).click();
  await expect.element(page.getByText(/253 without a value/)).toBeVisible();
  await expect.element(button('Load 953 risks')).toBeVisible();
  await page.getByRole('radio', { name: /^Load nothing/ }).click();
  await expect.element(button('300 rows cannot be read')).toHaveAttribute('aria-disabled', 'true');
  expect(page.getByText('300 rows cannot be read').elements()).toHaveLength(1);
  fake.state.load = makeLoad();
  await expect.element(page.getByText('All 1,000 rows will load')).toBeVisible();
  await expect.element(causes).not.toBeInTheDocument();
});

test('the meanings of a value are side by side, and none is cut', async () => {
  const fake = fakePortfolios();
  const causes = [makeCause(6, 'value', 'middle', { rows: 1 })];
  fake.state.load = makeLoad({ columns: COLUMNS, causes, cause_count: 1, ...WRONG });
  await open(fake);
  await choose();
  const meanings = page.getByRole('radiogroup', { name: 'How middle is read' });
  await expect.element(meanings.getByText('No value')).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.viewport(width, height);
    const group = meanings.element();
    const end = group.closest('td')?.getBoundingClientRect().right ?? 0;
    expect(group.scrollWidth).toBe(group.clientWidth);
    expect(group.getBoundingClientRect().right).toBeLessThanOrEqual(end);
  }
  await page.viewport(1440, 900);
});

test('of many causes the largest are shown first', async () => {
  const fake = fakePortfolios();
  const causes = Array.from({ length: 250 }, (_, at) => makeCause(2, 'value', `text ${at}`, { rows: 300 - at }));
  fake.state.load = makeLoad({ columns: COLUMNS, causes, cause_count: 250, ...WRONG });
  await open(fake);
  await choose();
  const rows = page.getByRole('table', { name: 'Causes' }).getByRole('rowheader', { name: /^text/ });
  await expect.poll(() => rows.elements().length).toBe(50);
  await button('All causes').click();
  await expect.poll(() => rows.elements().length).toBe(250);
});

test('columns of one name are told apart by their letters, and each choice is sent, also of what a column is already', async () => {
  const fake = fakePortfolios();
  const twin = {
    name: 'Revenue',
    first: ['1'],
    target: 'unused',
    found: null,
    is_nested: false,
    is_asked: true,
  } as const;
  const problem = 'The columns C and D have the same name, “Revenue”. Choose what each of them is.';
  fake.state.load = makeLoad({ phase: 'mapping', problem, columns: [...COLUMNS.slice(0, 2), twin, twin] });
  await open(fake);
  await choose();
  await expect.element(page.getByText(problem)).toBeVisible();
  const field = (letter: string) => page.getByRole('combobox', { name: `What Revenue, column ${letter}, is` });
  await expect.element(field('C')).toHaveDisplayValue('Choose what it is');
  await userEvent.selectOptions(field('C'), 'revenue_ranges');
  await userEvent.selectOptions(field('D'), 'unused');
  const sent = () =>
    fake.server.sent.flatMap(({ name, input }) =>
      name === 'changePortfolioLoad' ? (input as { columns: object[] }).columns : [],
    );
  await expect.poll(sent).toEqual(
    expect.arrayContaining([
      { column: 2, target: 'revenue_ranges' },
      { column: 3, target: 'unused' },
    ]),
  );
});
