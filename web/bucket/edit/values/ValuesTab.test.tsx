import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { entriesOf, makeDials } from '#web/bucket/testing.tsx';
import { cell, press, renderGrid } from './testing.tsx';

const line = () => page.getByText(/·/).first();

describe('the grid of values', () => {
  test('heads name the values and their units', async () => {
    await renderGrid();
    const heads = page.getByRole('columnheader').elements();
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      '#',
      'Dial',
      'Ignore expiring line',
      'Lead share cap %',
      'Max line USD',
      'Min line USD',
      'Policy share cap %',
    ]);
  });

  test('an override stands above the dial’s own value, which is struck through; an unset value is a dot', async () => {
    await renderGrid();
    await expect
      .element(cell('Healthcare', 'Max line'))
      .toMatchTextContent(/^2,750,000, not the dial’s own 3,000,000$/);
    expect(cell('Healthcare', 'Max line').element().querySelector('del')?.textContent).toContain('3,000,000');
    await expect.element(cell('Healthcare', 'Lead share cap')).toMatchTextContent(/^30.0$/);
    await expect.element(cell('Critical', 'Ignore expiring line')).toMatchTextContent('Maintains');
    await expect.element(cell('Distressed', 'Max line')).toMatchTextContent('·Not set');
  });

  test('the line shows the cell, the dial’s own value and the change in percent', async () => {
    await renderGrid();
    await cell('Healthcare', 'Max line').click();
    await expect.element(line()).toMatchTextContent('2 · Max line');
    await expect.element(page.getByText('Override 2,750,000 in this bucket only.')).toBeVisible();
    await expect.element(page.getByText('The dial’s own value is 3,000,000')).toBeVisible();
    await expect.element(page.getByText('(−8.3%)')).toBeVisible();
    await cell('Distressed', 'Min line').click();
    await expect.element(page.getByText('The dial itself does not set it, so a later dial decides.')).toBeVisible();
  });

  test('Use the dial’s own removes the override as one step and focuses the cell', async () => {
    const steps = await renderGrid();
    await cell('Healthcare', 'Max line').click();
    await page.getByRole('button', { name: 'Use the dial’s own' }).click();
    await expect.element(cell('Healthcare', 'Max line')).toMatchTextContent(/^3,000,000$/);
    await expect.element(cell('Healthcare', 'Max line')).toHaveFocus();
    expect(steps.map(({ what }) => what)).toEqual(['Used the dial’s own Max line of Healthcare']);
  });

  test('the marks and the keys are explained once', async () => {
    await renderGrid();
    await expect.element(page.getByText(/Not set, a later dial decides/).first()).toBeVisible();
    await expect.element(page.getByText(/paste a range from a sheet/)).toBeVisible();
  });
});

test('a cell is drawn as active, and a range as selected, only while the grid has the focus', async () => {
  await renderGrid();
  const active = cell('Critical', 'Max line');
  const selected = cell('Distressed', 'Min line');
  await expect.element(active).toBeVisible();
  const isDrawn = () => [
    getComputedStyle(active.element()).outlineStyle,
    getComputedStyle(selected.element()).backgroundColor === getComputedStyle(active.element()).backgroundColor,
  ];
  expect(isDrawn()).toEqual(['none', true]);
  await active.click();
  await press('{Shift>}{ArrowDown}{ArrowDown}{ArrowRight}{/Shift}');
  await expect.element(selected).toHaveAttribute('aria-selected', 'true');
  expect(isDrawn()).toEqual(['solid', false]);
  (document.activeElement as HTMLElement).blur();
  expect(isDrawn()).toEqual(['none', true]);
});

