import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { entryErrors } from '#web/bucket/cells.ts';
import { cell, DIALS, ENTRIES, press, renderGrid, sendClipboard } from './testing.tsx';
import { lookUp } from '#web/bucket/query.ts';

const errorsAfter = (steps: Awaited<ReturnType<typeof renderGrid>>) => {
  const { entries, pending } = steps.at(-1) ?? { entries: ENTRIES, pending: undefined };
  return entryErrors(entries, lookUp(DIALS), pending).map(({ key, message }) => [key, message]);
};

describe('copy and paste', () => {
  test('copies effective values as plain numbers, separated by tabs', async () => {
    await renderGrid();
    await cell('Critical', 'Ignore expiring line').click();
    await press('{Shift>}{ArrowDown}{End}{/Shift}');
    expect(sendClipboard('copy')).toBe('Maintains\t\t1000000\t\t5\n\t30\t2750000\t250000\t');
  });

  test('a pasted range is one step, selected afterwards, and undone at once', async () => {
    const steps = await renderGrid();
    await cell('Critical', 'Lead share cap').click();
    sendClipboard('paste', '25%\t1.5m\n"20"\t"1,250,000"\r\n');
    await expect.element(cell('Critical', 'Lead share cap')).toMatchTextContent(/^25.0/);
    await expect.element(cell('Healthcare', 'Max line')).toMatchTextContent(/^1,250,000/);
    await expect.element(page.getByText('4 cells, 4 overridden')).toBeVisible();
    expect(steps.map(({ what }) => what)).toEqual(['Pasted 4 values']);
    await press('{Control>}z{/Control}');
    await expect.element(cell('Healthcare', 'Max line')).toMatchTextContent(/^2,750,000/);
    await expect.element(cell('Critical', 'Lead share cap')).toMatchTextContent('Not set');
  });

  test('one value fills the selected range', async () => {
    const steps = await renderGrid();
    await cell('Critical', 'Policy share cap').click();
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    sendClipboard('paste', '4.5');
    await expect.element(cell('Distressed', 'Policy share cap')).toMatchTextContent(/^4.5/);
    expect(steps.at(-1)?.entries.map(({ overrides }) => overrides.policy_share_cap)).toEqual([4.5, 4.5, 4.5]);
  });

  test('a paste that does not fit is refused by naming its cells, and nothing is pasted', async () => {
    const steps = await renderGrid();
    await cell('Critical', 'Max line').click();
    sendClipboard('paste', '5m\nmuch');
    const refusal = page.getByRole('alert').filter({ hasText: 'Nothing was pasted' });
    await expect
      .element(refusal)
      .toMatchTextContent(/^Nothing was pasted. This does not fit: “much” for Max line of 2 Healthcare/);
    expect(steps).toEqual([]);
    await expect.element(cell('Critical', 'Max line')).toHaveFocus();
    await press('{ArrowDown}');
    await expect.element(refusal).not.toBeInTheDocument();
  });

  test('cutting copies and falls back to the dial’s own value', async () => {
    await renderGrid();
    await cell('Healthcare', 'Max line').click();
    expect(sendClipboard('cut')).toBe('2750000');
    await expect.element(cell('Healthcare', 'Max line')).toMatchTextContent(/^3,000,000$/);
  });

  test('Ctrl C and Ctrl V carry a value from cell to cell', async () => {
    await renderGrid();
    await cell('Healthcare', 'Max line').click();
    await press('{Control>}c{/Control}');
    await cell('Distressed', 'Max line').click();
    await press('{Control>}v{/Control}');
    await expect.element(cell('Distressed', 'Max line')).toMatchTextContent(/^2,750,000/);
  });

  test('a paste elsewhere on the page is not handled by the grid', async () => {
    const steps = await renderGrid();
    await cell('Healthcare', 'Max line').click();
    (document.activeElement as HTMLElement).blur();
    sendClipboard('paste', '5');
    expect(steps).toEqual([]);
  });

  test('dragging selects a range, Shift and a click extend it, a double click edits', async () => {
    await renderGrid();
    await userEvent.dragAndDrop(cell('Critical', 'Lead share cap'), cell('Healthcare', 'Min line'));
    await expect.element(page.getByText('6 cells, 1 overridden')).toBeVisible();
    await expect.element(cell('Critical', 'Lead share cap')).toHaveFocus();
    await cell('Distressed', 'Max line').click({ modifiers: ['Shift'] });
    await expect.element(page.getByText('6 cells, 1 overridden')).toBeVisible();
    await cell('Critical', 'Max line').dblClick();
    await expect.element(page.getByRole('textbox', { name: 'Max line' })).toHaveFocus();
  });
});

