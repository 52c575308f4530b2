import type { Page } from '@playwright/test';
import { callApi, emptyBucket } from './api.ts';
import { addDials, button, cell, openEdit, saveDraft, toast } from './buckets.ts';
import { clockIn, expect, PEOPLE, signIn, test } from './lineslip.ts';

/** Times are shown in the person's own time zone, not the server's. */
const ZONE = 'America/New_York';
test.use({ timezoneId: ZONE });

async function override(page: Page, dial: string, value: string, text: string): Promise<void> {
  await page.getByRole('tab', { name: /Dial Values/ }).click();
  await cell(page, dial, value).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

const SPECIE = 'Specie vault accumulations';
const TERROR = 'Terrorism overseas, high-rise';

test('two people on one draft: nothing is lost, and only conflicts need a decision', async ({ page, openAs }) => {
  await signIn(page, PEOPLE.underwriter);
  const bucket = await emptyBucket(page, 2);
  await openEdit(page, bucket);
  await addDials(page, SPECIE, TERROR);
  await saveDraft(page, 'Draft successfully created');

  const other = await openAs(PEOPLE.secondUnderwriter);
  await openEdit(other, bucket);
  await override(other, SPECIE, 'Max line', '1100000');
  await override(other, TERROR, 'Lead share cap', '12');

  await override(page, SPECIE, 'Max line', '1200000');
  await saveDraft(page, 'Draft successfully updated');
  const api = bucket.replace('/syndicate/', '/api/buckets/').replace('/bucket/', '/');
  const { draft } = await callApi<{ draft: { saved_at: string } }>(page, api);
  const saved = `Demo Underwriter saved this draft at ${clockIn(ZONE, draft.saved_at)}`;
  await expect(other.getByText(`${saved}.`, { exact: true })).toBeVisible();
  await expect(cell(other, SPECIE, 'Max line')).toContainText('1,100,000');

  await button(other, 'Save Draft').click();
  const conflict = other.getByRole('dialog', { name: saved });
  await expect(conflict).toContainText('Your 2 changes are still here. One touches the same value.');
  await expect(conflict.getByRole('group', { name: `${SPECIE}, Max line` })).toContainText('1,200,000');
  await button(conflict, 'Keep editing').click();
  await expect(cell(other, SPECIE, 'Max line')).toContainText('1,100,000');
  await button(other, 'Save Draft').click();
  await conflict.getByRole('radio', { name: /Theirs/ }).check({ force: true });
  await button(conflict, 'Merge and Save Draft').click();
  await expect(toast(other, 'Draft successfully updated')).toBeVisible();

  // The first one has no unsaved changes, and sees it without a reload.
  await expect(cell(page, TERROR, 'Lead share cap')).toContainText('12');
  await expect(cell(page, SPECIE, 'Max line')).toContainText('1,200,000');
});
