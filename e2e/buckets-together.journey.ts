import type { Page } from '@playwright/test';
import { callApi, emptyBucket } from './api.ts';
import { addDials, button, cell, dialRow, openEdit, saveDraft, toast } from './buckets.ts';
import { clockIn, expect, goTo, PEOPLE, signIn, test } from './lineslip.ts';

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

test('unsaved work survives a reload, and leaving or discarding it needs a confirmation', async ({ page }) => {
  await signIn(page, PEOPLE.underwriter);
  const bucket = await emptyBucket(page, 3);
  await openEdit(page, bucket);
  await addDials(page, SPECIE);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dials' }).click();
  const leave = page.getByRole('dialog', { name: 'Are you sure you want to leave this page?' });
  await expect(leave).toBeVisible();
  await page.keyboard.press('Escape');

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/^1 unsaved change of yours from .* is kept in this browser\.$/)).toBeVisible();
  await button(page, 'Restore').click();
  await expect(dialRow(page, SPECIE)).toBeVisible();
  await saveDraft(page, 'Draft successfully created');

  await addDials(page, TERROR);
  await button(page, 'Discard unsaved changes').click();
  const discard = page.getByRole('dialog', { name: 'Discard all unsaved changes?' });
  await button(discard, 'Discard changes').click();
  await expect(discard).toHaveCount(0);
  await expect(dialRow(page, TERROR)).toHaveCount(0);
  await expect(page.getByText('No unsaved changes')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(dialRow(page, TERROR)).toBeVisible();

  await button(page, 'Reset to live version').click();
  const reset = page.getByRole('dialog', { name: 'Reset this draft to the current live version?' });
  await button(reset, 'Reset to live version').click();
  await expect(page.getByRole('heading', { name: 'No dials in this bucket' })).toBeVisible();
});

test('a review is requested with a description, appears live, and the bucket is locked', async ({ page, openAs }) => {
  await signIn(page, PEOPLE.underwriter);
  const bucket = await emptyBucket(page, 4);
  const viewer = await openAs(PEOPLE.viewer, bucket);
  await expect(viewer.getByRole('link', { name: 'Edit Bucket' })).toHaveCount(0);

  await openEdit(page, bucket);
  await expect(button(page, 'Submit for Review')).toHaveAccessibleDescription(/^Nothing to submit/);
  const dialog = page.getByRole('dialog', { name: 'Submit for Review' });
  await addDials(page, SPECIE);
  await button(page, 'Submit for Review').click();
  await button(dialog, 'Submit for Review').click();
  await expect(dialog.getByText('Required', { exact: true })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('The first dial of this class.');
  await button(dialog, 'Submit for Review').click();
  await expect(toast(page, 'Review submitted')).toBeVisible();
  await expect(page).toHaveURL(`${bucket}/draft`);
  await expect(page.getByText('Review Requested')).toBeVisible();
  await expect(page.getByText('The first dial of this class.')).toBeVisible();
  await expect(viewer.getByText('Review Requested')).toBeVisible();

  await goTo(page, `${bucket}/edit`);
  await expect(page.getByText('This bucket is in review and cannot be edited', { exact: true })).toBeVisible();
});
