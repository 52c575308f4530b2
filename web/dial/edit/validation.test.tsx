import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeDay } from '#domain/day/day.ts';
import { button, dialOf, expectText, field, renderEditor } from './testing.tsx';

const leave = () => userEvent.tab();

/** The day of the month that many days from today. */
const dayIn = (months: number, day: number): string => {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, day)).toISOString().slice(0, 10);
};
async function typeDay(name: string, day: number, months: number) {
  await field(name).fill(dayIn(months, day));
  await userEvent.tab();
}

describe('form errors', () => {
  test('a name is required, and the field gets the focus', async () => {
    const { server } = await renderEditor('new');
    await button('Create Dial').click();
    await expectText('Required');
    await expect.element(field('Name')).toHaveFocus();
    await expect.element(field('Name')).toHaveAccessibleDescription('Required');
    expect(server.calls).toEqual([]);
  });

  test('an empty name shows an error on blur', async () => {
    await renderEditor('new');
    await field('Name').click();
    await leave();
    await expectText('Required');
    await field('Name').fill('Cyber excess');
    await expect.element(page.getByText('Required', { exact: true })).not.toBeInTheDocument();
  });

  test('a reason is required from the second version on', async () => {
    await renderEditor('', dialOf({}, { version: 2 }));
    await button('Save Draft').click();
    await expect.element(field('Reason')).toHaveFocus();
    await expect.element(field('Reason')).toHaveAccessibleDescription(/Required/);
  });

  test('the first version has no reason', async () => {
    await renderEditor('', dialOf({}));
    await expect.element(field('Name')).toBeVisible();
    expect(field('Reason').query()).toBeNull();
  });

  test('a day in the past is refused', async () => {
    await renderEditor('', dialOf({}));
    await typeDay('Active From', 10, -1);
    await expectText('Date must be today or later');
  });

  test('a day can be typed in common notations, and an invalid one shows an error and stays', async () => {
    const { server } = await renderEditor('', dialOf({}));
    // Without a year: the next such day.
    const coming = writeDay(dayIn(1, 5));
    await field('Active From').fill(coming.slice(0, -5));
    await userEvent.tab();
    await expect.element(field('Active From')).toHaveValue(coming);
    await field('Active From').fill('1/2/39');
    await userEvent.tab();
    await expect.element(field('Active From')).toHaveValue('1 Feb 2039');
    await field('Active Until').fill('next spring');
    await userEvent.tab();
    await expectText('Please give a date like 2040-01-01');
    await expect.element(field('Active Until')).toHaveValue('next spring');
    await button('Save Draft').click();
    await expect.element(field('Active Until')).toHaveFocus();
    expect(server.calls).toEqual([]);
  });

  test('the calendar marks today, and disables days that would be refused', async () => {
    await renderEditor('', dialOf({ active_until: dayIn(1, 10) }));
    await button('Calendar for Active From').click();
    const today = document.querySelector('button[aria-current="date"]');
    expect(today?.textContent).toBe(String(new Date().getUTCDate()));
    await page.getByLabelText('Next month').click();
    const name = (day: number) => new RegExp(`^${day} `);
    await expect.element(page.getByRole('button', { name: name(9) })).toBeEnabled();
    await expect.element(page.getByRole('button', { name: name(10) })).toBeDisabled();
    await page.getByRole('button', { name: name(9) }).click();
    await expect.element(field('Active From')).toHaveValue(writeDay(dayIn(1, 9)));
    await expect.element(field('Active From')).toHaveFocus();
  });

  test('the two days must be in order; fixing one clears both', async () => {
    await renderEditor('', dialOf({}));
    await typeDay('Active From', 20, 2);
    await typeDay('Active Until', 10, 1);
    await expectText('Date must be earlier than Active Until');
    await expectText('Date must be later than Active From');
    await button('Clear Active Until').click();
    await expect.element(page.getByText('Date must be earlier than Active Until')).not.toBeInTheDocument();
    await expect.element(page.getByText('Date must be later than Active From')).not.toBeInTheDocument();
  });

  test('a day that passed since the last save can be saved; publishing asks about it, at its field', async () => {
    const { server } = await renderEditor('/values', dialOf({ active_from: '2020-01-01' }));
    await field('Max line').fill('1m');
    await button('Save Draft').click();
    await expectText('Draft dial successfully updated');
    expect(server.calls).toEqual(['saveDraft']);
    await button('Publish Dial').click();
    await expectText('Date must be today or later');
    await expect.element(field('Active From')).toHaveFocus();
    expect(page.getByRole('dialog').query()).toBeNull();
    await button('Clear Active From').click();
    await expect.element(page.getByText('Date must be today or later')).not.toBeInTheDocument();
  });

  test('a day unchanged since the previous version may lie in the past', async () => {
    const old = { active_from: '2020-01-01', reason: 'Again' };
    const { server } = await renderEditor('', dialOf(old, { version: 2 }), dialOf(old).data);
    await field('Name').fill('Renamed');
    await button('Save Draft').click();
    await expect.element(page.getByText('Draft dial successfully updated')).toBeVisible();
    expect(server.calls).toEqual(['saveDraft']);
  });

  test.each([
    ['Lead share cap', '-3', 'Value must be positive'],
    ['Max line', '0', 'Value must be positive'],
    ['Max line', 'abc', 'Please give a number like 3,500,000, 350k or 3.5m'],
    ['Max line', '1.5', 'Please give whole US dollars'],
    ['Policy share cap', '101', 'A share is at most 100 percent'],
  ])('%s of %s: %s', async (name, typed, message) => {
    await renderEditor('/values', dialOf({}));
    await field(name).fill(typed);
    expect(page.getByText(message).query()).toBeNull();
    await leave();
    await expect.element(page.getByText(message, { exact: true })).toBeVisible();
  });

  test('the lines must be in order; fixing one clears the other', async () => {
    await renderEditor('/values', dialOf({}));
    await field('Max line').fill('1m');
    await field('Min line').fill('2m');
    await leave();
    await expectText('Min line must be at most Max line');
    await field('Max line').fill('3m');
    await leave();
    await expect.element(page.getByText('Min line must be at most Max line')).not.toBeInTheDocument();
  });

  test('thousands are formatted on blur, and an unset value says who decides', async () => {
    await renderEditor('/values', dialOf({}));
    await expectText('Not set: the next matching dial decides');
    expect(page.getByText(/next matching dial|next dial that matches/).elements()).toHaveLength(1);
    await expectText('We keep the line we had, whatever the other values say.');
    await field('Max line').fill('3.5m');
    await expect.element(field('Max line')).toHaveValue('3.5m');
    await leave();
    await expect.element(field('Max line')).toHaveValue('3,500,000');
  });

  test('server errors go to their field, and the first one gets the focus', async () => {
    const { server } = await renderEditor('/values', dialOf({}));
    const { Problem } = await import('#contract/problem.ts');
    server.refuse.saveDraft = new Problem('invalid-input', 'Fix the marked fields and try again.', {
      errors: [{ path: 'dimensions.risk_codes', message: 'QQ is not one of the risk codes' }],
    });
    await button('Save Draft').click();
    await expectText('QQ is not one of the risk codes');
    await expect.element(page.getByRole('combobox', { name: 'Risk codes' })).toHaveFocus();
    await expect.element(page.getByText('Failed to update dial')).toBeVisible();
  });
});
