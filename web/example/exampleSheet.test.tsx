import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Example } from '#contract/example.ts';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import type { SheetOptions } from '#domain/sheet/bucket-sheet.ts';
import { writeExampleSheet } from '#domain/sheet/examples.ts';
import { TryBucket } from './TryBucket.tsx';
import { AT, fakeBucketPages, ROUTE, WITH_DRAFT } from '#web/bucket/view/testing.tsx';
import { writeSheetFile } from '#web/workbook/sheetJob.ts';
import { catchDownloads } from '#web/testing/downloads.ts';
import { renderPage } from '#web/testing/page.tsx';
import { fakeExamples, makeExample } from './testing.ts';

const STORED = [
  makeExample(1, { name: 'Hospital' }),
  makeExample(2, { name: 'Utility' }),
  makeExample(3, { name: 'Port' }),
];
const OPTIONS = Object.fromEntries(REFERENCE_LISTS.map((list) => [list, []])) as unknown as SheetOptions;

async function open(permissions = ['bucket:view', 'bucket:edit']) {
  const fake = fakeExamples(STORED);
  await renderPage(<TryBucket bucket={WITH_DRAFT} own="draft" onClose={() => undefined} />, {
    api: fakeBucketPages(WITH_DRAFT, fake.answers).api,
    route: `${ROUTE}/draft`,
    address: `${AT}/draft?try=`,
    permissions,
  });
  await page.getByRole('button', { name: 'More actions for examples' }).click();
  return fake;
}
const item = (name: string) => page.getByRole('menuitem', { name });
const upload = (...parts: BlobPart[]) =>
  userEvent.upload(page.getByLabelText('Sheet of examples'), new File(parts, 'examples.xlsx'));
const dialog = () => page.getByRole('dialog', { name: 'Import examples' });

test('examples are exported, and come back the same', async () => {
  const { stored } = await open();
  const { blobs, names } = catchDownloads();
  await item('Export as Excel').click();
  await expect.poll(() => names).toEqual(['9101-cyber-privacy-and-tech-examples.xlsx']);
  vi.restoreAllMocks();
  await upload(...blobs);
  await expect.element(dialog().getByText('The sheet has the same examples.')).toBeVisible();
  expect(stored()).toEqual(STORED);
});

/** The sheet of the stored examples, with other rows. */
async function sheetOf(rows: readonly Example[]): Promise<Blob> {
  const [sheet] = writeExampleSheet(rows, 'cyber-privacy-and-tech', OPTIONS).sheets;
  const [, origin] = writeExampleSheet(STORED, 'cyber-privacy-and-tech', OPTIONS).sheets;
  return writeSheetFile({ sheets: [sheet, origin].flatMap((one) => one ?? []) });
}

test('what is added, changed and gone is shown before anything is written; nothing is deleted unasked', async () => {
  const { stored } = await open();
  const [hospital, utility] = STORED as [Example, Example];
  const rows = [
    { ...hospital, expected: { max_line: 750_000 } },
    utility,
    { ...makeExample(9, { name: 'Airport' }), id: '' },
    { ...makeExample(9, { name: 'Wrong', expected: { max_line: -1 } }), id: '' },
  ];
  await upload(await sheetOf(rows));
  await expect.element(dialog().getByRole('checkbox', { name: /^Airport added/ })).toBeChecked();
  await expect.element(dialog().getByRole('checkbox', { name: /^Hospital/ })).toBeChecked();
  const gone = dialog().getByRole('checkbox', { name: /^Port deleted/ });
  await expect.element(gone).not.toBeChecked();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/: -1: Value must be positive/);
  expect(stored()).toEqual(STORED);
  await dialog().getByRole('button', { name: 'Save 2 examples' }).click();
  await expect.element(page.getByText('2 examples saved')).toBeVisible();
  expect(stored().map(({ name, expected }) => [name, expected.max_line])).toEqual([
    ['Hospital', 750_000],
    ['Utility', 500_000],
    ['Port', 500_000],
    ['Airport', 500_000],
  ]);
});

test('is one request, so that a refusal saves nothing, and the next attempt everything', async () => {
  const { stored, theyChange } = await open();
  const [hospital, utility] = STORED as [Example, Example];
  const rows = [
    { ...hospital, expected: { max_line: 750_000 } },
    { ...utility, expected: { max_line: 750_000 } },
    { ...makeExample(9, { name: 'Airport' }), id: '' },
  ];
  await upload(await sheetOf(rows));
  theyChange(utility.id);
  await dialog().getByRole('button', { name: 'Save 3 examples' }).click();
  await expect.element(dialog().getByText('Demo Cyber Lead changed this example.')).toBeVisible();
  expect(stored().map(({ expected }) => expected.max_line)).toEqual([500_000, 500_000, 500_000]);
  await dialog()
    .getByRole('checkbox', { name: /^Utility/ })
    .click();
  await dialog().getByRole('button', { name: 'Save 2 examples' }).click();
  await expect.element(page.getByText('2 examples saved')).toBeVisible();
  expect(stored()).toMatchObject([{ expected: { max_line: 750_000 } }, { name: 'Utility' }, {}, { name: 'Airport' }]);
});

test('without edit there is no import', async () => {
  await open(['bucket:view']);
  await expect.element(item('Export as Excel')).toBeVisible();
  expect(item('Import a sheet').elements()).toEqual([]);
});
