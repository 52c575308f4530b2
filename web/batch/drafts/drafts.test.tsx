import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { writeDay } from '#domain/day/day.ts';
import { REPLY_MISSING } from '#domain/review/submission.ts';
import { makeNote } from '#web/bucket/view/testing.tsx';
import { type Api, recordCalls } from '#web/testing/page.tsx';
import { BROKEN, EDITOR, FIRST, gap, openDrafts, rowsWith, SECOND, SET } from './testing.tsx';

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const box = (name: string) => page.getByRole('checkbox', { name });
const row = (name: RegExp) => page.getByRole('row', { name });

test('drafts that were just saved stand under one line, ticked, each with its change and what to note', async () => {
  await openDrafts();
  await expect.element(page.getByText('2 just saved')).toBeVisible();
  await expect.element(page.getByText('Copied from Cargo, 9101 Alder. Nothing is submitted yet.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Across partners' })).toHaveAttribute('href', '/classes/cargo');
  await expect.element(row(/9112 Beacon.*Policy share cap from 5% to 4% −1 point.*1 gap/)).toBeVisible();
  await expect.element(row(/9120 Cormorant.*1 example breaks/)).toBeVisible();
  await expect.element(row(/9101 Alder.*2 unusual values/)).toBeVisible();
  await expect.element(page.getByText('2 of 3 selected')).toBeVisible();
  await expect.element(box('Select Cargo, 9112 Beacon')).toBeChecked();
  await expect.element(box('Select Flood, 9101 Alder')).not.toBeChecked();
  await expect.element(box('Select all drafts')).toBePartiallyChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Discard')).not.toBeInTheDocument();
  await box('Select the 2 drafts saved together').click();
  await expect.element(page.getByText('2 of 3 selected')).toBeVisible();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(button('Submit 3 together')).toBeVisible();
  expect(button('Undo').query()).toBeNull();
});

test('arrows move between the boxes, and with Shift take the next one along', async () => {
  await openDrafts();
  await button('Clear').click();
  (box('Select Cargo, 9112 Beacon').element() as HTMLElement).focus();
  await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}');
  await expect.element(page.getByText('2 of 3 selected')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(box('Select Flood, 9101 Alder')).toHaveFocus();
  await expect.element(box('Select Flood, 9101 Alder')).not.toBeChecked();
});

test('they are submitted together with one description, once broken examples are acknowledged', async () => {
  const { sent, record } = recordCalls();
  await openDrafts({
    saveDrafts: async (input) => {
      record('saveDrafts', input);
      return { set: 'r1', draft_set: null, buckets: [] };
    },
  });
  await button('Submit 2 together').click();
  const dialog = page.getByRole('dialog', { name: 'Submit 2 drafts together' });
  const facts = dialog.getByRole('definition');
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('Ransomware, in 2 buckets, starts 1 Dec 2026. Until then nothing sets Max line for 94 risks.');
  await expect.element(facts.nth(0)).toMatchTextContent('Overridden 2');
  await expect
    .element(facts.nth(1))
    .toMatchTextContent('150 of 76,824 risks change on 17 Nov 20260.2%Max line 150 higher');
  await expect.element(facts.nth(2)).toMatchTextContent('1 of 4 newly breaksUS hospital group (Cargo, 9120)');
  await expect.element(facts.nth(3)).toMatchTextContent('2Max line above every other live bucket of this class');
  await expect.element(facts.nth(4)).toMatchTextContent('1 unresolved in Cargo, 9120');
  await dialog.getByLabelText(/Description/).fill('Down to 4%');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const known = dialog.getByRole('checkbox', { name: 'I know that 1 example breaks' });
  await expect.element(known).toHaveFocus();
  await known.click();
  await dialog.getByRole('button', { name: 'Submit 2 together' }).click();
  await expect.element(page.getByText('at /review-sets/r1')).toBeVisible();
  const edited = (partner: number) => ({ partner, cob: 'cargo', revision: '4', edits: [] });
  expect(sent.map(({ input }) => input)).toEqual([
    {
      body: {
        buckets: [edited(9112), edited(9120)],
        submit: { description: 'Down to 4%', broken_examples: [BROKEN.id] },
        copied_from: null,
      },
    },
  ]);
});

