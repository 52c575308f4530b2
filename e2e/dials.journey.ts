import type { Page } from '@playwright/test';
import { button, toast } from './buckets.ts';
import { expect, goTo, PEOPLE, signIn, test } from './lineslip.ts';

/** Types a date with that day, the given number of months from now. */
async function typeDay(page: Page, name: string, day: number, months: number): Promise<void> {
  const today = new Date();
  const when = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, day));
  await fillAndLeave(page, name, `${when.getUTCDate()}/${when.getUTCMonth() + 1}/${when.getUTCFullYear()}`);
}

const message = (page: Page, text: string) => page.getByText(text, { exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const fillAndLeave = async (page: Page, name: string, text: string) => {
  await field(page, name).fill(text);
  await field(page, name).blur();
};

test('a dial is written in three steps, with every error shown, and published', async ({ page }) => {
  await signIn(page, PEOPLE.underwriter, '/dials');
  await page.getByRole('link', { name: 'Create Dial' }).click();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Dials' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await button(page, 'Create Dial').click();
  await expect(message(page, 'Required')).toBeVisible();

  await field(page, 'Name').fill('Journey excess');
  await typeDay(page, 'Active From', 10, -1);
  await expect(message(page, 'Date must be today or later')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Active From' }).click();
  await typeDay(page, 'Active From', 20, 3);
  await typeDay(page, 'Active Until', 10, 1);
  await expect(message(page, 'Date must be earlier than Active Until')).toBeVisible();
  await expect(message(page, 'Date must be later than Active From')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Active From' }).click();
  await expect(message(page, 'Date must be later than Active From')).toHaveCount(0);
  await button(page, 'Create Dial').click();
  await expect(toast(page, 'Draft dial successfully created')).toBeVisible();
  await expect(page).toHaveURL(/\/dial\/[0-9a-f-]{36}/);

  await page.getByRole('link', { name: 'Dimensions', exact: true }).last().click();
  await fillAndLeave(page, 'Attachment point', '[8,12],(12,24]');
  await expect(
    message(page, 'Invalid interval notation. Multiple notations must be separated by a space.'),
  ).toBeVisible();
  await button(page, 'Use this').click();
  await expect(field(page, 'Attachment point')).toHaveValue('[8,12] (12,24]');
  await fillAndLeave(page, 'Attachment point', '[10m,50m)');
  await expect(field(page, 'Attachment point')).toHaveValue('[10,000,000, 50,000,000)');
  const end = page.getByRole('slider', { name: 'Upper end' });
  await end.dragTo(end, { targetPosition: { x: 80, y: 6 }, force: true });
  const dragged = async () =>
    Number(/, ([\d,]+)\)$/.exec(await field(page, 'Attachment point').inputValue())?.[1]?.replaceAll(',', ''));
  await expect.poll(dragged).toBeGreaterThan(50_000_000);
  await page.getByRole('combobox', { name: 'Risk codes' }).fill('CY');
  await page.getByRole('option', { name: /^CY/ }).click();

  await page.getByRole('link', { name: 'Values', exact: true }).last().click();
  await fillAndLeave(page, 'Max line', '-5');
  await expect(message(page, 'Value must be positive')).toBeVisible();
  await fillAndLeave(page, 'Max line', '3.5m');
  await button(page, 'Save Draft').click();
  await expect(toast(page, 'Draft dial successfully updated')).toBeVisible();

  await button(page, 'Publish Dial').click();
  const question = page.getByRole('dialog', { name: 'Do you want to publish this Dial?' });
  await question.getByRole('button', { name: 'Continue Editing' }).click();
  await expect(question).toHaveCount(0);
  await button(page, 'Publish Dial').click();
  await question.getByRole('button', { name: 'Publish Dial' }).click();
  await expect(toast(page, 'Draft dial successfully published')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Journey excess' })).toBeVisible();
  await expect(page.getByText('This dial is not in any buckets yet, and therefore is not in use.')).toBeVisible();
  await expect(page.getByText('3,500,000')).toBeVisible();
});

test(
  'leaving with unsaved changes asks first; they survive a new sign-in, and can be saved on the way out',
  { tag: '@long' },
  async ({ page }) => {
    await signIn(page, PEOPLE.underwriter, '/dial');
    await field(page, 'Name').fill('Never saved');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to leave this page?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(field(page, 'Name')).toHaveValue('Never saved');

    page.once('dialog', (dialog) => void dialog.accept());
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('@@auth0')) localStorage.removeItem(key);
    });
    await page.context().clearCookies();
    await page.reload();
    await page.getByRole('button', { name: PEOPLE.underwriter, exact: true }).click();
    await expect(page).toHaveURL(/\/dial$/);
    await expect(page.getByText(/^1 unsaved change of yours from .* is kept in this browser\.$/)).toBeVisible();
    await button(page, 'Restore').click();
    await expect(field(page, 'Name')).toHaveValue('Never saved');
    await field(page, 'Name').fill('Journey saved on leaving');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dials' }).click();
    await button(question, 'Save Draft').click();
    await expect(toast(page, 'Draft dial successfully created')).toBeVisible();
    await expect(page).toHaveURL(/\/dials$/);
    await goTo(page, '/dials?q=saved+on+leaving');
    await expect(page.getByRole('row').filter({ hasText: 'Journey saved on leaving' })).toBeVisible();

    await page.goto('/dial');
    await field(page, 'Name').fill('Never saved');
    const prompt = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    const closed = await prompt;
    expect(closed.type()).toBe('beforeunload');
    await closed.dismiss();
    await closing;
  },
);
