import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { DIAL_ID } from '#web/dial/details/testing.tsx';
import { recordCalls } from '#web/testing/page.tsx';
import { NEWEST, placeOf, showRollout } from './testing.tsx';

const COB = 'cyber-privacy-and-tech';
const button = (name: string | RegExp) => page.getByRole('button', { name });
const box = (name: string) => page.getByRole('checkbox', { name });

test('A version goes to the buckets that are free, once every override is decided and the change described', async () => {
  const { sent, record } = recordCalls();
  await showRollout({
    saveDrafts: async (input) => {
      record('saveDrafts', input);
      return { set: '0197f2a4-5c1e-7d3b-9a6f-000000000009', buckets: [] };
    },
  });
  await expect.element(box('9112 Beacon')).toBeChecked();
  await expect.element(box('9101 Alder')).not.toBeChecked();
  await expect.element(button('1 choice left')).toBeDisabled();
  await page.getByText('Take 3,500,000').click();
  await button('Save 2 drafts and submit together').click();
  await expect.element(page.getByText('Required', { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText(/Description/)).toHaveFocus();
  await page.getByLabelText(/Description/).fill('As agreed by the committee');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('at /review-sets/0197f2a4-5c1e-7d3b-9a6f-000000000009')).toBeVisible();
  const edit = (answers: object) => [{ kind: 'update', dial_id: DIAL_ID, version: 6, answers }];
  expect(sent.map(({ input }) => input)).toEqual([
    {
      body: {
        buckets: [
          { partner: 9112, cob: COB, revision: '4', edits: edit({}) },
          { partner: 9158, cob: COB, revision: '4', edits: edit({ max_line: 'dial' }) },
        ],
        submit: { description: 'As agreed by the committee' },
      },
    },
  ]);
});

test('A bucket that changed in between is named in its row, nothing is lost, and the others can go without it', async () => {
  const { sent, record, refuse } = recordCalls();
  const changed = { by: 'Demo Cyber Lead', did: 'saved this draft', at: '2026-11-14T10:00:00.000Z' };
  refuse.saveDrafts = new Problem('stale', '1 of 2 buckets cannot take this change. Nothing was changed.', {
    refused: [{ partner: 9158, cob: COB, detail: 'Demo Cyber Lead saved this draft.', changed }],
  });
  await showRollout({
    saveDrafts: async (input) => {
      record('saveDrafts', input);
      return { set: null, buckets: [{ partner: 9112, cob: COB, revision: '5' }] };
    },
  });
  await page.getByText('Keep 3,000,000').click();
  await page.getByLabelText(/Description/).fill('Kept');
  await page.getByRole('button', { name: 'Save 2 drafts', exact: true }).click();
  await expect
    .element(page.getByRole('row', { name: /9158/ }).getByText(/Demo Cyber Lead saved this draft/))
    .toBeVisible();
  await expect.element(page.getByLabelText(/Description/)).toHaveValue('Kept');
  await button('Try the other 1').click();
  await expect.element(page.getByText(`at /dials/${DIAL_ID}`)).toBeVisible();
  const addresses = sent.map(({ input }) => (input as { body: { buckets: { partner: number }[] } }).body.buckets);
  expect(addresses.map((buckets) => buckets.map(({ partner }) => partner))).toEqual([[9112, 9158], [9112]]);
});

test('To be added nothing is chosen from the start, and a neighbour has to be named', async () => {
  await showRollout(
    {
      listDialPlaces: async () => ({
        versions: [NEWEST],
        buckets: [placeOf(9112, 'Beacon', { held: null, live_version: null })],
      }),
      pickDials: async () => ({ items: [], next: null, words: [] }),
    },
    'add',
  );
  await expect.element(page.getByRole('button', { name: 'Save 0 drafts', exact: true })).toBeDisabled();
  await box('9112 Beacon').click();
  await expect.element(page.getByRole('button', { name: 'Save 1 draft', exact: true })).toBeEnabled();
  await page.getByText('Before', { exact: true }).click();
  await expect.element(page.getByText('Choose the dial that it goes next to.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Save 1 draft', exact: true })).toBeDisabled();
});