test('[R30] they go live on one day or each on its own, and a rejection is answered where the server asks for it', async () => {
  const { sent, record, refuse } = recordCalls();
  refuse.saveDrafts = new Problem('conflict', 'Nothing was changed.', {
    refused: [{ partner: 9120, cob: 'cargo', detail: REPLY_MISSING }],
  });
  await openDrafts({
    noteDrafts: async () => ({ items: [makeNote({ partner: 9112, cob: 'cargo', gaps: [{ ...gap, day: FIRST }] })] }),
    saveDrafts: async (input) => {
      record('saveDrafts', input);
      return { set: 'r1', draft_set: null, buckets: [] };
    },
  });
  await button('Submit 2 together').click();
  const dialog = page.getByRole('dialog', { name: 'Submit 2 drafts together' });
  const submit = dialog.getByRole('button', { name: 'Submit 2 together' });
  await expect.element(dialog.getByText(/^Ransomware/)).toBeVisible();
  await dialog.getByLabelText(/Description/).fill('Down to 4%');
  await dialog.getByText('On a date').click();
  await submit.click();
  await expect.element(dialog.getByText('Required')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Day' }).fill(writeDay(FIRST));
  await userEvent.keyboard('{Enter}');
  // On that day the version has started.
  await expect.element(dialog.getByText(/^Ransomware/)).not.toBeInTheDocument();
  await dialog.getByText('Different days').click();
  await dialog.getByRole('textbox', { name: 'Day of Cargo, 9120' }).fill(writeDay(SECOND));
  await userEvent.keyboard('{Enter}');
  await submit.click();
  await dialog.getByLabelText(/^Reply to the rejection/).fill('As agreed');
  await submit.click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]?.input).toMatchObject({
    body: {
      buckets: [
        { partner: 9112, live_on: FIRST },
        { partner: 9120, live_on: SECOND },
      ],
      submit: { description: 'Down to 4%', broken_examples: [], reply: 'As agreed' },
    },
  });
});

test('[R37] stopped buckets are restarted with their drafts if the submitter asks for it', async () => {
  const { sent, record } = recordCalls();
  const stopped = rowsWith(SET).map((one) => ({ ...one, stopped: one.partner === 9120 }));
  const saveDrafts: Api['saveDrafts'] = async (input) => {
    record('saveDrafts', input);
    return { set: 'r1', draft_set: null, buckets: [] };
  };
  await openDrafts({ noteDrafts: async () => ({ items: [] }), saveDrafts }, SET, EDITOR, stopped);
  await button('Submit 2 together').click();
  const dialog = page.getByRole('dialog', { name: 'Submit 2 drafts together' });
  await dialog.getByLabelText(/Description/).fill('Down to 4%');
  await expect
    .element(dialog.getByText('1 of 2 is stopped. Left out, the bucket stays stopped once this is live.'))
    .toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Restart these buckets' }).click();
  await expect.element(dialog.getByText('1 of 2 is stopped. It answers risks again once this is live.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Submit 2 together' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.input).toMatchObject({ body: { submit: { description: 'Down to 4%', restart: true } } });
});

test('a refused draft says why in its row, and the others can be submitted without it', async () => {
  const { sent, record, refuse } = recordCalls();
  refuse.saveDrafts = new Problem('stale', '1 of 2 buckets cannot take this change. Nothing was changed.', {
    refused: [{ partner: 9120, cob: 'cargo', detail: 'Demo Cyber Lead saved this draft.' }],
  });
  await openDrafts({
    noteDrafts: async () => ({ items: [] }),
    saveDrafts: async (input) => {
      record('saveDrafts', input);
      return { set: null, draft_set: null, buckets: [{ partner: 9112, cob: 'cargo', revision: '5' }] };
    },
  });
  await button('Submit 2 together').click();
  await page.getByLabelText(/Description/).fill('Down to 4%');
  await page.getByRole('dialog').getByRole('button', { name: 'Submit 2 together' }).click();
  await button('Submit the other 1').click();
  await expect.element(page.getByText('1 draft submitted for review')).toBeVisible();
  await expect.poll(() => sent.length).toBe(2);
});

test('Undo takes back the set, unless one of its drafts changed since', async () => {
  const undone: string[] = [];
  const undoDraftSet: Api['undoDraftSet'] = async ({ params }) => {
    undone.push(params.setId);
    return { buckets: 2 };
  };
  const { screen } = await openDrafts({ undoDraftSet });
  await button('Undo').click();
  await expect.element(page.getByText('2 drafts undone')).toBeVisible();
  expect(undone).toEqual(['s1']);
  await screen.unmount();
  await openDrafts({ undoDraftSet }, { ...SET, can_undo: false });
  await expect.element(button('Changed since')).toBeDisabled();
});

test('Discard asks first, and keeps the dialog open if it is refused', async () => {
  const { sent, record, refuse } = recordCalls();
  refuse.discardDrafts = new Problem('stale', 'Demo Cyber Lead saved this draft.');
  await openDrafts({
    discardDrafts: async (input) => {
      record('discardDrafts', input);
      return { buckets: 2 };
    },
  });
  await button('Discard').click();
  const dialog = page.getByRole('dialog', { name: 'Discard 2 drafts?' });
  await expect.element(dialog.getByText('Live stays as it is.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Discard 2 drafts' }).click();
  await expect.element(dialog.getByText('Demo Cyber Lead saved this draft.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Discard 2 drafts' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent[1]?.input).toEqual({
    body: {
      buckets: [
        { partner: 9112, cob: 'cargo', revision: '4' },
        { partner: 9120, cob: 'cargo', revision: '4' },
      ],
    },
  });
});

test('without permission to edit there is nothing to tick', async () => {
  await openDrafts({}, SET, ['bucket:view']);
  await expect.element(row(/9112 Beacon/)).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toHaveLength(0);
});
