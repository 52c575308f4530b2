import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Bucket } from '#contract/bucket.ts';
import { Problem } from '#contract/problem.ts';
import { JUST_NOW } from '#web/bucket/testing.tsx';
import { AT, fakeBucketPages, IN_REVIEW, ROUTE } from '#web/bucket/view/testing.tsx';
import { type Api, renderPage } from '#web/testing/page.tsx';
import { BucketDraftPage } from './BucketDraftPage.tsx';

test('[R33] an approved draft says when it goes live, and is put off or called off with a reason', async () => {
  const review = IN_REVIEW.draft?.review;
  if (!review || !IN_REVIEW.draft) throw new Error('It is in review.');
  const waiting: Bucket = {
    ...IN_REVIEW,
    header: 'draft_scheduled',
    draft: { ...IN_REVIEW.draft, review: { ...review, live_on: '2999-01-01', approved_at: JUST_NOW } },
    abilities: { ...IN_REVIEW.abilities, discard_review: false, reschedule: true },
  };
  const callOffGoLive = vi.fn<Api['callOffGoLive']>(async () => {
    throw new Problem('conflict', 'Refused for the test.');
  });
  const putOffGoLive = vi.fn<Api['putOffGoLive']>(async () => {
    throw new Problem('conflict', 'Refused for the test.');
  });
  await renderPage(<BucketDraftPage />, {
    api: fakeBucketPages(waiting, { callOffGoLive, putOffGoLive }).api,
    route: `${ROUTE}/draft`,
    address: `${AT}/draft`,
    permissions: ['bucket:view', 'bucket:edit', 'dials:view'],
  });
  await expect.element(page.getByText('Approved · live on 1 Jan 2999')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Goes live on Tuesday 1 Jan 2999' })).toBeVisible();
  await page.getByRole('button', { name: 'Call off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Call off 1 Jan 2999?' });
  await dialog.getByRole('button', { name: 'Call off' }).click();
  await expect.element(dialog.getByText('Required')).toBeVisible();
  expect(callOffGoLive).not.toHaveBeenCalled();
  await dialog.getByLabelText(/^Reason/).fill('Not this year');
  await dialog.getByRole('button', { name: 'Call off' }).click();
  await expect.element(dialog.getByText('Refused for the test.')).toBeVisible();
  expect(callOffGoLive.mock.calls[0]?.[0].body).toEqual({ reason: 'Not this year' });
  await dialog.getByRole('button', { name: 'Keep the date' }).click();
  await page.getByRole('button', { name: 'Put off' }).click();
  const later = page.getByRole('dialog', { name: 'Put off 1 Jan 2999?' });
  await later.getByRole('textbox', { name: 'Goes live' }).fill('8 Jan 2999');
  await later.getByLabelText(/^Reason/).fill('Not ready');
  await expect.element(later.getByText(/^7 days later\. Takes effect at once/)).toBeVisible();
  await later.getByRole('button', { name: 'Put off' }).click();
  await expect.poll(() => putOffGoLive.mock.calls[0]?.[0].body).toEqual({ day: '2999-01-08', reason: 'Not ready' });
});
