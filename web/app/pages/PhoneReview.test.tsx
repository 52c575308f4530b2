import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeImpact, makeReviewImpact, makeStored, share } from '#web/impact/measure/testing.ts';
import { dialId } from '#web/bucket/testing.tsx';
import { fakeBucketPages, AT, IN_REVIEW, ROUTE } from '#web/bucket/view/testing.tsx';
import { fakeReviewServer, makeReview } from '#web/review/testing.ts';
import { type Api, renderPage } from '#web/testing/page.tsx';
import { BucketDraftPage } from './BucketDraftPage.tsx';

beforeEach(() => page.viewport(390, 844));
afterEach(() => page.viewport(1440, 900));

const button = (name: string | RegExp) => page.getByRole('button', { name });
const summary = page.getByRole('region', { name: 'Change summary' });

/** Five changes of five dials; dial 1 and dial 3 decide most of the risks that change. */
async function open(answers: Partial<Api> = {}) {
  const behind = [
    { ...share(20_000), dial_id: dialId(1) },
    { ...share(7000), dial_id: dialId(3) },
  ];
  const impact = makeReviewImpact({
    stored: [makeStored({ impact: makeImpact([], { ...makeStored().impact, behind }) })],
  });
  const { routes } = fakeReviewServer(makeReview());
  const fake = fakeBucketPages(IN_REVIEW, { ...routes, readReviewImpact: async () => impact, ...answers });
  return renderPage(<BucketDraftPage />, {
    api: fake.api,
    route: `${ROUTE}/draft`,
    address: `${AT}/draft`,
    permissions: ['bucket:view', 'dials:view', 'review:view', 'review:create'],
  });
}

test('the first view of a review has one line of head, why, the changes that touch most risks, and one chart', async () => {
  await open();
  await expect.element(summary).toMatchTextContent(/^5 changes/);
  await expect
    .element(summary)
    .toMatchTextContent(
      /Dial 1Max line from 1,500,000 to 1,250,000−16\.7%.*Cyber excessMax line from 2,500,000 to 3,500,000\+40%/,
    );
  await expect.element(summary).toMatchTextContent(/2 more$/);
  await expect.element(page.getByText('Tighten US healthcare after two breaches.')).toBeVisible();
  const header = page.getByRole('banner').element().getBoundingClientRect();
  expect(header.height).toBeLessThanOrEqual(64);
  await expect.element(page.getByRole('banner').getByText('0 of 2')).toBeVisible();
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Votes' })).not.toBeInTheDocument();
  const impact = page.getByRole('region', { name: 'Impact' });
  await expect.element(impact).toMatchTextContent(/70\.5% of risks change27,093 of 38,412 on 16 Nov 2026/);
  expect(impact.getByRole('list', { name: 'Max line before and after' }).elements()).toHaveLength(1);
  expect(impact.getByRole('list').elements()).toHaveLength(1);
  for (const name of ['Reject', 'Approve']) {
    const box = page.getByRole('button', { name, exact: true }).element().getBoundingClientRect();
    expect(box.height).toBe(46);
  }
  const body = page.getByRole('group', { name: 'Page content' }).element();
  expect(body.scrollWidth).toBe(body.clientWidth);
});

test('the head keeps its height while the votes are read', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Api['getReview']>>>();
  await open({ getReview: () => promise });
  const head = page.getByRole('banner');
  await expect.element(head.getByText('9101 Alder, against live v12')).toBeVisible();
  const before = head.element().getBoundingClientRect().height;
  resolve(makeReview());
  await expect.element(head.getByText('0 of 2')).toBeVisible();
  expect(head.element().getBoundingClientRect().height).toBe(before);
});

test('each line opens its card as a page, and Back returns to the review', async () => {
  const { router } = await open();
  await button('2 more').click();
  const all = page.getByRole('dialog', { name: 'All changes' });
  await expect.element(all.getByRole('heading', { name: 'Change summary' })).toBeVisible();
  await expect.element(all).toMatchTextContent(/Removed 1/);
  expect(router.state.location.search).toBe('?section=changes');
  await button('Back to the review').click();
  await expect.element(all).not.toBeInTheDocument();
  expect(router.state.location.search).toBe('');
  await button(/No examples/).click();
  await expect.element(page.getByRole('dialog', { name: 'Examples' })).toBeVisible();
  void router.navigate(-1);
  await expect.element(page.getByRole('dialog', { name: 'Examples' })).not.toBeInTheDocument();
  await button(/0 of 2 approvals no comments/).click();
  await expect.element(page.getByRole('dialog', { name: 'Review' })).toBeVisible();
});
