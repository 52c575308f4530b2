import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { writeDay } from '#domain/day/day.ts';
import {
  EDITOR,
  FIRST,
  measureEdits,
  noteDrafts,
  openDrafts,
  rowsWith,
  SECOND,
  SET,
} from '#web/batch/drafts/testing.tsx';
import { showRollout } from '#web/batch/rollout/testing.tsx';
import { DIAL_ID } from '#web/dial/details/testing.tsx';
import { recordCalls } from '#web/testing/page.tsx';

const COB = 'cyber-privacy-and-tech';
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('[R9] a dial that ends before the day is named, and leaves the drafts with one click; what was typed before comes along', async () => {
  const { sent, record } = recordCalls();
  const dialId = '00000000-0000-4000-8000-000000000007';
  const goLive = { when: 'day', day: SECOND, days: new Map() } as const;
  await openDrafts(
    {
      noteDrafts,
      measureEdits,
      listEndings: async ({ body: { buckets, by } }) => ({
        items: by < FIRST ? [] : [{ dial_id: dialId, name: 'Harbour works', day: FIRST, buckets }],
      }),
      saveDrafts: async (input) => {
        record('saveDrafts', input);
        return { set: 'r1', draft_set: null, buckets: [] };
      },
    },
    SET,
    EDITOR,
    rowsWith(SET),
    { form: { description: 'For January', goLive } },
  );
  await button('Submit 2 together').click();
  const dialog = page.getByRole('dialog', { name: 'Submit 2 drafts together' });
  await expect.element(dialog.getByLabelText(/Description/)).toHaveValue('For January');
  await expect.element(dialog.getByText(`Harbour works ends ${writeDay(FIRST)}, 2 buckets`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove it from these 2 drafts' }).click();
  await expect.element(dialog.getByText(/Removed from these 2 drafts/)).toBeVisible();
  await dialog.getByText(/^I know that/).click();
  await dialog.getByRole('button', { name: 'Submit 2 together' }).click();
  await expect.poll(() => sent.length).toBe(1);
  const edits = [{ kind: 'remove', dial_id: dialId }];
  expect(sent[0]?.input).toMatchObject({
    body: {
      buckets: [
        { partner: 9112, edits },
        { partner: 9120, edits },
      ],
      submit: { description: 'For January', live_on: SECOND },
    },
  });
});

test('[R9] another dial that will have ended is named for its buckets, and can be removed with the change; one that the change replaces is not', async () => {
  const { sent, record } = recordCalls();
  const other = '00000000-0000-4000-8000-00000000000a';
  const buckets = [
    { partner: 9112, cob: COB },
    { partner: 9158, cob: COB },
  ];
  await showRollout({
    listEndings: async ({ body: { by } }) => ({
      items: [
        { dial_id: DIAL_ID, name: 'The dial itself', day: by, buckets },
        { dial_id: other, name: 'Harbour works', day: by, buckets: buckets.slice(0, 1) },
      ],
    }),
    saveDrafts: async (input) => {
      record('saveDrafts', input);
      return { set: null, draft_set: 's1', buckets: [] };
    },
  });
  await expect.element(page.getByText(/^Harbour works ended/)).toBeVisible();
  await expect.element(page.getByText(/^The dial itself end/)).not.toBeInTheDocument();
  await page.getByText('Take 3,500,000').click();
  await button('Remove it from this draft').click();
  await button('Keep it').click();
  await button('Remove it from this draft').click();
  await page.getByLabelText(/Description/).fill('For January');
  await button('Save 2 drafts').click();
  await expect.element(page.getByText('at /syndicate?tab=draft')).toBeVisible();
  expect(sent[0]?.input).toMatchObject({
    body: {
      buckets: [
        { partner: 9112, edits: [{ kind: 'update' }, { kind: 'remove', dial_id: other }] },
        { partner: 9158, edits: [{ kind: 'update' }] },
      ],
    },
  });
});
