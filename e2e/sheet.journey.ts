import { callApi } from './api.ts';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';
import { editSheet } from './sheets.ts';

const BUCKET = '/syndicate/9101/bucket/cargo';
const API = '/api/buckets/9101/cargo';

type Entry = { dial_id: string; version: number; overrides: Record<string, unknown> };
type Bucket = { revision: string; live: { entries: Entry[] }; draft: { entries: Entry[] } | null };

test('a bucket goes to Excel and back: exported, changed, compared with what others saved, and saved as a draft', async ({
  page,
  openAs,
}, info) => {
  await signIn(page, PEOPLE.underwriter, BUCKET);
  await page.getByRole('button', { name: 'More actions' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export a sheet' }).click();
  expect((await download).suggestedFilename()).toBe('9101-cargo.xlsx');
  const path = info.outputPath('9101-cargo.xlsx');
  await (await download).saveAs(path);
  await editSheet(path, [
    [2, 'Max line, USD', 1_111_000],
    [3, 'Max line, USD', 2_222_000],
  ]);

  const other = await openAs(PEOPLE.secondUnderwriter, BUCKET);
  const { revision, live, draft } = await callApi<Bucket>(other, API);
  const [first, ...rest] = (draft ?? live).entries;
  const entries = [{ ...first, overrides: { ...first?.overrides, max_line: 999_000 } }, ...rest];
  await callApi(other, `${API}/draft`, { method: 'PUT', ifMatch: revision, body: { entries } });

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Import a sheet' }).click();
  await page.getByLabel('Sheet of this bucket').setInputFiles(path);
  const save = page.getByRole('button', { name: 'Save Draft' });
  await expect(page.getByText('1 choice left')).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(page.getByText('Override 2,222,000')).toBeVisible();
  await page.getByRole('radio', { name: /^999,000/ }).check();
  await save.click();

  await expect(page).toHaveURL(`${BUCKET}/draft`);
  await expect(page.getByText('999,000').first()).toBeVisible();
  await expect(page.getByText('2,222,000').first()).toBeVisible();
});