describe('keys', () => {
  test('one cell is a Tab stop; arrows, Home, End and Ctrl combinations move', async () => {
    await renderGrid();
    expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
    await cell('Critical', 'Lead share cap').click();
    await press('{ArrowDown}{ArrowRight}');
    await expect.element(cell('Healthcare', 'Max line')).toHaveFocus();
    await press('{End}');
    await expect.element(cell('Healthcare', 'Policy share cap')).toHaveFocus();
    await press('{Home}');
    await expect.element(cell('Healthcare', 'Ignore expiring line')).toHaveFocus();
    await press('{Control>}{End}{/Control}');
    await expect.element(cell('Distressed', 'Policy share cap')).toHaveFocus();
    await press('{Control>}{Home}{/Control}');
    await expect.element(cell('Critical', 'Ignore expiring line')).toHaveFocus();
    await press('{ArrowLeft}');
    await expect.element(cell('Critical', 'Dial')).toHaveFocus();
    expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
  });

  test('Tab moves along the row and leaves at its end', async () => {
    await renderGrid();
    await cell('Critical', 'Min line').click();
    await press('{Tab}');
    await expect.element(cell('Critical', 'Policy share cap')).toHaveFocus();
    await press('{Tab}');
    expect(document.querySelector('[role="grid"]')?.contains(document.activeElement)).toBe(false);
    await cell('Critical', 'Lead share cap').click();
    await press('{Shift>}{Tab}{/Shift}');
    await expect.element(cell('Critical', 'Ignore expiring line')).toHaveFocus();
  });

  test('Enter edits and commits, then moves down; typing replaces; Tab commits and moves right', async () => {
    const steps = await renderGrid();
    await cell('Critical', 'Max line').click();
    await press('{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Max line' })).toHaveValue('1000000');
    await press('{Backspace}{Enter}');
    await expect.element(cell('Critical', 'Max line')).toMatchTextContent('100,000');
    await expect.element(cell('Healthcare', 'Max line')).toHaveFocus();
    await press('1.5m{Tab}');
    await expect.element(cell('Healthcare', 'Max line')).toMatchTextContent('1,500,000');
    await expect.element(cell('Healthcare', 'Min line')).toHaveFocus();
    expect(steps.map(({ what }) => what)).toEqual([
      'Set Max line of Critical to 100,000',
      'Set Max line of Healthcare to 1,500,000',
    ]);
  });

  test('Esc reverts the cell', async () => {
    const steps = await renderGrid();
    await cell('Critical', 'Max line').click();
    await press('77{Escape}');
    await expect.element(cell('Critical', 'Max line')).toMatchTextContent(/^1,000,000$/);
    await expect.element(cell('Critical', 'Max line')).toHaveFocus();
    expect(steps).toEqual([]);
  });

  test('while typing, the line shows the resulting value and the editing keys', async () => {
    await renderGrid();
    await cell('Critical', 'Policy share cap').click();
    await press('4.5');
    await expect.element(page.getByText('Override 4.5% in this bucket only.')).toBeVisible();
    await expect.element(page.getByText('(−0.5 points)')).toBeVisible();
    await expect.element(page.getByText(/drop what was typed/)).toBeVisible();
    expect(page.getByText(/paste a range from a sheet/).query()).toBeNull();
  });

  test('a value equal to the dial’s own is no override', async () => {
    const steps = await renderGrid();
    await cell('Healthcare', 'Max line').click();
    await press('3m{Enter}');
    await expect.element(cell('Healthcare', 'Max line')).toMatchTextContent(/^3,000,000$/);
    expect(steps.at(-1)?.entries[1]?.overrides).toEqual({});
  });

  test('Shift with arrows selects a range, and Delete clears it as one undo step', async () => {
    const steps = await renderGrid();
    await cell('Critical', 'Lead share cap').click();
    await press('25{Enter}');
    await cell('Critical', 'Lead share cap').click();
    await press('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    await expect.element(page.getByText('4 cells, 2 overridden')).toBeVisible();
    expect(page.getByRole('gridcell', { selected: true }).elements()).toHaveLength(4);
    await press('{Delete}');
    await expect.element(page.getByText('4 cells, none overridden')).toBeVisible();
    expect(steps.at(-1)?.what).toBe('Used the dials’ own values in 4 cells');
    await press('{Control>}z{/Control}');
    await expect.element(page.getByText('4 cells, 2 overridden')).toBeVisible();
    await press('{Control>}y{/Control}');
    await expect.element(page.getByText('4 cells, none overridden')).toBeVisible();
  });

  test('Ctrl A selects every value', async () => {
    await renderGrid();
    await cell('Healthcare', 'Max line').click();
    await press('{Control>}a{/Control}');
    await expect.element(page.getByText('15 cells, 1 overridden')).toBeVisible();
  });

  test('letters that begin no value are left to the page', async () => {
    await renderGrid();
    await cell('Healthcare', 'Max line').click();
    await press('g/c');
    await expect.element(cell('Healthcare', 'Max line')).toHaveFocus();
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('the expiring line', () => {
  test('Enter opens the options, arrows move, Enter commits', async () => {
    const steps = await renderGrid();
    await cell('Critical', 'Ignore expiring line').click();
    await press('{Enter}');
    await expect.element(page.getByRole('combobox', { name: 'Ignore expiring line' })).toHaveFocus();
    expect(
      page
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([
      'MaintainsWe keep the line we had, whatever the other values say.',
      'IgnoresThe line we had plays no part.',
      'Expiring lineThe line we had is the most we write.',
      'Dial’s own, Maintains',
    ]);
    await press('{ArrowDown}{Enter}');
    await expect.element(cell('Critical', 'Ignore expiring line')).toMatchTextContent(/^Ignores/);
    expect(steps.at(-1)?.entries[0]?.overrides).toEqual({ ignore_expiring_line: 'ignores' });
  });

  test('a letter selects the option it begins; a click selects one too', async () => {
    await renderGrid();
    await cell('Distressed', 'Ignore expiring line').click();
    await press('e{Tab}');
    await expect.element(cell('Distressed', 'Ignore expiring line')).toMatchTextContent(/^Expiring line/);
    await expect.element(cell('Distressed', 'Lead share cap')).toHaveFocus();
    await cell('Distressed', 'Ignore expiring line').click();
    await press('{Enter}');
    await page.getByRole('option', { name: 'Not set' }).click();
    await expect.element(cell('Distressed', 'Ignore expiring line')).toMatchTextContent('Not set');
    await expect.element(cell('Distressed', 'Ignore expiring line')).toHaveFocus();
  });
});

test('of three hundred rows only the visible ones are rendered, and Ctrl End reaches the last', async () => {
  const dials = makeDials(300);
  await renderGrid({ dials, entries: entriesOf(dials) });
  await cell('Dial 2', 'Max line').first().click();
  expect(page.getByRole('row').elements().length).toBeLessThan(60);
  await press('{Control>}{End}{/Control}');
  await expect.element(cell('Dial 300', 'Policy share cap')).toHaveFocus();
  await expect.element(cell('Dial 300', 'Policy share cap')).toBeInViewport();
  await press('{PageUp}');
  expect(document.activeElement?.getAttribute('data-place')).toMatch(/ 5$/);
  await expect.element(page.getByRole('row').filter({ hasText: 'Dial 300' })).toBeInTheDocument();
});

test('a search without hits says so, and an empty bucket too', async () => {
  await renderGrid({ search: 'zebra' });
  await expect.element(page.getByText('No dials in this bucket match “zebra”.')).toBeVisible();
  await renderGrid({ dials: [], entries: [] });
  await expect.element(page.getByRole('heading', { name: 'No dials in this bucket' })).toBeVisible();
});
