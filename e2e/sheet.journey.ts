import { readFile, writeFile } from 'node:fs/promises';
import { openXlsx, saveXlsx } from 'hucre/xlsx';
import { callApi } from './api.ts';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';

const BUCKET = '/syndicate/9101/bucket/cargo';
const API = '/api/buckets/9101/cargo';

type Entry = { dial_id: string; version: number; overrides: Record<string, unknown> };
type Bucket = { revision: string; live: { entries: Entry[] }; draft: { entries: Entry[] } | null };

/** Changes cells of the first sheet, as a person does in Excel: by row and by the head of their column. */
async function editFile(path: string, cells: readonly (readonly [row: number, head: string, value: number])[]) {
  const file = await openXlsx(await readFile(path), { readStyles: true });
  const [sheet] = file.sheets;
  for (const [row, head, value] of cells) {
    const column = sheet?.rows[0]?.indexOf(head) ?? -1;
    const cell = sheet?.cells?.get(`${row - 1},${column}`);
    sheet?.cells?.set(`${row - 1},${column}`, { ...cell, value, type: 'number' });
  }
  await writeFile(path, await saveXlsx(file));
}

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
  await editFile(path, [
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
