import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { DialChange } from '#domain/dial/diff.ts';
import { DialDifference } from './Difference.tsx';
import { renderUi } from '#web/testing/page.tsx';

const names: Readonly<Record<string, string>> = { US: 'United States', CA: 'Canada', MX: 'Mexico' };
const show = (change: DialChange) =>
  renderUi(<DialDifference change={change} nameOption={(_list, code) => names[code] ?? code} />);

const struck = () =>
  page
    .getByRole('deletion')
    .elements()
    .map((element) => element.textContent);
const inserted = () =>
  page
    .getByRole('insertion')
    .elements()
    .map((element) => element.textContent);

describe('the difference of one field', () => {
  test('intervals are two lines on one axis, with what was gained and lost', async () => {
    await show({
      kind: 'intervals',
      dimension: 'attachment_point_ranges',
      before: '[5000000,25000000)',
      after: '[10000000,50000000)',
      gained: '[25000000,50000000)',
      lost: '[5000000,10000000)',
    });
    await expect.element(page.getByText('Attachment point')).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Before: [5000000,25000000)' })).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Now: [10000000,50000000)' })).toBeVisible();
    const terms = page.getByRole('term').elements();
    const notations = page.getByRole('definition').elements();
    expect(terms.map((term) => term.textContent)).toEqual(['Gained', 'Lost']);
    expect(notations.map((notation) => notation.textContent)).toEqual(['[25000000,50000000)', '[5000000,10000000)']);
    for (const end of ['$10m', '$50m', '$25m'])
      await expect.element(page.getByText(end, { exact: true })).toBeVisible();
  });

  test('a dimension that was not set covered everything, and says so', async () => {
    await show({
      kind: 'intervals',
      dimension: 'revenue_ranges',
      before: null,
      after: '[0,100000000)',
      gained: '',
      lost: '(,0) [100000000,)',
    });
    await expect.element(page.getByRole('img', { name: 'Before: not set, any value' })).toBeVisible();
    await expect.element(page.getByText('Not set before: any value matched.')).toBeVisible();
    expect(page.getByText('Gained').elements()).toHaveLength(0);
  });

  test('sets show what stayed, what came and what went, by name', async () => {
    await show({
      kind: 'options',
      dimension: 'domicile_countries',
      before: true,
      after: true,
      kept: ['US'],
      added: ['CA'],
      removed: ['MX'],
    });
    await expect.element(page.getByText('Domicile')).toBeVisible();
    expect(page.getByRole('listitem').elements()).toHaveLength(3);
    await expect.element(page.getByText('United States')).toBeVisible();
    expect(inserted()).toEqual(['+ Canada']);
    expect(struck()).toEqual(['Mexico']);
  });

  test('a long set names every news and counts what stayed', async () => {
    const kept = Array.from({ length: 200 }, (_, index) => `K${index}`);
    await show({
      kind: 'options',
      dimension: 'risk_codes',
      before: true,
      after: true,
      kept,
      added: ['CY'],
      removed: [],
    });
    await expect.element(page.getByText('+194 unchanged')).toBeVisible();
    expect(inserted()).toEqual(['+ CY']);
  });

  test('a set that is no longer set says that any value matches', async () => {
    await show({
      kind: 'options',
      dimension: 'domicile_countries',
      before: true,
      after: false,
      kept: [],
      added: [],
      removed: ['US'],
    });
    await expect.element(page.getByText('No longer set: any value matches.')).toBeVisible();
  });

  test('numbers are struck, new, and a change in percent', async () => {
    await show({ kind: 'value', value: 'max_line', before: 2_500_000, after: 3_500_000 });
    await expect.element(page.getByText('Max line')).toBeVisible();
    expect(struck()).toEqual(['2,500,000']);
    expect(inserted()).toEqual(['3,500,000']);
    await expect.element(page.getByText('+40%')).toBeVisible();
  });

  test('a value that was not set has no percentage', async () => {
    await show({ kind: 'value', value: 'lead_share_cap', before: null, after: 35 });
    await expect.element(page.getByText('Not set')).toBeVisible();
    expect(inserted()).toEqual(['35%']);
    expect(page.getByText(/[+−]/).elements()).toHaveLength(0);
  });

  test('a choice is shown by its labels, and none is any', async () => {
    await show({ kind: 'choice', dimension: 'is_primary', before: null, after: 'excess' });
    await expect.element(page.getByText('Primary or excess')).toBeVisible();
    expect(struck()).toEqual(['Any']);
    expect(inserted()).toEqual(['Excess']);
  });

  test('yes and no are words', async () => {
    await show({ kind: 'choice', dimension: 'fi_is_pi_coverage', before: true, after: false });
    await expect.element(page.getByText('PI coverage')).toBeVisible();
    expect([struck(), inserted()]).toEqual([['Yes'], ['No']]);
  });

  test('days are written as everywhere, and a missing one is open', async () => {
    await show({ kind: 'text', field: 'active_until', before: '2026-11-01', after: null });
    await expect.element(page.getByText('Active Until')).toBeVisible();
    expect([struck(), inserted()]).toEqual([['1 Nov 2026'], ['No end']]);
  });

  test('of a long text only what differs is marked', async () => {
    await show({
      kind: 'text',
      field: 'description',
      before: 'Large excess layers in the United States only.',
      after: 'Large excess layers in North America only.',
    });
    await expect.element(page.getByText('Description')).toBeVisible();
    expect([struck(), inserted()]).toEqual([['the United States'], ['North America']]);
  });

  test('journeys go by their names', async () => {
    await show({ kind: 'list', field: 'journeys', kept: ['renewal'], added: ['facility'], removed: ['new_business'] });
    await expect.element(page.getByText('Renewal')).toBeVisible();
    expect([struck(), inserted()]).toEqual([['New business'], ['+ Facility']]);
  });
});
