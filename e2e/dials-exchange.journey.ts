import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';

type Exported = { id: string; version: number; data: { name: string; values: Record<string, unknown> } };

async function exported(page: Page, item: string): Promise<string> {
  await page.getByRole('button', { name: 'More actions' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  return readFile(await (await download).path(), 'utf8');
}

async function chooseFile(page: Page, name: string, content: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Import dials' }).click();
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
  await page.getByLabel('File of dials').setInputFiles(file);
}

const tab = (page: Page, name: string) => page.getByRole('dialog').getByRole('tab', { name });

test(
  'exported dials import as the same dials; differences are shown before they are written',
  { tag: '@long' },
  async ({ page }) => {
    await signIn(page, PEOPLE.underwriter, '/dials?q=cyber');
    await expect(page.getByRole('row').filter({ hasText: 'Cyber base appetite' })).toBeVisible();
    const json = await exported(page, 'Export as JSON');
    const csv = await exported(page, 'Export as CSV');
    const dials = (JSON.parse(json) as { dials?: Exported[] }).dials ?? (JSON.parse(json) as Exported[]);
    expect(dials.length).toBeGreaterThan(3);

    for (const [name, content] of [
      ['dials.json', json],
      ['dials.csv', csv],
    ] as const) {
      await chooseFile(page, name, content);
      await expect(tab(page, `Same ${dials.length}`)).toBeVisible();
      await expect(tab(page, 'Wrong 0')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }

    const published = dials.find(({ data }) => data.name === 'Cyber base appetite');
    const changed = { ...published, data: { ...published?.data, reason: 'By import', values: { max_line: 777_000 } } };
    const fresh = { data: { name: 'Zeppelin by import', values: { max_line: 1_000_000 } } };
    const wrong = { data: { name: '', dimensions: { revenue_ranges: '[5,1]' }, values: { min_line: -1 } } };
    await chooseFile(page, 'mixed.json', JSON.stringify([changed, fresh, wrong]));
    for (const name of ['New 1', 'Changed 1', 'Wrong 1']) await expect(tab(page, name)).toBeVisible();
    const preview = page.getByRole('dialog');
    for (const text of ['Required', 'Value must be positive', 'Invalid interval notation.'])
      await expect(preview.getByText(text).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto('/dials?q=zeppelin');
    await expect(page.getByText('No dials match')).toBeVisible();

    await chooseFile(page, 'mixed.json', JSON.stringify([changed, fresh]));
    await preview.getByRole('button', { name: 'Import 2 dials' }).click();
    await expect(preview).toHaveCount(0);
    await page.goto('/dials?q=zeppelin');
    await expect(page.getByRole('row').filter({ hasText: 'Zeppelin by import' })).toBeVisible();
  },
);
