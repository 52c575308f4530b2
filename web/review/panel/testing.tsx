import { page } from 'vitest/browser';
import type { Review } from '#contract/review.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { BucketDraftPage } from '#web/app/pages/BucketDraftPage.tsx';
import {
  ADDRESS,
  entriesOf,
  fakeBucketServer,
  makeBucket,
  makeDials,
  makeDraft,
  OTHER,
  UNDATED,
} from '#web/bucket/testing.tsx';
import { SUBMITTED_AT, fakeReviewServer, makeReview, makeRound } from '#web/review/testing.ts';
import { type Api, renderPage } from '#web/testing/page.tsx';

export const DIALS = makeDials(3);
export const AT = `/syndicate/${ADDRESS.partner}/bucket/${ADDRESS.cob}`;
const submission = {
  description: 'Tighten US healthcare.',
  submitted_at: SUBMITTED_AT,
  submitted_by: OTHER,
  ...UNDATED,
};
export const PENDING = makeBucket(entriesOf(DIALS.slice(0, 2)), {
  draft: makeDraft(entriesOf(DIALS), { state: 'pending_review', review: submission, saved_by: OTHER }),
  header: 'review_requested',
});

export const ALLOWED = ['bucket:view', 'review:view', 'review:create'];

export async function show(review: Review = makeReview(), permissions = ALLOWED, answers: Partial<Api> = {}) {
  const { server, routes } = fakeReviewServer(review);
  const bucket = fakeBucketServer(PENDING, DIALS, { ...routes, ...answers });
  const rendered = await renderPage(<BucketDraftPage />, {
    api: bucket.api,
    route: '/syndicate/:syndicateNumber/bucket/:cob/draft',
    address: `${AT}/draft`,
    permissions,
  });
  return { server, bucket: bucket.server, ...rendered };
}

/** Someone cancels the review, changes the draft and submits it again. */
export function submitOther(
  { server, bucket }: Pick<Awaited<ReturnType<typeof show>>, 'server' | 'bucket'>,
  entries: BucketEntries,
) {
  const submitted_at = '2026-11-14T10:00:00.000Z';
  server.review = makeReview(makeRound({ number: 2, hash: 'b'.repeat(64), submitted_at }));
  const draft = makeDraft(entries, { state: 'pending_review', review: { ...submission, submitted_at } });
  bucket.bucket = { ...PENDING, draft };
}

export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const panel = page.getByRole('complementary', { name: 'Review' });
export const field = page.getByRole('textbox', { name: 'Comment (required to reject)' });
