import { emptyBucket, publishNext } from './api.ts';
import {
  addDials,
  button,
  cell,
  cyberOf,
  dialRow,
  openEdit,
  ordering,
  positionOf,
  saveDraft,
  toast,
  values,
} from './buckets.ts';
import { expect, goTo, PEOPLE, signIn, test } from './lineslip.ts';

const SECTIONS = ['Added 1', 'Removed 1', 'Updated 1', 'Overridden 1', 'Reordered 1'];

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a bucket from nothing to a saved draft, and every kind of change by mouse', async ({ page }) => {
  await signIn(page, PEOPLE.underwriter);
  const empty = await emptyBucket(page, 0);
  await goTo(page, empty);
  await page.getByRole('link', { name: 'Edit Bucket' }).click();
  await expect(page.getByRole('heading', { name: 'No dials in this bucket' })).toBeVisible();
  await addDials(page, 'Specie vault accumulations', 'Terrorism overseas, high-rise');
  await expect(page.getByText('2 unsaved changes')).toBeVisible();
  await saveDraft(page, 'Draft successfully created');
  await button(page, 'Actions for Specie vault accumulations').click();
  await page.getByRole('menuitem', { name: 'Move to bottom' }).click();
  await saveDraft(page, 'Draft successfully updated');

  // A live bucket in which one dial has a newer version.
  const beacon = cyberOf(9112);
  await openEdit(page, beacon);
  const [moved, removed, overridden, updated] = [
    'Cyber critical infrastructure, hold expiring',
    'Cyber distressed balance sheet',
    'Cyber excess of $50m',
    'Cyber base appetite',
  ];
  const id = await dialRow(page, updated).getAttribute('data-dial');
  await publishNext(page, id ?? '', { values: { policy_share_cap: 7 } });
  await expect(dialRow(page, updated)).toContainText('An updated version of this Dial is available');

  await dialRow(page, moved)
    .locator('span[title="Drag to move"]')
    .dragTo(dialRow(page, overridden), {
      targetPosition: { x: 200, y: 45 },
    });
  await expect.poll(() => positionOf(page, moved)).toBeGreaterThan(1);
  await button(page, `Actions for ${removed}`).click();
  await page.getByRole('menuitem', { name: 'Remove from bucket' }).click();
  await expect(dialRow(page, removed)).toHaveCount(0);
  await addDials(page, 'Specie vault accumulations');
  await dialRow(page, updated).getByRole('button', { name: 'Update Version' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Update Version' }).click();
  await page.getByRole('tab', { name: /Dial Values/ }).click();
  await cell(page, overridden, 'Max line').dblclick();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('4.5m');
  await page.keyboard.press('Enter');
  await expect(cell(page, overridden, 'Max line')).toContainText('4,500,000');
  await saveDraft(page, 'Draft successfully created');

  await goTo(page, `${beacon}/draft`);
  await expect(page.getByRole('heading', { name: 'Change summary' })).toBeVisible();
  for (const name of SECTIONS) await expect(page.getByRole('region', { name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Overridden 1' })).toContainText('4,500,000');
  await expect(page.getByRole('region', { name: 'Updated 1' })).toContainText('7%');
});

test('the same by keyboard alone, from a draft withdrawn from review', { tag: '@long' }, async ({ page }) => {
  await signIn(page, PEOPLE.underwriter, `${cyberOf(9120)}/draft`);
  await expect(page.getByText('Review Requested')).toBeVisible();
  await button(page, 'Discard Review').focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Do you want to cancel reviews for Cyber Privacy & Tech?' });
  await button(question, 'Discard Review').press('Enter');
  await expect(toast(page, 'Reviews cancelled')).toBeVisible();

  await page.getByRole('link', { name: 'Edit Bucket' }).press('Enter');
  const first = 'Cyber critical infrastructure, hold expiring';
  await dialRow(page, first).focus();
  await page.keyboard.press('Space');
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect.poll(() => positionOf(page, first)).toBe(4);
  await expect(dialRow(page, first)).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await page.keyboard.press('Escape');
  await expect.poll(() => positionOf(page, first)).toBe(4);

  await page.keyboard.press('ArrowDown');
  const gone = await ordering(page).locator('[role="row"]:focus').getAttribute('aria-label');
  await page.keyboard.press('Delete');
  const name = gone?.replace(/, \d+ of \d+.*$/, '') ?? '';
  await expect(page.getByText(`Removed ${name}. Undo`)).toBeVisible();

  await page.getByRole('button', { name: 'Add Dials' }).press('Enter');
  const picker = page.getByRole('dialog', { name: 'Add Dials' });
  await expect(picker.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('carve-out');
  const box = picker.getByRole('checkbox', { name: 'Cyber property damage carve-out' });
  await expect(box).toBeVisible();
  await page.keyboard.press('ArrowDown');
  // The row of the search before can be there already: the focus waits for the answer.
  await expect(box).toBeFocused();
  await page.keyboard.press('Space');
  await button(picker, 'Add 1 dial').press('Enter');
  // Last in the list it can never decide: it says so, a risk shows it, and it is moved up.
  const added = dialRow(page, 'Cyber property damage carve-out');
  const finding = /Never decides: dial \d+ covers it/;
  await expect(added).toContainText(finding);
  await expect(async () => {
    await page.getByRole('button', { name: /^\d+ findings?$/ }).press('Enter');
    await expect(added).toBeFocused({ timeout: 200 });
  }).toPass();
  await added.getByRole('link', { name: finding }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Try a risk' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Cyber property damage carve-out/ })).toContainText('500,000');
  await page.keyboard.press('Escape');
  await added.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(added).not.toContainText(finding);

  const row = await positionOf(page, 'Cyber excess of $50m');
  await page.getByRole('tab', { name: /Dial Values/ }).press('Enter');
  await values(page).locator('[role="gridcell"][tabindex="0"]').focus();
  await page.keyboard.press('ControlOrMeta+Home');
  for (let n = 1; n < row; n += 1) await page.keyboard.press('ArrowDown');
  const maxLine = cell(page, 'Cyber excess of $50m', 'Max line');
  for (let n = 0; n < 5 && !(await maxLine.evaluate((one) => one === document.activeElement)); n += 1)
    await page.keyboard.press('ArrowRight');
  await expect(maxLine).toBeFocused();
  await page.keyboard.type('4750000');
  await page.keyboard.press('Tab');
  await expect(cell(page, 'Cyber excess of $50m', 'Max line')).toContainText('4,750,000');
  await expect(cell(page, 'Cyber excess of $50m', 'Min line')).toBeFocused();
  await page.keyboard.type('9m');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Min line must be at most Max line.', { exact: true })).toBeVisible();
  await page.keyboard.press('Delete');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(toast(page, 'Draft successfully updated')).toBeVisible();
});
