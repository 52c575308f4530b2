import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { BucketDraftPage } from '#web/app/pages/BucketDraftPage.tsx';
import { BucketPage } from '#web/app/pages/BucketPage.tsx';
import {
  ADDRESS,
  entriesOf,
  fakeBucketServer,
  makeBucket,
  makeDials,
  makeDraft,
  ME,
  OTHER,
} from '#web/bucket/testing.tsx';
import { renderPage } from '#web/dial/testing.tsx';
import { HomePage } from '#web/home/HomePage.tsx';
import { NotificationBell } from '#web/notification/NotificationBell.tsx';
import {
  AGREEMENT,
  approvedBy,
  ASKED_AT,
  fakeReviewServer,
  makePending,
  makeReview,
  makeRound,
  REVIEWER,
} from './testing.ts';

const DIALS = makeDials(3);
const AT = `/syndicate/${ADDRESS.partner}/bucket/${ADDRESS.cob}`;
const asked = { description: 'Tighten.', submitted_at: ASKED_AT, submitted_by: OTHER };
const BUCKET = makeBucket(entriesOf(DIALS.slice(0, 2)), {
  draft: makeDraft(entriesOf(DIALS), { state: 'pending_review', review: asked }),
  header: 'review_requested',
});
const ROUND = makeRound({
  votes: [approvedBy(REVIEWER), { by: ME, choice: 'reject', comment: 'No', at: ASKED_AT, discounted: 'deactivated' }],
  comments: [
    { id: 'c1', by: REVIEWER, at: ASKED_AT, text: 'Good', dial: null, vote: 'approve' },
    {
      id: 'c2',
      by: ME,
      at: ASKED_AT,
      text: 'No',
      dial: { id: DIALS[0]?.dial_id ?? '', name: 'Dial 1' },
      vote: 'reject',
    },
  ],
});
const VERSION = { ...BUCKET.live, saved_by: OTHER, dials: 2 };
const ANSWERS: Partial<Client<ApiContract>> = {
  ...fakeReviewServer(makeReview(ROUND, { mine: 'reject' })).routes,
  listReviews: async () => ({
    items: [makePending(), makePending({ cob: 'hull', mine: 'reject' })],
    next: null,
    total: 2,
  }),
  listComingDials: async () => ({
    today: '2026-11-15',
    total: 2,
    items: [
      { id: 'd1', name: 'PI US lawyers', kind: 'ends', day: '2026-11-23', bucket_count: 6 },
      { id: 'd2', name: 'Specie vault', kind: 'starts', day: '2026-12-01', bucket_count: 0 },
    ],
  }),
  listBucketVersions: async () => ({
    items: [VERSION, { ...VERSION, number: 11, superseded_at: ASKED_AT }],
    next: null,
  }),
  listRounds: async () => ({
    items: [ROUND, makeRound({ number: 0, outcome: 'cancelled', closed_at: ASKED_AT })],
    next: null,
  }),
  getEvidence: async () => ({
    made_at: ASKED_AT,
    made_by: ME,
    bucket: { cob: ADDRESS.cob, class: 'Cyber', partner: BUCKET.partner, appetite: 1 },
    version: BUCKET.live,
    content_hash: ROUND.hash,
    agreement: AGREEMENT,
    dials: DIALS,
    difference: null,
    rounds: [ROUND],
    audit: [
      { seq: 1, at: ASKED_AT, by: ME, action: 'bucket_added', detail: {}, hash: 'c'.repeat(64), previous_hash: '' },
    ],
  }),
  listNotifications: async () => ({
    items: [
      { id: 'n1', kind: 'voted', at: ASKED_AT, by: OTHER, cob: ADDRESS.cob, partner: BUCKET.partner, read: false },
    ],
    next: null,
    unread: 1,
  }),
  readNotifications: async () => ({ unread: 0 }),
};

const at = (search: string) => ({
  element: <BucketPage />,
  route: '/syndicate/:syndicateNumber/bucket/:cob',
  address: AT + search,
});
const SCREENS = {
  home: { element: <HomePage />, route: '/', address: '/', shows: '2 wait for you|1 waits for you' },
  votes: {
    element: <BucketDraftPage />,
    route: '/syndicate/:syndicateNumber/bucket/:cob/draft',
    address: `${AT}/draft`,
    shows: 'You rejected.',
  },
  history: { ...at('?history=all'), shows: 'Review 1' },
  evidence: { ...at('?evidence=12'), shows: 'Review 1: open' },
  notifications: { element: <NotificationBell collapsed={false} />, route: '/', address: '/', shows: 'Notifications' },
} as const;
const CASES = Object.keys(SCREENS).flatMap((name) => [
  { name: name as keyof typeof SCREENS, scheme: 'light' },
  { name: name as keyof typeof SCREENS, scheme: 'dark' },
]);

test.each(CASES)('[RX1] axe finds nothing on $name, $scheme', async ({ name, scheme }) => {
  await page.viewport(1440, 900);
  const { element, route, address, shows } = SCREENS[name];
  const { api } = fakeBucketServer(BUCKET, DIALS, ANSWERS);
  const permissions = ['bucket:view', 'bucket:edit', 'dials:view', 'dials:create', 'review:view', 'review:create'];
  await renderPage(element, { api, route, address, permissions });
  document.documentElement.dataset['mantineColorScheme'] = scheme;
  await expect.element(page.getByText(new RegExp(shows)).first()).toBeVisible();
  if (name === 'notifications') {
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
  }
  // The test page has no title and no landmarks of the shell; those are the journeys' business.
  const rules = { region: { enabled: false }, 'heading-order': { enabled: name !== 'notifications' } };
  const { violations } = await axe.run(document.body, { rules });
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(found).toEqual([]);
});
