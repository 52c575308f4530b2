import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { REPLY_MISSING } from '#domain/review/submission.ts';
import { measuresEach } from '#web/impact/measure/testing.ts';
import { DIAL_ID } from '#web/dial/details/testing.tsx';
import { barShares } from '#web/testing/bars.ts';
import { type Api, recordCalls } from '#web/testing/page.tsx';
import { ADD_PLACES, NEWEST, showRollout } from '#web/batch/rollout/testing.tsx';

const COB = 'cyber-privacy-and-tech';
const button = (name: string | RegExp) => page.getByRole('button', { name });
const box = (name: string) => page.getByRole('checkbox', { name });

test('a version goes to the free buckets, once every override is decided and the change described', async () => {
  const { sent, record } = recordCalls();
  await showRollout({
    saveDrafts: async (input) => {
      record('saveDrafts', input);
      return { set: '0197f2a4-5c1e-7d3b-9a6f-000000000009', draft_set: null, buckets: [] };
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
        submit: { description: 'As agreed by the committee', broken_examples: [] },
        copied_from: null,
      },
    },
  ]);
});

test('the box in the head chooses all buckets that can take the change, or none', async () => {
  await showRollout();
  const all = page.getByRole('columnheader').getByRole('checkbox').first();
  await expect.element(box('9112 Beacon')).toBeChecked();
  const chosen = () => {
    const boxes = page.getByRole('cell').getByRole('checkbox').elements() as HTMLInputElement[];
    return boxes.filter(({ disabled }) => !disabled).map(({ checked }) => checked);
  };
  expect(chosen()).toContain(false);
  await all.click();
  await expect.element(all).toBeChecked();
  expect(chosen()).not.toContain(false);
  await all.click();
  await expect.element(all).not.toBeChecked();
  expect(chosen()).not.toContain(true);
});

