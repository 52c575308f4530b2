import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ReferenceData } from '#contract/reference.ts';
import type { DialChange } from '#domain/dial/diff.ts';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import { DialDifference, DialDifferenceText } from './Difference.tsx';
import { fakeApi, renderPage } from '#web/testing/page.tsx';

const option = (code: string, label: string) => ({ code, label, group: null, retired: false });
const reference = {
  ...(Object.fromEntries(REFERENCE_LISTS.map((list) => [list, []])) as unknown as ReferenceData),
  countries: [option('US', 'United States'), option('CA', 'Canada'), option('MX', 'Mexico')],
};
const draw = (ui: ReactNode) =>
  renderPage(ui, { api: fakeApi({ getReferenceData: async () => reference }), route: '/', address: '/' });
const show = (change: DialChange) => draw(<DialDifference change={change} />);

const COUNTRIES = { kind: 'options', dimension: 'domicile_countries', before: true, after: true } as const;
const textsOf = (role: 'deletion' | 'insertion') =>
  page
    .getByRole(role)
    .elements()
    .map((element) => element.textContent);
const struck = () => textsOf('deletion');
const inserted = () => textsOf('insertion');

describe('the difference of one field', () => {
  test('intervals are two lines on one axis, with gains and losses', async () => {
    await show({
      kind: 'intervals',
      dimension: 'attachment_point_ranges',
      before: '[5000000,25000000)',
      after: '[10000000,50000000)',
      gained: '[25000000,50000000)',
      lost: '[5000000,10000000)',
    });
    await expect.element(page.getByText('Attachment point')).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Before: [5,000,000, 25,000,000)' })).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Now: [10,000,000, 50,000,000)' })).toBeVisible();
    const terms = page.getByRole('term').elements();
    const covered = page.getByRole('definition').elements();
    expect(terms.map((term) => term.textContent)).toEqual(['Gained', 'Lost']);
    expect(covered.map((words) => words.textContent)).toEqual(['$25m to $50m', '$5m to $10m']);
    expect(covered[0]).toHaveAttribute('title', '[25,000,000, 50,000,000)');
    for (const end of ['$10m', '$50m', '$25m'])
      await expect.element(page.getByText(end, { exact: true })).toBeVisible();
  });

  test('an unset dimension covered everything, and says so', async () => {
    await show({
      kind: 'intervals',
      dimension: 'revenue_ranges',
      before: null,
      after: '[0,100000000)',
      gained: '',
      lost: '(,0) [100000000,)',
    });
    await expect.element(page.getByRole('img', { name: 'Before: not set, any value' })).toBeVisible();
    await expect.element(page.getByText('A restriction. Not set before: any value matched.')).toBeVisible();
    expect(page.getByText('Gained').elements()).toHaveLength(0);
  });

  test('sets show what stayed, was added and was removed, by name', async () => {
    await show({ ...COUNTRIES, kept: ['US'], added: ['CA'], removed: ['MX'] });
    await expect.element(page.getByText('Domicile')).toBeVisible();
    expect(page.getByRole('listitem').elements()).toHaveLength(3);
    await expect.element(page.getByText('United States')).toBeVisible();
    expect(inserted()).toEqual(['+ Canada']);
    expect(struck()).toEqual(['Mexico']);
  });

  test('a long set names every addition and removal and counts what stayed', async () => {
    const kept = Array.from({ length: 200 }, (_, index) => `K${index}`);
    await show({ ...COUNTRIES, dimension: 'risk_codes', kept, added: ['CY'], removed: [] });
    await expect.element(page.getByText('+194 unchanged')).toBeVisible();
    expect(inserted()).toEqual(['+ CY']);
  });

  test('a set that was cleared says that any value matches', async () => {
    await show({ ...COUNTRIES, after: false, kept: [], added: [], removed: ['US'] });
    await expect.element(page.getByText('Wider. No longer set: any value matches.')).toBeVisible();
  });

  test.each<[rule: string, change: DialChange, label: string, struck: string[], inserted: string[]]>([
    [
      'numbers are struck and new',
      { kind: 'value', value: 'max_line', before: 2_500_000, after: 3_500_000 },
      'Max line',
      ['2,500,000'],
      ['3,500,000'],
    ],
    [
      'a value that was not set says so',
      { kind: 'value', value: 'lead_share_cap', before: null, after: 35 },
      'Lead share cap',
      ['Not set'],
      ['35%'],
    ],
    [
      'a choice is shown by its labels, and none is any',
      { kind: 'choice', dimension: 'is_primary', before: null, after: 'excess' },
      'Primary or excess',
      ['Any'],
      ['Excess'],
    ],
    [
      'yes and no are words',
      { kind: 'choice', dimension: 'fi_is_pi_coverage', before: true, after: false },
      'PI coverage',
      ['Yes'],
      ['No'],
    ],
    [
      'days are written as everywhere, and a missing one is open',
      { kind: 'text', field: 'active_until', before: '2026-11-01', after: null },
      'Active Until',
      ['1 Nov 2026'],
      ['No end'],
    ],
    [
      'of a long text only what differs is marked',
      { kind: 'text', field: 'description', before: 'Layers in the US only.', after: 'Layers in America only.' },
      'Description',
      ['the US'],
      ['America'],
    ],
    [
      'from every journey to one is a restriction, not a gain',
      { kind: 'list', field: 'journeys', kept: [], added: ['renewal'], removed: [] },
      'A restriction. Every journey matched before.',
      ['Every journey'],
      ['Only Renewal'],
    ],
    [
      'from any country to some is a restriction',
      { ...COUNTRIES, before: false, kept: [], added: ['US', 'CA'], removed: [] },
      'A restriction. Not set before: any value matched.',
      ['Any'],
      ['Only United States, Canada'],
    ],
    [
      'journeys go by their names',
      { kind: 'list', field: 'journeys', kept: ['renewal'], added: ['facility'], removed: ['new_business'] },
      'Renewal',
      ['New business'],
      ['+ Facility'],
    ],
  ])('%s', async (_rule, change, label, wasStruck, wasInserted) => {
    await show(change);
    await expect.element(page.getByText(label)).toBeVisible();
    await expect.poll(() => [struck(), inserted()]).toEqual([wasStruck, wasInserted]);
  });

  test.each([
    [2_500_000, '+40%'],
    [null, undefined],
  ])('a number that was %s has changed by %s', async (before, percent) => {
    await show({ kind: 'value', value: 'max_line', before, after: 3_500_000 });
    await expect.element(page.getByText('Max line')).toBeVisible();
    expect(page.getByText(/[+−].*%/).query()?.textContent).toBe(percent);
  });
});

