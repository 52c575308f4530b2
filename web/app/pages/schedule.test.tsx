import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Bucket, BucketDraft } from '#contract/bucket.ts';
import { Problem } from '#contract/problem.ts';
import { writeDay } from '#domain/day/day.ts';
import { lastLiveOn } from '#domain/review/schedule.ts';
import { entryOf, JUST_NOW, ME } from '#web/bucket/testing.tsx';
import { AT, EXCESS, fakeBucketPages, IN_REVIEW, ROUTE } from '#web/bucket/view/testing.tsx';
import { addDays, formatLongUtcDay, formatShortDay, utcToday } from '#web/kit/format.ts';
import { makeReview, makeRound } from '#web/review/testing.ts';
import { type Api, renderPage } from '#web/testing/page.tsx';
import { BucketDraftPage } from './BucketDraftPage.tsx';

const TODAY = utcToday();
const DAY = addDays(TODAY, 45);
const EARLIER = addDays(TODAY, 27);
const DAY_TEXT = writeDay(DAY);

type Earlier = NonNullable<BucketDraft['review']>['earlier'];
function waitingFor(earlier: Earlier = null): Bucket {
  const review = IN_REVIEW.draft?.review;
  if (!review || !IN_REVIEW.draft) throw new Error('It is in review.');
  return {
    ...IN_REVIEW,
    header: 'draft_scheduled',
    draft: { ...IN_REVIEW.draft, review: { ...review, live_on: DAY, approved_at: JUST_NOW, earlier } },
    abilities: { ...IN_REVIEW.abilities, discard_review: earlier !== null, reschedule: true },
  };
}

const refuse = async () => {
  throw new Problem('conflict', 'Refused for the test.');
};
const EDITOR = ['bucket:view', 'bucket:edit', 'dials:view'];
const open = (bucket: Bucket, api: Partial<Api>, permissions = EDITOR) =>
  renderPage(<BucketDraftPage />, {
    api: fakeBucketPages(bucket, api).api,
    route: `${ROUTE}/draft`,
    address: `${AT}/draft`,
    permissions,
  });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('[R33] an approved draft says when it goes live, and is called off with a reason', async () => {
  const callOffGoLive = vi.fn<Api['callOffGoLive']>(refuse);
  await open(waitingFor(), { callOffGoLive });
  await expect.element(page.getByText(`Approved · live on ${DAY_TEXT}`)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: `Goes live on ${formatLongUtcDay(DAY)}` })).toBeVisible();
  await button('Call off').click();
  const dialog = page.getByRole('dialog', { name: `Call off ${DAY_TEXT}?` });
  await dialog.getByRole('button', { name: 'Call off' }).click();
  await expect.element(dialog.getByText('Required')).toBeVisible();
  expect(callOffGoLive).not.toHaveBeenCalled();
  await expect.element(dialog.getByLabelText(/^Reason/)).toHaveFocus();
  await userEvent.keyboard('Not this year{Control>}{Enter}{/Control}');
  await expect.element(dialog.getByText('Refused for the test.')).toBeVisible();
  expect(callOffGoLive.mock.calls[0]?.[0].body).toEqual({ reason: 'Not this year' });
});

