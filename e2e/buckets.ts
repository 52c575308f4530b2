import type { Locator, Page } from '@playwright/test';
import { expect, goTo } from './lineslip.ts';

export const CYBER = 'Cyber Privacy & Tech';
export const cyberOf = (partner: number) => `/syndicate/${partner}/bucket/cyber-privacy-and-tech`;

export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
export const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
export const ordering = (page: Page) => page.getByRole('grid', { name: 'Dials in order' });
export const values = (page: Page) => page.getByRole('grid', { name: 'Dial Values' });
/** A row of the ordering by the dial's name. */
export const dialRow = (page: Page, name: string) =>
  ordering(page).getByRole('row', { name: new RegExp(`^${escaped(name)}, \\d`) });
export const positionOf = (page: Page, name: string) => dialRow(page, name).getAttribute('aria-rowindex').then(Number);

/** Columns of the grid of values; the dial's name is the second. */
const COLUMNS = ['Ignore expiring line', 'Lead share cap', 'Max line', 'Min line', 'Policy share cap'];
export const cell = (page: Page, dial: string, value: string) =>
  values(page)
    .getByRole('row')
    .filter({ hasText: dial })
    .locator(`[aria-colindex="${COLUMNS.indexOf(value) + 3}"]`);

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

export async function openEdit(page: Page, bucket: string, tab = ''): Promise<void> {
  await goTo(page, `${bucket}/edit${tab}`);
  await expect(page.getByRole('tab', { name: /Dial Ordering/ })).toBeVisible();
}

/** Adds published dials of any class with the picker. */
export async function addDials(page: Page, ...names: readonly string[]): Promise<void> {
  await button(page, 'Add Dials').click();
  const picker = page.getByRole('dialog', { name: 'Add Dials' });
  await picker.getByRole('combobox', { name: 'Class of business' }).click();
  await page.getByRole('option', { name: 'Every class' }).click();
  for (const name of names) {
    await picker.getByRole('searchbox', { name: 'Search published dials' }).fill(name);
    await picker.getByRole('checkbox', { name, exact: true }).check();
  }
  await picker.getByRole('button', { name: /^Add \d+ dials?$/ }).click();
  await expect(picker).toHaveCount(0);
}

export async function saveDraft(page: Page, message: string): Promise<void> {
  await button(page, 'Save Draft').click();
  await expect(toast(page, message)).toBeVisible();
  await expect(page.getByText('No unsaved changes')).toBeVisible();
}

/** Adds a dial to the bucket and submits the draft. */
export async function submit(author: Page, bucket: string, dial: string, why: string): Promise<void> {
  await openEdit(author, bucket);
  await addDials(author, dial);
  await button(author, 'Submit for Review').click();
  const dialog = author.getByRole('dialog', { name: 'Submit for Review' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill(why);
  await button(dialog, 'Submit for Review').click();
  await expect(toast(author, 'Review submitted')).toBeVisible();
}
