import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { writeDay } from '#domain/day/day.ts';
import { REPLY_MISSING } from '#domain/review/submission.ts';
import { makeExample } from '#web/example/testing.ts';
import { makeImpact, makeLimit, makeMeasured } from '#web/impact/measure/testing.ts';
import { entriesOf, makeBucket, makeDial, makeDraft, OTHER } from '#web/bucket/testing.tsx';
import { makeSigner } from '#web/review/testing.ts';
import type { Api } from '#web/testing/page.tsx';
import { addDays, formatShortDay, utcToday } from '#web/kit/format.ts';
import { button, dialog, EDIT, LIVE, openEditor } from './testing.tsx';

const form = dialog(/^Submit for Review/);
const send = form.getByRole('button', { name: 'Submit for Review' });
const description = form.getByLabelText(/^Description/);
const draftOf = (overrides: object) =>
  makeBucket(LIVE, { draft: makeDraft(LIVE.map((entry, index) => (index === 0 ? { ...entry, overrides } : entry))) });

const example = (n: number, name: string, max_line: number) => makeExample(n, { name, expected: { max_line } });

const submitted = () =>
  vi.fn<Api['submitForReview']>(async () => {
    throw new Problem('conflict', 'Refused for the test.');
  });

test('lists impact and examples; those that newly break are acknowledged before it is submitted', async () => {
  const [breaks, before] = [example(1, 'US hospital group', 1_000_000), example(2, 'High excess', 7)];
  const submitForReview = submitted();
  const impact = makeImpact(LIVE.map(({ dial_id }) => dial_id));
  const over = makeLimit('UK cyber', { limit: 60e6, used: 52.8e6, lines: { risks: 40, added: 9e6 } });
  await openEditor(draftOf({ max_line: 900_000 }), {
    answers: {
      listExamples: async () => ({ items: [breaks, before], changes: [] }),
      measureImpact: async () => makeMeasured(impact, { capacity: { is_imported: true, limits: [over] } }),
      submitForReview,
    },
  });
  await button('Submit for Review').click();
  await expect.element(form).toMatchTextContent(/27,093 of 38,412 risks change.*70\.5%/);
  await expect.element(form).toMatchTextContent(/Max line 594 lower 24,732 higher/);
  await expect.element(form).toMatchTextContent(/UK cyber is 1\.8m over its 60m, USD/);
  await expect.element(form).toMatchTextContent(/1 of 2 newly breaks ?US hospital group/);
  await expect.element(form).toMatchTextContent(/1 breaks as live: High excess/);
  await description.fill('Lower');
  await send.click();
  const tick = form.getByRole('checkbox', { name: /I know that 1 example breaks/ });
  await expect.element(tick).toHaveFocus();
  await expect.element(form.getByText('Required', { exact: true })).toBeVisible();
  await tick.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(form.getByText('Refused for the test.')).toBeVisible();
  expect(submitForReview.mock.calls.map(([{ body }]) => body)).toEqual([
    { description: 'Lower', broken_examples: [breaks.id] },
  ]);
});

test('a rejected draft that was not changed asks for a reply, also if only the server knows', async () => {
  const submitForReview = vi.fn<Api['submitForReview']>(async () => {
    throw new Problem('conflict', REPLY_MISSING, { errors: [{ path: 'reply', message: REPLY_MISSING }] });
  });
  await openEditor(draftOf({ max_line: 900_000 }), { answers: { submitForReview } });
  await button('Submit for Review').click();
  const reply = form.getByLabelText(/^Reply to the rejection/);
  expect(reply.query()).toBeNull();
  await description.fill('Again');
  await send.click();
  await expect.element(reply).toBeVisible();
  await send.click();
  await expect.element(reply).toHaveFocus();
  await reply.fill('Agreed on the phone');
  await send.click();
  await expect.poll(() => submitForReview.mock.calls.at(-1)?.[0].body.reply).toBe('Agreed on the phone');
});

test('a version that starts later is red, first, and its risks open beside the edited list', async () => {
  const dials = [makeDial(1, { name: 'Base', values: { max_line: 5 } })];
  const later = makeDial(1, { name: 'Base', values: { max_line: 9 }, active_from: '2999-12-01' }, { version: 2 });
  const bucket = makeBucket(entriesOf(dials), { draft: makeDraft(entriesOf([later])) });
  const listMeasuredRisks = vi.fn<Api['listMeasuredRisks']>(async () => ({ items: [], next: null, total: 0 }));
  await openEditor(bucket, {
    dials: [...dials, later],
    answers: {
      countFigures: async () => ({ risks: [94] }),
      measureImpact: async () => makeMeasured(makeImpact([])),
      listMeasuredRisks,
    },
  });
  await button('Submit for Review').click();
  await expect
    .element(form.getByRole('alert'))
    .toMatchTextContent('Base starts 1 Dec 2999. Until then nothing sets Max line for 94 risks.');
  await form.getByRole('button', { name: '94 risks' }).click();
  await expect.poll(() => listMeasuredRisks.mock.calls.length).toBe(1);
  expect(listMeasuredRisks.mock.calls[0]?.[0].body.figure).toMatchObject({ of: 'gap', value: 'max_line' });
  await expect.element(page.getByRole('region', { name: /^Risks that lose max line/ })).toBeVisible();
});