describe('invalid values', () => {
  test('a text that is no number stays as typed, is red, says why, and blocks a save', async () => {
    const steps = await renderGrid();
    await cell('Critical', 'Max line').click();
    await press('12 apples{Enter}');
    await expect.element(cell('Critical', 'Max line')).toMatchTextContent(/^12 apples/);
    await expect.element(cell('Critical', 'Max line')).toHaveAttribute('aria-invalid', 'true');
    await expect
      .element(cell('Critical', 'Max line'))
      .toHaveAccessibleDescription('Please give a number like 3,500,000, 350k or 3.5m');
    // Enter has moved on: the line still says why, and leads back.
    await page.getByRole('button', { name: /^1 · Max line: Please give a number like/ }).click();
    await expect.element(cell('Critical', 'Max line')).toHaveFocus();
    await press('{ArrowDown}');
    expect(steps.map(({ what }) => what)).toEqual(['Typed “12 apples” for Max line of Critical']);
    expect(errorsAfter(steps)).toEqual([['max_line', 'Please give a number like 3,500,000, 350k or 3.5m']]);

    await press('{ArrowUp}');
    await expect.element(page.getByText('Please give a number like 3,500,000, 350k or 3.5m.')).toBeVisible();
    await press('{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Max line' })).toHaveValue('12 apples');
    await press('{Escape}');
    await expect.element(cell('Critical', 'Max line')).toMatchTextContent(/^12 apples/);
    await press('{Escape}');
    await expect.element(cell('Critical', 'Max line')).toMatchTextContent(/^1,000,000$/);
    expect(errorsAfter(steps)).toEqual([]);
  });

  test('an unparsable text is a step for undo and redo', async () => {
    await renderGrid();
    await cell('Critical', 'Max line').click();
    await press('1x{Enter}{ArrowUp}{Control>}z{/Control}');
    await expect.element(cell('Critical', 'Max line')).toMatchTextContent(/^1,000,000$/);
    await press('{Control>}{Shift>}z{/Shift}{/Control}');
    await expect.element(cell('Critical', 'Max line')).toMatchTextContent(/^1x/);
  });

  test('a valid value replaces an unparsable text', async () => {
    const steps = await renderGrid();
    await cell('Critical', 'Max line').click();
    await press('1x{Enter}{ArrowUp}5m{Enter}');
    await expect.element(cell('Critical', 'Max line')).toMatchTextContent(/^5,000,000/);
    expect(errorsAfter(steps)).toEqual([]);
  });

  test.each([
    ['Policy share cap', '120', /^120.0/, 'A share is at most 100 percent'],
    ['Max line', '1.5', /^1.5/, 'Please give whole US dollars'],
    ['Max line', '0', /^0/, 'Value must be positive'],
    ['Max line', '-5', /^−5/, 'Value must be positive'],
  ])('%s of %s breaks a rule, stays visible and can be undone', async (column, typed, shown, message) => {
    const steps = await renderGrid();
    await cell('Critical', column).click();
    await press(`${typed}{Enter}{ArrowUp}`);
    await expect.element(cell('Critical', column)).toMatchTextContent(shown);
    await expect.element(cell('Critical', column)).toHaveAccessibleDescription(message);
    await expect.element(page.getByText(`${message}.`)).toBeVisible();
    expect(errorsAfter(steps).map(([, text]) => text)).toEqual([message]);
    await press('{Control>}z{/Control}');
    await expect.element(cell('Critical', column)).not.toHaveAttribute('aria-invalid');
  });

  test('Min line above Max line is reported on the one that is overridden', async () => {
    await renderGrid();
    await cell('Critical', 'Min line').click();
    await press('2m{Enter}');
    await expect.element(cell('Critical', 'Min line')).toHaveAccessibleDescription('Min line must be at most Max line');
    await expect.element(cell('Critical', 'Max line')).not.toHaveAttribute('aria-invalid');
  });

  test('leaving the grid commits what is typed', async () => {
    const steps = await renderGrid();
    await cell('Critical', 'Min line').click();
    await press('500k');
    (document.activeElement as HTMLElement).blur();
    await expect.element(cell('Critical', 'Min line')).toMatchTextContent(/^500,000/);
    expect(steps).toHaveLength(1);
  });

  test('Ctrl S commits what is typed before the page saves', async () => {
    const steps = await renderGrid();
    let savedAt = -1;
    const save = (event: KeyboardEvent) => {
      if (event.ctrlKey && event.key === 's') {
        event.preventDefault();
        savedAt = steps.length;
      }
    };
    document.documentElement.addEventListener('keydown', save);
    await cell('Critical', 'Min line').click();
    await press('500k{Control>}s{/Control}');
    document.documentElement.removeEventListener('keydown', save);
    expect(savedAt).toBe(1);
    await expect.element(cell('Critical', 'Min line')).toHaveFocus();
  });
});
