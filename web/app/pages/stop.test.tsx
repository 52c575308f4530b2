import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Bucket } from '#contract/bucket.ts';
import { Problem } from '#contract/problem.ts';
import { ADDRESS, JUST_NOW, makeBucket, OTHER } from '#web/bucket/testing.tsx';
import { AT, fakeBucketPages, IN_REVIEW, LIVE, ROUTE, WITH_DRAFT } from '#web/bucket/view/testing.tsx';
import { type Api, renderPage } from '#web/testing/page.tsx';
import { BucketDraftPage } from './BucketDraftPage.tsx';
import { BucketPage } from './BucketPage.tsx';

const STOP = { id: 's1', at: '2026-11-03T10:42:00.000Z', by: OTHER, reason: 'Wrong rates' };
const stopped = ({ live, draft }: Bucket): Bucket => makeBucket(live.entries, { live, draft, stop: STOP });
const strip = page.getByRole('region', { name: 'Stopped' });
const PERMISSIONS = ['bucket:view', 'bucket:edit', 'dials:view'];

async function openLive(bucket: Bucket, answers: Partial<Api> = {}, search = '') {
  const fake = fakeBucketPages(bucket, answers);
  await renderPage(<BucketPage />, { api: fake.api, route: ROUTE, address: AT + search, permissions: PERMISSIONS });
  return fake;
}

afterEach(() => page.viewport(1440, 900));

test('[R35] a bucket is stopped from its menu with a reason; a refusal stays in the dialog', async () => {
  const stopBuckets = vi.fn<Api['stopBuckets']>(async () => {
    throw new Problem('conflict', 'Refused for the test.');
  });
  await openLive(LIVE, { stopBuckets });
  await expect.element(strip).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Stop bucket' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop Cyber Privacy & Tech, 9101?' });
  const confirm = dialog.getByRole('button', { name: 'Stop bucket' });
  await confirm.click();
  await expect.element(dialog.getByText('Required')).toBeVisible();
  expect(stopBuckets).not.toHaveBeenCalled();
  await expect.element(dialog.getByLabelText(/^Reason/)).toHaveFocus();
  await userEvent.keyboard('Wrong rates{Control>}{Enter}{/Control}');
  await expect.element(dialog.getByText('Refused for the test.')).toBeVisible();
  expect(stopBuckets.mock.calls[0]?.[0].body).toEqual({
    scope: { kind: 'buckets', buckets: [ADDRESS] },
    reason: 'Wrong rates',
  });
  stopBuckets.mockResolvedValue({ buckets: 1 });
  await confirm.click();
  await expect.element(page.getByText('1 bucket is stopped')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('[R37] the strip says what a review does about the stop, and offers Restart only to those who may', async () => {
  const { draft } = IN_REVIEW;
  if (!draft?.review) throw new Error('It is in review.');
  const withReview = (more: object) =>
    ({ ...stopped(IN_REVIEW), draft: { ...draft, review: { ...draft.review, ...more } } }) as Bucket;
  const { server, events } = await openLive(withReview({ restart: false }));
  await expect.element(strip.getByText('The draft in review does not restart it.')).toBeVisible();
  await expect.poll(events.listening).toBe(1);
  const show = (bucket: Bucket) => {
    server.bucket = bucket;
    events.send({ kind: 'bucket_scheduled', ...ADDRESS, revision: '50', by: OTHER, at: JUST_NOW });
  };
  show(withReview({ restart: true, live_on: '2026-12-01', approved_at: JUST_NOW }));
  await expect.element(strip.getByRole('link', { name: 'Restart is approved for 1 Dec 2026' })).toBeVisible();
  const plain = stopped(LIVE);
  show({ ...plain, abilities: { ...plain.abilities, restart: false } });
  await expect.element(strip.getByRole('link')).not.toBeInTheDocument();
  expect(strip.getByRole('button').elements()).toEqual([]);
});

test('[R37] a stopped bucket says by whom, when and why, and its restart is submitted for review', async () => {
  const submitForReview = vi.fn<Api['submitForReview']>(async () => {
    throw new Problem('conflict', 'Refused for the test.');
  });
  await openLive(stopped(LIVE), { submitForReview });
  await expect.element(strip).toMatchTextContent(/Stopped by .+, 3 Nov 2026 .+\. It answers no risk\.Wrong rates/);
  await strip.getByRole('button', { name: 'Restart' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restart Cyber Privacy & Tech, 9101?' });
  const submit = dialog.getByRole('button', { name: 'Submit for Review' });
  await submit.click();
  await expect.element(dialog.getByText('Required')).toBeVisible();
  await expect.element(dialog.getByLabelText(/^Description/)).toHaveFocus();
  await userEvent.keyboard('Rates are right again{Control>}{Enter}{/Control}');
  await expect.element(dialog.getByText('Refused for the test.')).toBeVisible();
  expect(submitForReview.mock.calls[0]?.[0].body).toEqual({
    description: 'Rates are right again',
    broken_examples: [],
    restart: true,
  });
});

test('the history of a stopped bucket says so too, and a draft is restarted on the edit page', async () => {
  await openLive(stopped(WITH_DRAFT), {}, '?history=all');
  await expect.element(strip.getByRole('link', { name: 'Restart' })).toHaveAttribute('href', `${AT}/edit?restart=yes`);
});

test('on a phone a stopped bucket with a draft says where it restarts instead of leading to the edit page', async () => {
  await page.viewport(390, 844);
  await openLive(stopped(WITH_DRAFT));
  await expect.element(strip.getByText(/^It restarts together with its draft\. Submit both on a wider/)).toBeVisible();
  await expect.element(strip.getByRole('link')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'View draft' })).toBeVisible();
});

test('[R37] a review that restarts a bucket shows the stop it ends first', async () => {
  const { draft } = IN_REVIEW;
  if (!draft?.review) throw new Error('It is in review.');
  const { entries } = IN_REVIEW.live;
  const bucket = stopped({ ...IN_REVIEW, draft: { ...draft, entries, review: { ...draft.review, restart: true } } });
  await renderPage(<BucketDraftPage />, {
    api: fakeBucketPages(bucket).api,
    route: `${ROUTE}/draft`,
    address: `${AT}/draft`,
    permissions: PERMISSIONS,
  });
  await expect.element(strip.getByText(/It answers no risk\.$/)).toBeVisible();
  await expect
    .element(strip.getByRole('link', { name: 'Restart is in review' }))
    .toHaveAttribute('href', `${AT}/draft`);
  await expect.element(page.getByText(/^Restart: ends the stop by .+, 3 Nov 2026 .+: Wrong rates$/)).toBeVisible();
  await expect.element(page.getByText('Restarts the bucket. Its dials do not change.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Impact Answers risks again no dial changes' })).toBeVisible();
});

test('[R35] a stopped bucket whose draft was approved is marked as stopped, not as approved', async () => {
  await openLive({ ...stopped(LIVE), header: 'draft_approved' });
  const header = page.getByRole('banner').filter({ has: page.getByRole('heading', { level: 1 }) });
  await expect.element(header.getByText('Stopped', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Draft Approved')).not.toBeInTheDocument();
});
