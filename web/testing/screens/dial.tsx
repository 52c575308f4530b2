import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DialDetailsPage } from '#web/dial/DialDetailsPage.tsx';
import { bucketUse, DIAL, DIAL_ID, IMPACT, PRACTICE, REFERENCE } from '#web/dial/details/testing.tsx';
import { type At, dialOf, renderEditor } from '#web/dial/edit/testing.tsx';
import { answer, dialRow, listApi, openList } from '#web/dial/list/testing.tsx';
import { measuresEach } from '#web/impact/measure/testing.ts';
import { ADD_PLACES, NEWEST, showRollout } from '#web/batch/rollout/testing.tsx';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { ALL, button, type Screens } from './screen.ts';

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
const openEditor = async (at: At) => {
  const opened = await renderEditor(at, draft, dialOf({}).data);
  await expect.element(page.getByRole('region', { name: 'Changed from v1' })).toBeVisible();
  return opened;
};

export const DIAL_SCREENS: Screens = {
  'the list of dials': async () => {
    await openList(listApi(() => answer([dialRow(1, { bucket_count: 3 }), dialRow(2, { status: 'active' })])).api);
    return page.getByText('Dial 0002');
  },
  'dials that decided nothing': async () => {
    const reporting = { ...PRACTICE.reporting, since: '2026-01-05T10:00:00.000Z' };
    const { api } = listApi(() => answer([dialRow(1, { bucket_count: 3, in_live_bucket: true })]), {
      getReporting: async () => reporting,
      listDialWords: async () => ({ tags: [], authors: [] }),
    });
    await openList(api, '/dials?unused=yes', ALL, { hasDecisions: true });
    await expect.element(page.getByRole('link', { name: 'Remove Dial 0001 from buckets' })).toBeVisible();
    await button('More filters').click();
    return page.getByRole('checkbox', { name: 'Decided nothing for 90 days' });
  },
  'a preview of an import': async () => {
    const id = '0197f2a4-5c1e-7d3b-9a6f-000000000001';
    const { api } = listApi(() => answer([dialRow(1)]), {
      previewImport: async () => ({
        outcomes: [
          { outcome: 'new', name: 'One' },
          { outcome: 'same', id, name: 'Two' },
          { outcome: 'wrong', name: 'Three', errors: [{ path: 'dimensions.revenue_ranges', message: 'Invalid' }] },
          {
            outcome: 'changed',
            id,
            name: 'Four',
            changes: [{ kind: 'value', value: 'max_line', before: 2_500_000, after: 3_500_000 }],
          },
        ],
        fingerprint: 'f',
      }),
    });
    await openList(api);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Import dials' }).click();
    const rows = ['One', 'Two', 'Three', 'Four'].map((name) => ({ name }));
    await userEvent.upload(page.getByLabelText('File of dials'), new File([JSON.stringify(rows)], 'dials.json'));
    await button('Max line').click();
    return page.getByText('3,500,000');
  },
  'a dial with a comparison open': async () => {
    const api = fakeApi({
      getDialPractice: async () => PRACTICE,
      getDial: async () => DIAL,
      getReferenceData: async () => REFERENCE,
      listDialBuckets: async () => ({
        items: [
          bucketUse(9101, { version: 5, status: 'pending_review' }),
          bucketUse(9158, { overrides: { max_line: 3_000_000 } }),
        ],
        next: null,
      }),
      measureVersion: async () => IMPACT,
      diffDialVersions: async () => ({
        from: 5,
        to: 6,
        changes: [
          { kind: 'text', field: 'description', before: 'In the US only.', after: 'In America only.' },
          { kind: 'list', field: 'tags', kept: ['Cyber'], added: ['New'], removed: ['Old'] },
          {
            kind: 'intervals',
            dimension: 'attachment_point_ranges',
            before: null,
            after: '[10000000,50000000)',
            gained: '',
            lost: '(,10000000) [50000000,)',
          },
          { kind: 'value', value: 'max_line', before: 2_500_000, after: 3_500_000 },
        ],
      }),
    });
    const address = `/dials/${DIAL_ID}?compare=5..6`;
    await renderPage(<DialDetailsPage />, {
      api,
      route: '/dials/:dialId',
      address,
      permissions: ALL,
      settings: { hasDecisions: true },
    });
    await expect.element(page.getByText('+40%')).toBeVisible();
    return page.getByRole('cell', { name: '9158 Alder' });
  },
  'a version for many buckets': async () => {
    await showRollout({ measureEdits: measuresEach(() => 3_111) });
    await page.getByText('Take 3,500,000').click();
    await button('Details of 9158 Fulmar').click();
    return page.getByRole('region', { name: 'Impact' });
  },
  'buckets for a dial': async () => {
    await showRollout({ listDialPlaces: async () => ({ versions: [NEWEST], buckets: ADD_PLACES }) }, 'add');
    await page.getByRole('checkbox', { name: 'Cargo, all 1 bucket' }).click();
    return page.getByRole('row', { name: /Cargo 9112 Beacon/ });
  },
  'a dial without a reason': async () => {
    await openEditor('');
    await button('Save Draft').click();
    return page.getByText('Required', { exact: true });
  },
  'the calendar': async () => {
    await openEditor('');
    await button('Calendar for Active Until').click();
    return page.getByLabelText('Next month');
  },
  'an interval with a repair': async () => {
    await openEditor('/dimensions');
    await page.getByRole('textbox', { name: 'Revenue' }).fill('[8,12],(12,24]');
    await userEvent.tab();
    return button('Use this');
  },
  'the options of a dimension': async () => {
    await openEditor('/dimensions');
    await page.getByRole('combobox', { name: 'Brokers' }).click();
    await userEvent.keyboard('{ArrowDown}');
    return page.getByRole('option').first();
  },
  'a value that cannot be': async () => {
    await openEditor('/values');
    await page.getByRole('textbox', { name: 'Min line' }).fill('-1');
    await userEvent.tab();
    return page.getByText('Value must be positive');
  },
  'a conflict in a dial': async () => {
    const { server } = await openEditor('');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Mine');
    server.theySave({ reason: 'Theirs', description: 'Theirs' });
    await button('Save Draft').click();
    return button('Merge and Save Draft');
  },
};
