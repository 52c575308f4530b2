import type { ReactNode } from 'react';
import { page } from 'vitest/browser';
import { BucketDraftPage } from '#web/app/pages/BucketDraftPage.tsx';
import { BucketPage } from '#web/app/pages/BucketPage.tsx';
import { makeCapacity, makeLimit, makeReviewImpact, makeStored } from '#web/impact/measure/testing.ts';
import { makeOutcomeView } from '#web/impact/outcome/testing.ts';
import * as bucket from '#web/bucket/testing.tsx';
import { AT, ROUTE } from '#web/bucket/view/testing.tsx';
import { HomePage } from '#web/home/HomePage.tsx';
import { NO_WORK } from '#web/home/testing.tsx';
import { NotificationBell } from '#web/notification/NotificationBell.tsx';
import { ProposalPage } from '#web/review/ProposalPage.tsx';
import { ReviewSetPage } from '#web/review/ReviewSetPage.tsx';
import { makeProposal, makeWholeProposal, PROPOSAL_ID } from '#web/review/appetite/testing.ts';
import * as review from '#web/review/testing.ts';
import { renderPage } from '#web/testing/page.tsx';
import { ALL, button, type Screens } from './screen.ts';

/** The screens on the way to a vote. */
export const REVIEW_SCREENS: Screens = {
  home: () => openReview(<HomePage />, '/', '/', '2 awaiting your review'),
  notifications: async () => {
    await openReview(<NotificationBell collapsed={false} />, '/', '/', 'Notifications');
    await button(/^Notifications/).click();
    return page.getByRole('dialog');
  },
  'votes, and the impact of the draft': async () => {
    await openReview(<BucketDraftPage />, `${ROUTE}/draft`, `${AT}/draft`, 'You rejected.');
    await page.getByText('As a table').click();
    return page.getByRole('table', { name: 'Before and after' });
  },
  'a set, a vote on which was refused': async () => {
    await openReview(<ReviewSetPage />, '/review-sets/:setId', `/review-sets/${review.SET_ID}`, '2 exceptions');
    await button('Approve all 5').click();
    await button('Approve and make live').click();
    return page.getByText(/This review has ended\.$/);
  },
  'raised appetites': () =>
    openReview(
      <ProposalPage />,
      '/appetite-proposals/:proposalId',
      `/appetite-proposals/${PROPOSAL_ID}`,
      '2 of 3 wait for a second person',
    ),
  'history of a bucket': () => openReview(<BucketPage />, ROUTE, `${AT}?history=all`, 'Review 1'),
  'evidence of a version': () =>
    openReview(<BucketPage />, ROUTE, `${AT}?evidence=12`, /^Submitted together with 1 other bucket/),
};