test('[R33][R44][R46] Change date puts it off, or asks for approval of an earlier day, with a reason', async () => {
  const putOffGoLive = vi.fn<Api['putOffGoLive']>(refuse);
  const bringForwardGoLive = vi.fn<Api['bringForwardGoLive']>(refuse);
  await open(waitingFor(), { putOffGoLive, bringForwardGoLive });
  await button('Change date').click();
  const day = page.getByRole('textbox', { name: 'Goes live' });
  const says = page.getByRole('dialog').getByRole('status');
  const choose = async (chosen: string) => {
    await day.fill(writeDay(chosen));
    await userEvent.keyboard('{Enter}');
  };
  await expect.element(button('Put off')).toBeDisabled();
  await choose(addDays(DAY, 31));
  await expect.element(says).toMatchTextContent('31 days later.Takes effect at once, and is recorded.');
  await button('Put off').click();
  await expect.element(page.getByText('Required')).toBeVisible();
  await expect.element(page.getByLabelText(/^Reason/)).toHaveFocus();
  await userEvent.keyboard('Not ready{Control>}{Enter}{/Control}');
  await expect.poll(() => putOffGoLive.mock.calls[0]?.[0].body).toEqual({ day: addDays(DAY, 31), reason: 'Not ready' });
  await choose(EARLIER);
  await expect
    .element(says)
    .toMatchTextContent(`18 days earlier: two people approve again.${DAY_TEXT} stands until they do.`);
  await button('Ask for approval').click();
  await expect.poll(() => bringForwardGoLive.mock.calls[0]?.[0].body).toEqual({ day: EARLIER, reason: 'Not ready' });
  await choose(TODAY);
  await expect.element(says).toMatchTextContent('Go live now: two people approve again.');
  await choose(addDays(lastLiveOn(TODAY), 1));
  await expect.element(page.getByText(`Please give ${writeDay(lastLiveOn(TODAY))} or an earlier date`)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Change date')).toHaveFocus();
});

/** Change date of an approved draft that takes a version with this window. */
async function openChangeDate(window: Partial<Record<'active_from' | 'active_until', string>>) {
  const { draft, ...bucket } = waitingFor();
  if (draft === null) throw new Error('It is approved.');
  const fake = fakeBucketPages({
    ...bucket,
    live: { ...bucket.live, entries: [entryOf(EXCESS.before)] },
    draft: { ...draft, entries: [entryOf(EXCESS.after)] },
  });
  const taken = { ...EXCESS.after, data: { ...EXCESS.after.data, ...window } };
  fake.server.dials = fake.server.dials.map((dial) => (dial.version === taken.version ? taken : dial));
  await renderPage(<BucketDraftPage />, {
    api: fake.api,
    route: `${ROUTE}/draft`,
    address: `${AT}/draft`,
    permissions: EDITOR,
  });
  await button('Change date').click();
  const dialog = page.getByRole('dialog');
  const choose = async (day: string) => {
    await dialog.getByRole('textbox', { name: 'Goes live' }).fill(writeDay(day));
    await userEvent.keyboard('{Enter}');
  };
  return { dialog, choose };
}

test('[R46] Change date shows the gap that a version leaves on the chosen day', async () => {
  const starts = addDays(DAY, 40);
  const { dialog, choose } = await openChangeDate({ active_from: starts });
  await expect
    .element(dialog)
    .toMatchTextContent(`Cyber excess starts ${writeDay(starts)}. Until then nothing sets Max line`);
  await choose(starts);
  await expect.element(dialog).not.toMatchTextContent('Until then');
});

test('[R9] Change date names the dials that have ended on the chosen day, while it is chosen', async () => {
  const ends = addDays(DAY, 10);
  const { dialog, choose } = await openChangeDate({ active_until: ends });
  const endings = dialog.getByRole('list', { name: 'Dials that end' });
  await expect.element(button('Put off')).toBeVisible();
  await expect.element(endings).not.toBeInTheDocument();
  await choose(ends);
  await expect.element(endings).toMatchTextContent(`Cyber excess ends ${writeDay(ends)}`);
  await choose(addDays(ends, -1));
  await expect.element(endings).not.toBeInTheDocument();
});

test('[R44] while an earlier day is asked for, the chip and the free votes say so, and the request can be discarded', async () => {
  const earlier = { live_on: EARLIER, reason: 'Renewals start', asked_at: JUST_NOW, asked_by: ME };
  const bucket = waitingFor(earlier);
  const votes = ['Ada', 'Ben'].map((name) => ({
    by: { id: name, name },
    choice: 'approve' as const,
    comment: '',
    at: JUST_NOW,
    discounted: null,
    acts_for: [],
    signs_for: null,
  }));
  const request = makeRound({ number: 2, live_on: EARLIER, brings_forward: 1, submitted_at: JUST_NOW });
  const approved = makeRound({ number: 1, live_on: DAY, approved_at: JUST_NOW, votes });
  const review = makeReview(request, { earlier: [approved] });
  const cancelReviews = vi.fn<Api['cancelReviews']>(refuse);
  await open(bucket, { getReview: async () => review, cancelReviews }, [...EDITOR, 'review:view', 'review:create']);
  await expect.element(page.getByText(`Earlier day asked: ${formatShortDay(EARLIER)}`)).toBeVisible();
  await expect.element(page.getByText(`${ME.name} asks for ${writeDay(EARLIER)}.`)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: `Approved for ${DAY_TEXT}` })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: `Votes for ${writeDay(EARLIER)}` })).toBeVisible();
  await expect.element(page.getByText(`Two approvals make it live on ${writeDay(EARLIER)}`)).toBeVisible();
  await expect.element(page.getByText(`Two rejections keep ${DAY_TEXT}`)).toBeVisible();
  expect(button('Change date').query()).toBeNull();
  await button('Discard Request').click();
  const dialog = page.getByRole('dialog', { name: `Discard the request for ${writeDay(EARLIER)}?` });
  await expect.element(dialog.getByText(new RegExp(`^${DAY_TEXT} stands\\.`))).toBeVisible();
  await dialog.getByRole('button', { name: 'Discard Request' }).click();
  await expect.poll(() => cancelReviews.mock.calls.length).toBe(1);
});
