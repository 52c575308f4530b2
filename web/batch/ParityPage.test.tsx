import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { measuresEach } from '#web/impact/measure/testing.ts';
import { recordCalls } from '#web/testing/page.tsx';
import { CLASS_BUCKETS, COB, idOf, showParity } from '#web/batch/parity/testing.tsx';

const cell = (name: RegExp) => page.getByRole('gridcell', { name });
const box = (name: string | RegExp) => page.getByRole('checkbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
type Body = Readonly<{
  body: { buckets: readonly { partner: number; revision: string; edits: readonly object[] }[] };
}>;

test('differences are shown, counted per partner, and copied as drafts to the buckets that are free', async () => {
  const { sent, record, refuse } = recordCalls();
  const changed = { by: 'Demo Cyber Lead', did: 'saved this draft', at: '2026-11-14T10:00:00.000Z' };
  await showParity({
    measureEdits: measuresEach((partner) => (partner === 9190 ? 367 : 849)),
    saveDrafts: async (input) => {
      record('saveDrafts', input);
      return {
        set: null,
        draft_set: 's1',
        buckets: (input as Body).body.buckets.map(({ partner }) => ({ partner, cob: COB, revision: '5' })),
      };
    },
  });
  await expect.element(page.getByText('6 live buckets, 1 without dials, 2 differ from most somewhere')).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: '9101 Alder 3' })).toBeVisible();
  const estuary = page.getByRole('columnheader', { name: '9147 Estuary – no bucket' });
  expect(estuary.elements()).toEqual([]);
  await page.getByRole('button', { name: 'Show 2 partners without dials' }).click();
  await expect.element(estuary).toBeVisible();
  await expect.element(page.getByText('in 1 of 5 buckets')).toBeVisible();
  // By keys: to the override of Alder, which Space ticks.
  const override = cell(/^position 2, v1, Policy share cap 3%, override$/);
  await page.getByRole('rowheader', { name: /^Dial 1/ }).click();
  (page.getByRole('rowheader', { name: /^Dial 1/ }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown} ');
  await expect.element(override).toHaveFocus();
  await expect.element(box(/^Dial 2/)).toBeChecked();
  for (const name of [/9120 Cormorant Draft, Demo Cyber Lead/, /9133 Drumlin Pending Review/])
    await expect.element(box(name)).toBeDisabled();
  await expect.element(box(/9203 Kestrel/)).not.toBeChecked();
  await expect
    .element(page.getByText(/^Between 367 and 849 of 38,412 risks get a higher max line in each\./))
    .toBeVisible();
  await box(/9203 Kestrel/).click();
  await expect
    .element(page.getByText(/^849 of 38,412 risks get a higher max line in each, 367 in Juniper\./))
    .toBeVisible();
  await box(/9203 Kestrel/).click();
  refuse.saveDrafts = new Problem('stale', 'Nothing was changed.', {
    refused: [{ partner: 9190, cob: COB, detail: 'Demo Cyber Lead saved this draft.', changed }],
  });
  await button('Save 2 drafts').click();
  await expect.element(page.getByText(/^Demo Cyber Lead saved this draft/)).toBeVisible();
  await expect.element(page.getByText('1 of 2 drafts successfully saved')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'View the draft' })).toBeVisible();
  const edits = [{ kind: 'set', dial_id: idOf(2), version: 1, overrides: { policy_share_cap: 3 } }];
  const bodies = sent.map(({ input }) => (input as Body).body.buckets);
  const one = (partner: number) => ({ partner, cob: COB, revision: '4', edits });
  expect(bodies).toEqual([[one(9112), one(9190)], [one(9112)]]);
  expect(sent[0]?.input).toMatchObject({ body: { copied_from: { partner: 9101, cob: COB } } });
  // Without a refusal the drafts are shown.
  await button('Save 2 drafts').click();
  await expect.element(page.getByText('at /syndicate?tab=draft')).toBeVisible();
});

test('if every bucket refuses a copy, nothing is reported as saved', async () => {
  const refusal = (partner: number) => ({ partner, cob: COB, detail: 'This dial is no longer in the bucket.' });
  await showParity({
    saveDrafts: () =>
      Promise.reject(
        new Problem('conflict', '2 of 2 buckets cannot take this change. Nothing was changed.', {
          refused: [refusal(9112), refusal(9190)],
        }),
      ),
  });
  await cell(/^position 2, v1, Policy share cap 3%, override$/).click();
  await button('Save 2 drafts').click();
  await expect.element(page.getByText('None of the 2 buckets can take this change. Nothing was saved.')).toBeVisible();
  expect(page.getByText('This dial is no longer in the bucket.').elements()).toHaveLength(2);
  expect(page.getByText(/successfully saved/).query()).toBeNull();
});

test('D keeps only dials that differ, Dial Values shows what each sets, Enter opens the bucket', async () => {
  await showParity({}, { permissions: ['bucket:view'] });
  const rows = () =>
    page
      .getByRole('rowheader')
      .elements()
      .map((row) => row.textContent);
  await expect.element(page.getByRole('rowheader', { name: /^Dial 1/ })).toBeVisible();
  expect(rows()).toHaveLength(4);
  await userEvent.keyboard('d');
  await expect.element(page.getByRole('rowheader', { name: /^Dial 1/ })).not.toBeInTheDocument();
  await page.getByRole('tab', { name: 'Dial Values' }).click();
  await expect.element(page.getByRole('rowheader', { name: /^Dial 2 ?Policy share cap, 4%$/ })).toBeVisible();
  await cell(/^3%$/).click();
  // Without permission to edit, differences are read-only.
  await expect.element(page.getByRole('complementary', { name: 'Differences' })).toBeVisible();
  await expect.element(page.getByText('3 differ from most')).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toHaveLength(0);
  (cell(/^3%$/).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(`at /syndicate/9101/bucket/${COB}`)).toBeVisible();
});

test('the name of a dial opens it, by click and by Enter', async () => {
  const name = page.getByRole('link', { name: 'Dial 2' });
  const { router } = await showParity();
  await name.click();
  await expect.element(page.getByText(`at /dials/${idOf(2)}`)).toBeVisible();
  await router.navigate(-1);
  await expect.element(name).toBeVisible();
  (page.getByRole('rowheader', { name: /^Dial 2/ }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(`at /dials/${idOf(2)}`)).toBeVisible();
});

test('[R35] the head of a stopped bucket says so', async () => {
  const buckets = CLASS_BUCKETS.buckets.map((bucket) => ({ ...bucket, stopped: bucket.partner.number === 9101 }));
  await showParity({ listClassBuckets: async () => ({ ...CLASS_BUCKETS, buckets }) });
  await expect.element(page.getByRole('columnheader', { name: 'stopped 9101 Alder 3' })).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: /^9112 Beacon/ })).toBeVisible();
});

const first = (count: number) => ({ ...CLASS_BUCKETS, buckets: CLASS_BUCKETS.buckets.slice(0, count) });
const same = { ...CLASS_BUCKETS, buckets: CLASS_BUCKETS.buckets.slice(1, 4) };
test.each([
  ['compared with the first', first(2), '', '2 live buckets, compared with 9101 Alder'],
  ['all the same', same, '?show=differences', 'There is no difference to show.'],
  ['stated in the header', same, '', 'All 3 buckets are the same.'],
  ['none at all', first(0), '', 'No partner has a bucket for Cyber Privacy & Tech yet'],
])('Buckets are %s', async (_, answer, search, words) => {
  await showParity({ listClassBuckets: async () => answer }, { search });
  await expect.element(page.getByText(words)).toBeVisible();
});