async function openReview(element: ReactNode, route: string, address: string, shows: RegExp | string) {
  const dials = bucket.makeDials(3);
  const { SUBMITTED_AT: at, REVIEWER, makePending, makeRound, SET_ID } = review;
  const submission = { description: 'Tighten.', submitted_at: at, submitted_by: bucket.OTHER, ...bucket.UNDATED };
  const inReview = bucket.makeBucket(bucket.entriesOf(dials.slice(0, 2)), {
    draft: bucket.makeDraft(bucket.entriesOf(dials), { state: 'pending_review', review: submission }),
    header: 'review_requested',
  });
  const dial = { id: dials[0]?.dial_id ?? '', name: 'Dial 1' };
  const others = [{ partner: 9112, cob: bucket.ADDRESS.cob, outcome: 'approved' as const }];
  const round = makeRound({
    set: { id: SET_ID, title: 'Cyber excess, v6', others },
    votes: [
      review.approvedBy(REVIEWER),
      { by: bucket.ME, choice: 'reject', comment: 'No', at, discounted: 'deactivated', acts_for: [], signs_for: null },
    ],
    comments: [
      review.makeComment('c1', { by: REVIEWER, text: 'Good', vote: 'approve' }),
      review.makeComment('c2', { text: 'No', dial, vote: 'reject' }),
      review.makeComment('c3', { text: 'Why?', dial, resolved: { by: REVIEWER, at } }),
      review.makeComment('c4', { text: 'Because', reply_to: 'c2' }),
    ],
  });
  const { live, partner } = inReview;
  const reviews = review.fakeReviewServer(review.makeReview(round, { mine: 'reject' }), review.makeSet());
  reviews.server.refusing = { 9104: 'This review has ended.' };
  const version = { ...live, saved_by: bucket.OTHER, dials: 2 };
  const { cob } = bucket.ADDRESS;
  const voted = { kind: 'bucket_voted', choice: 'reject', text: 'Too wide' } as const;
  const { api } = bucket.fakeBucketServer(inReview, dials, {
    ...reviews.routes,
    readReviewImpact: async () => {
      const over = makeLimit('Cyber in the UK', { limit: 240e6, lines: { risks: 40, added: 9e6 } });
      const capacity = { is_imported: true, limits: [...makeCapacity().limits, over] };
      return makeReviewImpact({ stored: [makeStored({ against: 11, capacity })], live: 12 });
    },
    listReviews: async () => ({
      items: [
        makePending(),
        makePending({ cob: 'hull', mine: 'reject' }),
        makePending({ set: { id: SET_ID, title: 'Cyber excess, v6', buckets: 9, mine: 9, same_day: true } }),
      ],
      next: null,
      total: 3,
      waiting: null,
      appetites: [makeProposal()],
    }),
    listStops: async () => ({ items: [], total: 0 }),
    getMyWork: async () => NO_WORK,
    listGoLives: async () => ({
      today: '2026-11-15',
      items: [true, false].map((approved) => ({ partner, cob, day: '2026-11-24', approved })),
    }),
    listComingDials: async () => ({
      today: '2026-11-15',
      more: false,
      items: [
        { id: 'd1', name: 'PI US lawyers', kind: 'ends', day: '2026-11-23', bucket_count: 6 },
        { id: 'd2', name: 'Specie vault', kind: 'starts', day: '2026-12-01', bucket_count: 0 },
      ],
    }),
    listBucketVersions: async () => ({ items: [version, { ...version, number: 11, superseded_at: at }], next: null }),
    listRounds: async () => ({
      items: [round, makeRound({ number: 0, outcome: 'cancelled', closed_at: at })],
      next: null,
    }),
    getEvidence: async () => ({
      made_at: at,
      made_by: bucket.ME,
      bucket: { cob, class: 'Cyber', partner, appetite: 1 },
      appetite_changes: [{ at, was: 1, became: 1.25, proposed_by: bucket.ME, by: REVIEWER }],
      version: live,
      content_hash: round.hash,
      agreement: review.AGREEMENT,
      dials,
      impact: [makeStored()],
      practice: makeOutcomeView(),
      difference: null,
      stops: [],
      rounds: [
        {
          ...round,
          same_content: true,
          rules: ['Every class: one of the approvers must be Demo Reviewer One when anything changes.'],
        },
      ],
      audit_cut: false,
      examples: [
        {
          name: 'US hospital group',
          saved_at: at,
          saved_by: bucket.ME,
          ok: false,
          values: [{ value: 'max_line', expected: 2, given: 'none', ok: false, dial_id: null, source: null }],
        },
      ],
      audit: [
        { seq: 1, at, by: bucket.ME, action: 'bucket_added', detail: {}, hash: 'c'.repeat(64), previous_hash: '' },
      ],
    }),
    getAppetiteProposal: async () => makeWholeProposal(),
    listNotifications: async () => ({
      items: [
        {
          ...voted,
          id: 'n1',
          at,
          by: bucket.OTHER,
          bucket: { cob, partner },
          role: null,
          set: null,
          buckets: 1,
          proposal: null,
          comments: 1,
          read: false,
        },
      ],
      next: null,
      unread: 1,
    }),
    readNotifications: async () => ({ unread: 0 }),
  });
  await renderPage(element, { api, route, address, permissions: ALL });
  return page.getByText(shows).first();
}