test('a bucket that changed in between is named in its row, nothing is lost, and the others can be sent without it', async () => {
  const { sent, record, refuse } = recordCalls();
  const changed = { by: 'Demo Cyber Lead', did: 'saved this draft', at: '2026-11-14T10:00:00.000Z' };
  refuse.saveDrafts = new Problem('stale', '1 of 2 buckets cannot take this change. Nothing was changed.', {
    refused: [{ partner: 9158, cob: COB, detail: 'Demo Cyber Lead saved this draft.', changed }],
  });
  await showRollout({
    saveDrafts: async (input) => {
      record('saveDrafts', input);
      return { set: null, draft_set: 's1', buckets: [{ partner: 9112, cob: COB, revision: '5' }] };
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
  await expect.element(page.getByText('at /syndicate?tab=draft')).toBeVisible();
  const addresses = sent.map(({ input }) => (input as { body: { buckets: { partner: number }[] } }).body.buckets);
  expect(addresses.map((buckets) => buckets.map(({ partner }) => partner))).toEqual([[9112, 9158], [9112]]);
});

test('examples that newly break are acknowledged before the drafts are submitted', async () => {
  const { sent, record, refuse } = recordCalls();
  const broken = { id: '00000000-0000-4000-8000-000000000001', name: 'US hospital group' };
  refuse.saveDrafts = new Problem('conflict', '1 of 2 buckets cannot take this change. Nothing was changed.', {
    refused: [{ partner: 9158, cob: COB, detail: '1 example newly breaks.', examples: [broken] }],
  });
  await showRollout({
    saveDrafts: async (input) => {
      record('saveDrafts', input);
      return { set: null, draft_set: null, buckets: [] };
    },
  });
  await page.getByText('Keep 3,000,000').click();
  await page.getByLabelText(/Description/).fill('Lower');
  await button('Save 2 drafts and submit together').click();
  await expect.element(box('I know that 1 example breaks')).not.toBeChecked();
  await expect.element(page.getByText(/^Examples newly break. Tick that you know it/)).toBeVisible();
  // It is above the table, out of sight of who pressed the button below.
  await expect.element(box('I know that 1 example breaks')).toHaveFocus();
  await expect.element(page.getByText('Required', { exact: true })).toBeVisible();
  await button('Save 2 drafts and submit together').click();
  await box('I know that 1 example breaks').click();
  await expect.element(page.getByText('Required', { exact: true })).not.toBeInTheDocument();
  await button('Save 2 drafts and submit together').click();
  const submits = () => sent.map(({ input }) => (input as { body: { submit: object } }).body.submit);
  await expect.poll(submits).toMatchObject([{ broken_examples: [] }, { broken_examples: [broken.id] }]);
});

test('a day that is missing gets the focus, and so does a reply that the server asks for', async () => {
  const { sent, record, refuse } = recordCalls();
  refuse.saveDrafts = new Problem('conflict', 'Nothing was changed.', {
    refused: [{ partner: 9158, cob: COB, detail: REPLY_MISSING }],
  });
  await showRollout({
    saveDrafts: async (input) => {
      record('saveDrafts', input);
      return { set: null, draft_set: null, buckets: [] };
    },
  });
  await page.getByText('Keep 3,000,000').click();
  await page.getByLabelText(/Description/).fill('Lower');
  await page.getByText('On a date').click();
  const day = page.getByRole('textbox', { name: 'Day', exact: true });
  await expect.element(day).toBeVisible();
  await button('Save 2 drafts and submit together').click();
  await expect.element(day).toHaveFocus();
  expect(sent).toEqual([]);
  await page.getByText('When approved').click();
  await button('Save 2 drafts and submit together').click();
  const reply = page.getByRole('textbox', { name: /^Reply to the rejection/ });
  await expect.element(reply).toHaveFocus();
  await reply.fill('As agreed');
  await button('Save 2 drafts and submit together').click();
  await expect
    .poll(() => sent.at(-1)?.input)
    .toMatchObject({ body: { submit: { description: 'Lower', reply: 'As agreed' } } });
});

const OTHER_ID = '0190f3a2-5f7e-7c3a-9d0e-3b2a1c4d5e70';
const addable = (answers: Partial<Api> = {}, rollout = 'add') =>
  showRollout(
    {
      listDialPlaces: async () => ({ versions: [NEWEST], buckets: ADD_PLACES }),
      pickDials: async () => ({ items: [], next: null, words: [] }),
      ...answers,
    },
    rollout,
  );
const save = (count: string) => page.getByRole('button', { name: `Save ${count}`, exact: true });

test('a row shows its changed risks once its overrides are decided, and opens the details; only new edits are requested', async () => {
  const requests: number[][] = [];
  const measure = measuresEach((partner) => (partner === 9158 ? 1_194 : 3_111));
  await showRollout({
    measureEdits: async (input, options) => {
      requests.push(input.body.buckets.map(({ partner }) => partner));
      return measure(input, options);
    },
  });
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect.element(row(/9112 Beacon .*3,111 risks 8.1%/)).toBeVisible();
  await expect.element(row(/9101 Alder .*3,111 risks 8.1%/)).toBeVisible();
  expect(barShares(row(/9112 Beacon/).element())[0]).toBeCloseTo(0.081, 2);
  await expect.element(row(/9158 Fulmar.*risks/)).not.toBeInTheDocument();
  await page.getByText('Take 3,500,000').click();
  await expect.element(row(/9158 Fulmar .*1,194 risks 3.1%/)).toBeVisible();
  expect(requests).toEqual([[9112, 9101], [9158]]);
  await button('Details of 9158 Fulmar').click();
  await expect.element(page.getByRole('region', { name: 'Difference' }).getByText('3,500,000')).toBeVisible();
  await expect.element(page.getByText('1,194 of 38,412 risks change, with $1.19m of premium')).toBeVisible();
  await expect.element(row(/^Max line 1,194 higher$/)).toBeVisible();
});

test('a version that starts later says below its row what the risks lose until then', async () => {
  const gap = { dial_id: DIAL_ID, kind: 'starts', day: '2026-12-01' } as const;
  await showRollout({
    measureEdits: async (input, options) => {
      const answer = await measuresEach(() => 94)(input, options);
      if (answer.state !== 'measured') return answer;
      const gaps = [{ ...gap, values: [{ value: 'max_line', risks: 94 } as const] }];
      return { ...answer, buckets: answer.buckets.map((one) => (one.partner === 9112 ? { ...one, gaps } : one)) };
    },
  });
  await expect
    .element(page.getByRole('row', { name: 'Starts 1 Dec 2026. Until then nothing sets Max line for 94 risks.' }))
    .toBeVisible();
});

test('when the portfolio changes, everything is measured again', async () => {
  const requests: number[][] = [];
  await showRollout({
    measureEdits: async (input, options) => {
      requests.push(input.body.buckets.map(({ partner }) => partner));
      const [changed, hash] = requests.length === 1 ? [3_111, 'a'] : [1_194, 'b'];
      const answer = await measuresEach(() => changed)(input, options);
      return answer.state === 'measured'
        ? { ...answer, portfolio: { ...answer.portfolio, hash: hash.repeat(64) } }
        : answer;
    },
  });
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect.element(row(/9112 Beacon .*3,111 risks/)).toBeVisible();
  await page.getByText('Take 3,500,000').click();
  await expect.element(row(/9158 Fulmar .*1,194 risks/)).toBeVisible();
  await expect.element(row(/9112 Beacon .*1,194 risks/)).toBeVisible();
  await expect.element(row(/9101 Alder .*1,194 risks/)).toBeVisible();
  expect(requests).toEqual([[9112, 9101], [9158], [9112, 9101]]);
});

test('for adding, nothing is preselected, and a neighbour has to be named', async () => {
  await addable();
  await expect.element(save('0 drafts')).toBeDisabled();
  await box('Cargo, 9112 Beacon: 0 dials').click();
  await expect.element(save('1 draft')).toBeEnabled();
  await page.getByText('Before', { exact: true }).click();
  await expect.element(page.getByText('Choose the dial that it goes next to.')).toBeVisible();
  await expect.element(save('1 draft')).toBeDisabled();
});

test('buckets are ticked in the matrix by cell, class or partner, unless they have the dial or are in review', async () => {
  const { sent, record } = recordCalls();
  await addable({
    measureEdits: measuresEach(() => 849),
    saveDrafts: async (input) => {
      record('saveDrafts', input);
      return { set: null, draft_set: 's1', buckets: [] };
    },
  });
  for (const barred of ['Cargo, 9158 Fulmar: Holds it already, at 7', 'Cyber Privacy & Tech, 9158 Fulmar: In review']) {
    await expect.element(box(barred)).toHaveAttribute('aria-disabled', 'true');
    await box(barred).click({ force: true });
  }
  await expect.element(save('0 drafts')).toBeDisabled();
  await box('Cyber Privacy & Tech, all 2 buckets').click();
  await expect.element(save('2 drafts')).toBeEnabled();
  await expect.element(box('9112 Beacon, all 2 buckets')).toHaveAttribute('aria-checked', 'mixed');
  await box('9112 Beacon, all 2 buckets').click();
  await box('Cyber Privacy & Tech, 9101 Alder: 9 dials, Demo Cyber Lead’s draft').click();

  await page.getByRole('textbox', { name: 'Min line' }).fill('4m');
  await expect.element(page.getByText('Check the overrides.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Max line' }).fill('5m');
  await expect
    .element(page.getByRole('row', { name: /Cargo 9112 Beacon 1 .*3,500,000 5,000,000.*849 risks 2.2%/ }))
    .toBeVisible();
  await save('2 drafts').click();
  await expect.element(page.getByText('at /syndicate?tab=draft')).toBeVisible();
  const edits = [
    {
      kind: 'add',
      dial_id: DIAL_ID,
      version: 6,
      overrides: { max_line: 5_000_000, min_line: 4_000_000 },
      place: { at: 'end' },
    },
  ];
  expect(sent.map(({ input }) => input)).toEqual([
    {
      body: {
        buckets: [
          { partner: 9112, cob: COB, revision: '4', edits },
          { partner: 9112, cob: 'cargo', revision: '4', edits },
        ],
        submit: null,
        copied_from: null,
      },
    },
  ]);
});

test('several dials are added to a bucket as one change, in order, each with its own overrides', async () => {
  const { sent, record } = recordCalls();
  const other = { ...NEWEST, version: 2, data: { ...NEWEST.data, name: 'Cyber ransomware' } };
  await addable(
    {
      listDialPlaces: async ({ params }) => ({
        versions: [params.dialId === OTHER_ID ? other : NEWEST],
        buckets: ADD_PLACES,
      }),
      saveDrafts: async (input) => {
        record('saveDrafts', input);
        return { set: null, draft_set: 's1', buckets: [] };
      },
    },
    `add?with=${OTHER_ID}`,
  );
  await box('Cargo, 9112 Beacon: 0 dials, takes 2').click();
  await page.getByRole('combobox', { name: 'Overrides of which dial' }).click();
  await page.getByRole('option', { name: 'Cyber ransomware' }).click();
  await page.getByRole('textbox', { name: 'Max line' }).fill('1m');
  await save('1 draft').click();
  await expect.element(page.getByText('at /syndicate?tab=draft')).toBeVisible();
  expect(sent[0]?.input).toMatchObject({
    body: {
      buckets: [
        {
          edits: [
            { dial_id: DIAL_ID, version: 6, overrides: {}, place: { at: 'end' } },
            {
              dial_id: OTHER_ID,
              version: 2,
              overrides: { max_line: 1_000_000 },
              place: { at: 'after', dial_id: DIAL_ID },
            },
          ],
        },
      ],
    },
  });
});