describe('the same in one line', () => {
  const line = page.getByRole('region', { name: 'Line' });
  test.each<[rule: string, change: DialChange, text: string]>([
    ['a value', { kind: 'value', value: 'lead_share_cap', before: null, after: 35 }, 'from not set to 35%'],
    ['a day', { kind: 'text', field: 'active_until', before: '2026-11-01', after: null }, 'from 1 Nov 2026 to not set'],
    ['a text', { kind: 'text', field: 'description', before: 'One', after: 'Two' }, 'changed'],
    [
      'intervals',
      {
        kind: 'intervals',
        dimension: 'revenue_ranges',
        before: '[0,10000000)',
        after: '[5000000,20000000)',
        gained: '[10000000,20000000)',
        lost: '[0,5000000)',
      },
      '+gained $10m to $20m −lost $0 to $5m',
    ],
    [
      'a set, of which two members are named',
      { ...COUNTRIES, kept: [], added: ['US', 'CA', 'MX'], removed: ['GB'] },
      '+gained United States, Canada and 1 more −lost GB',
    ],
    [
      'a first restriction',
      { ...COUNTRIES, before: false, kept: [], added: ['US'], removed: [] },
      'from any to only United States',
    ],
  ])('%s says what is gained and lost', async (_rule, change, text) => {
    await draw(
      <section aria-label="Line">
        <DialDifferenceText change={change} />
      </section>,
    );
    await expect.element(line).toMatchTextContent(text);
  });
});
