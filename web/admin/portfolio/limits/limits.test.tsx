import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import { openAdmin } from '#web/admin/testing.tsx';
import { fakePortfolios, makeLimits } from '#web/admin/portfolio/testing.ts';

const ALL = ['admin:view', 'admin:edit', 'admin:create'];
const card = page.getByRole('region', { name: 'Limits' });
const button = (name: string) => card.getByRole('button', { name });
const US = { code: 'US', label: 'United States', group: null, retired: false };
const EMPTY = Object.fromEntries(REFERENCE_LISTS.map((list) => [list, []]));
const HEADS = 'Name;Partner;Country;Class;Limit;Used;Currency;As of;Source';
const ROWS = [
  'US cyber;;united states;Cyber Privacy & Tech;400m;248m;USD;2020-10-31;Exposure desk',
  'Alder;9101 Alder;;;560,000,000;560,000,001;;31 Oct 2026;',
];
const LIMITS = [
  { name: 'US cyber', country: 'US', cob: 'cyber-privacy-and-tech', limit: 400e6, used: 248e6, as_of: '2020-10-31' },
  { name: 'Alder', partner: 9101, limit: 560e6, used: 560_000_001, as_of: '2026-10-31' },
].map((limit) => ({ partner: null, country: null, cob: null, source: '', ...limit }));

async function open(limits = LIMITS, permissions = ALL) {
  const fake = fakePortfolios([], { getReferenceData: async () => ({ ...EMPTY, countries: [US] }) as never });
  fake.state.limits = makeLimits(limits);
  await openAdmin({ api: fake.api, address: '/admin?tab=portfolio', permissions });
  await expect.element(card).toBeVisible();
  return fake;
}
const choose = (...lines: string[]) =>
  userEvent.upload(page.getByLabelText('File of limits'), new File([lines.join('\n')], 'october.csv'));

test('the first file is imported at once, as it is written', async () => {
  const fake = await open([]);
  await expect.element(card.getByText('No limits yet')).toBeVisible();
  await expect.element(button('Import limits')).toBeVisible();
  await choose(HEADS, ...ROWS);
  await expect.element(page.getByText('2 limits successfully imported')).toBeVisible();
  const [us, alder] = LIMITS;
  expect(fake.server.sent).toMatchObject([
    {
      name: 'importLimits',
      input: { file: 'october.csv', limits: [{ ...us, source: 'Exposure desk' }, alder] },
      ifMatch: '0',
    },
  ]);
  await expect
    .element(card.getByRole('row', { name: /^US cyber All United States Cyber Privacy & Tech 400m 248m ?62%/ }))
    .toBeVisible();
});

test('a wrong cell is named with its address, and nothing is sent', async () => {
  const fake = await open();
  await choose(HEADS, 'A;9199;;;sixty;1;;2020-10-31;', ...ROWS);
  const alert = card.getByRole('alert');
  await expect.element(alert.getByText('october.csv is not imported. Nothing has changed.')).toBeVisible();
  await expect.element(alert.getByText('B2: there is no partner 9199.')).toBeVisible();
  await expect.element(alert.getByText('E2: “sixty” is no amount in US dollars, write it as 400000000.')).toBeVisible();
  expect(fake.server.sent).toEqual([]);
});

test('a later import asks before it replaces all limits; old dates and full limits are marked', async () => {
  const fake = await open();
  await expect.element(card.getByText('31 Oct 2020')).toHaveClass('ls-amber');
  await expect.element(card.getByText('over 100%')).toHaveClass('ls-red');
  await choose(HEADS, ...ROWS.slice(0, 1));
  const dialog = page.getByRole('dialog', { name: 'Replace 2 limits?' });
  await expect.element(dialog.getByText(/^october\.csv has 1 limit, as of 31 Oct 2020\. Impact uses/)).toBeVisible();
  expect(fake.server.sent).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 1 limit' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(fake.server.sent).toMatchObject([{ name: 'importLimits', ifMatch: '2' }]);
  await expect.element(card.getByRole('row', { name: /^Alder/ })).not.toBeInTheDocument();
});

test('limits are downloaded as they are imported, and only those who may import are offered it', async () => {
  await open(LIMITS, ['admin:view']);
  const made = vi.spyOn(URL, 'createObjectURL');
  await button('Download as CSV').click();
  await expect.poll(() => made.mock.calls.length).toBe(1);
  const [blob] = made.mock.calls[0] ?? [];
  expect(await (blob as Blob).text()).toContain(
    '"US cyber","","US","Cyber Privacy & Tech","400000000","248000000","USD","2020-10-31",""',
  );
  made.mockRestore();
  expect(button('Import limits').elements()).toEqual([]);
});
