import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dialOf, renderEditor } from './testing.tsx';

const draft = dialOf(
  {
    reason: '',
    tags: ['Cyber'],
    active_from: '2030-01-01',
    journeys: ['renewal'],
    dimensions: {
      risk_codes: ['CY', 'CZ'],
      is_primary: 'excess',
      attachment_point_ranges: '[5000000,10000000) [10000000,50000000)',
      company_listed_statuses: ['private'],
    },
    values: { max_line: 3_500_000, ignore_expiring_line: 'maintains' },
  },
  { version: 2 },
);

async function violations(): Promise<string[]> {
  // The test page has no title and no landmarks of the shell; those are the journeys' business.
  const found = await axe.run(document.body, { rules: { region: { enabled: false } } });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

describe.each(['light', 'dark'])('axe finds nothing, %s', (scheme) => {
  const draw = async (at: '' | '/dimensions' | '/values') => {
    await page.viewport(1440, 900);
    const editor = await renderEditor(at, draft, dialOf({}).data);
    document.documentElement.dataset['mantineColorScheme'] = scheme;
    await expect.element(page.getByRole('region', { name: 'Changed from v1' })).toBeVisible();
    return editor;
  };

  test('[A1] on the information step with a complaint', async () => {
    await draw('');
    await page.getByRole('button', { name: 'Save Draft' }).click();
    await expect.element(page.getByText('Required', { exact: true })).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test('[A2] on the information step with the calendar open', async () => {
    await draw('');
    await page.getByRole('button', { name: 'Active Until' }).click();
    await expect.element(page.getByLabelText('Next month')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test('[A3] on the dimensions step with a complaint and a repair', async () => {
    await draw('/dimensions');
    await page.getByRole('textbox', { name: 'Revenue' }).fill('[8,12],(12,24]');
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Use this' })).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test('[A4] on the dimensions step with the options open', async () => {
    await draw('/dimensions');
    await page.getByRole('combobox', { name: 'Brokers' }).click();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test('[A5] on the values step', async () => {
    await draw('/values');
    await page.getByRole('textbox', { name: 'Min line' }).fill('-1');
    await userEvent.tab();
    await expect.element(page.getByText('Value must be positive')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test('[A6] in the dialog of a conflict', async () => {
    const { server } = await draw('');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Mine');
    server.theySave({ reason: 'Theirs', description: 'Theirs' });
    await page.getByRole('button', { name: 'Save Draft' }).click();
    await expect.element(page.getByRole('button', { name: 'Merge and Save Draft' })).toBeVisible();
    expect(await violations()).toEqual([]);
  });
});