test('many unusual values are three groups; all are in a sheet, and the buttons stay in view', async () => {
  const dials = Array.from({ length: 120 }, (_, n) => makeDial(n + 1, { values: { max_line: 10 } }));
  const entries = entriesOf(dials).map((entry) => ({ ...entry, overrides: { max_line: 1_000 } }));
  await openEditor(makeBucket(entriesOf(dials), { draft: makeDraft(entries) }), { dials, size: [1440, 900] });
  await button('Submit for Review').click();
  await expect.element(form.getByText('Max line more than 10 times the dial’s own')).toBeVisible();
  expect(send.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(900);
  await form.getByRole('button', { name: 'All 120, Unusual values' }).click();
  const sheet = dialog(/^Unusual values/);
  await expect.element(sheet.getByRole('cell', { name: '1,000' }).first()).toBeVisible();
  expect(sheet.getByRole('row').elements().length).toBeLessThan(60);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(form).toBeVisible();
});

/** A day that can be chosen. */
const LATER = addDays(utcToday(), 400);

test('[R30] goes live when approved, or on a date that has to be chosen', async () => {
  const submitForReview = submitted();
  await openEditor(draftOf({ max_line: 900_000 }), { answers: { submitForReview } });
  await button('Submit for Review').click();
  await description.fill('For the renewals');
  await form.getByText('On a date').click();
  await expect.element(form.getByText('00:00 UTC. Approved later, it goes live at once.')).toBeVisible();
  const day = form.getByRole('textbox', { name: 'Day', exact: true });
  await expect.element(day).toBeVisible();
  await send.click();
  await expect.element(day).toHaveFocus();
  await expect.element(form.getByText('Required', { exact: true })).toBeVisible();
  expect(submitForReview).not.toHaveBeenCalled();
  await day.fill(writeDay(LATER));
  await userEvent.keyboard('{Enter}');
  await send.click();
  await expect.poll(() => submitForReview.mock.calls.at(-1)?.[0].body.live_on).toBe(LATER);
});

test('a gap that one day closes offers to go live on it', async () => {
  const dials = [makeDial(1, { name: 'Base', values: { max_line: 5 } })];
  const later = makeDial(1, { name: 'Base', values: { max_line: 9 }, active_from: LATER }, { version: 2 });
  const bucket = makeBucket(entriesOf(dials), { draft: makeDraft(entriesOf([later])) });
  await openEditor(bucket, { dials: [...dials, later], answers: { countFigures: async () => ({ risks: [94] }) } });
  await button('Submit for Review').click();
  await form.getByRole('button', { name: `Go live on ${formatShortDay(LATER)}` }).click();
  await expect.element(form.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(form.getByRole('textbox', { name: 'Day', exact: true })).toHaveValue(writeDay(LATER));
  await expect.element(form.getByText('No gap.')).toBeInTheDocument();
});

test('[R37] a stopped bucket is restarted with its draft; the link to it opens the dialog with the tick set', async () => {
  const submitForReview = submitted();
  const stop = { id: 's1', at: '2026-11-03T10:42:00.000Z', by: OTHER, reason: 'Wrong rates' };
  const { draft } = draftOf({ max_line: 900_000 });
  await openEditor(makeBucket(LIVE, { draft, stop }), { answers: { submitForReview }, at: `${EDIT}?restart=yes` });
  const tick = form.getByRole('checkbox', { name: 'Restart the bucket' });
  await expect.element(tick).toBeChecked();
  await description.fill('Right again');
  await send.click();
  await expect.poll(() => submitForReview.mock.calls.at(-1)?.[0].body.restart).toBe(true);
  await tick.click();
  await send.click();
  await expect.poll(() => submitForReview.mock.calls.at(-1)?.[0].body.restart).toBeUndefined();
});

test('[R30] a version that was restored to be submitted opens Submit for Review, with the choice of a day', async () => {
  const at = { pathname: EDIT, search: '', state: { restored: 11 } };
  await openEditor(draftOf({ max_line: 900_000 }), { at });
  await expect.element(description).toHaveValue('Restore v11');
  await expect.element(form.getByText('On a date')).toBeVisible();
});

test('who must sign is said before it is submitted, of the list on the screen and a restart', async () => {
  const previewSigners = vi.fn<Api['previewSigners']>(async ({ body }) => ({
    buckets: body.buckets.map(({ partner, cob }) => ({
      partner,
      cob,
      signers: [makeSigner({ can_sign: [] })],
      above_before: ['max line 10,000,000 was above 5,000,000 before, and the highest does not rise'],
    })),
  }));
  await openEditor(draftOf({ max_line: 900_000 }), {
    answers: { previewSigners, listExamples: async () => ({ items: [], changes: [] }) },
  });
  await button('Submit for Review').click();
  const notice = form.getByRole('region', { name: 'Who must sign' });
  await expect
    .element(notice)
    .toMatchTextContent(/One of the two must be Demo Reviewer One: .*Nobody can give this approval/);
  await expect.element(notice).toMatchTextContent(/No signer is asked: max line 10,000,000 was above/);
  const [{ body }] = previewSigners.mock.calls.at(-1) ?? [{ body: undefined }];
  expect(body?.buckets[0]?.entries?.[0]?.overrides).toEqual({ max_line: 900_000 });
  expect(body?.restart).toBe(false);
});
