import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AppetiteProposal } from '#contract/appetite.ts';
import { Problem } from '#contract/problem.ts';
import { REVIEWER } from './testing.ts';
import { makeWholeProposal, PROPOSAL_ID } from '#web/review/appetite/testing.ts';
import { fakeApi, recordCalls, renderPage } from '#web/testing/page.tsx';
import { ProposalPage } from './ProposalPage.tsx';

const REVIEWS = ['review:view', 'review:create'];

async function show(
  proposal: AppetiteProposal | Problem = makeWholeProposal(),
  permissions: readonly string[] = REVIEWS,
  before = async () => undefined as void,
) {
  const { sent, refuse, record } = recordCalls();
  const server = { proposal, sent, refuse };
  const api = fakeApi({
    getAppetiteProposal: async () => {
      await before();
      if (server.proposal instanceof Problem) throw server.proposal;
      return server.proposal;
    },
    decideAppetiteProposal: async ({ body }) => {
      record('decideAppetiteProposal', body);
      const closed = { outcome: 'declined' as const, by: REVIEWER, at: '2026-11-15T10:00:00.000Z' };
      const { buckets, ...head } = makeWholeProposal();
      const isNamed = ({ partner }: (typeof buckets)[number]) =>
        body.buckets.some((one) => one.partner === partner.number);
      server.proposal = { ...head, buckets: buckets.map((one) => (isNamed(one) ? { ...one, closed } : one)) };
      return server.proposal;
    },
  });
  const address = `/appetite-proposals/${PROPOSAL_ID}?from=mail`;
  const { router } = await renderPage(<ProposalPage />, {
    api,
    route: '/appetite-proposals/:proposalId',
    address,
    permissions,
  });
  return { ...server, router };
}
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('[R41] shows each bucket before and after, and a reviewer without administration decides about some', async () => {
  const server = await show();
  await expect.element(page.getByRole('heading', { name: 'Raise the appetite of 3 buckets' })).toBeVisible();
  await expect.element(page.getByText('Renewal season')).toBeVisible();
  await expect.element(page.getByRole('row').nth(1)).toHaveTextContent('Cargo9101 Alderwas 1.20 → 1.50Waits');
  await expect.element(page.getByText('Confirmed by Demo Reviewer One')).toBeVisible();
  await expect.element(page.getByText('2 of 2 chosen')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Cargo, 9101 Alder' }).click();
  await button('Decline').click();
  await page.getByRole('textbox', { name: 'Reason (optional)' }).fill('Too much');
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect.element(page.getByText('1 appetite not raised')).toBeVisible();
  expect(server.sent.map(({ input }) => input)).toEqual([
    { decision: 'decline', reason: 'Too much', buckets: [{ partner: 9102, cob: 'cargo' }] },
  ]);
  await expect.element(page.getByText('1 of 3 wait for a second person')).toBeVisible();
});

test('[R41] a refusal stays in the dialog', async () => {
  const server = await show();
  server.refuse.decideAppetiteProposal = new Problem('conflict', 'It no longer waits.');
  await button('Confirm').click();
  await button('Raise').click();
  await expect.element(page.getByRole('alert').getByText('It no longer waits.')).toBeVisible();
});

test('[R41] somebody who may not decide reads why', async () => {
  await show(makeWholeProposal({ refusal: 'This needs edit on admin or create on review.' }));
  await expect.element(page.getByText('This needs edit on admin or create on review.')).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  expect(button('Confirm').query()).toBeNull();
});

test('[R41] the proposer withdraws some of it, and cannot confirm', async () => {
  const server = await show(
    makeWholeProposal({ is_own: true, refusal: 'You proposed this. A second person decides about it.' }),
  );
  await page.getByRole('checkbox', { name: 'Cargo, 9101 Alder' }).click();
  expect(button('Confirm').query()).toBeNull();
  await button('Withdraw').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect
    .poll(() => server.sent.map(({ input }) => input))
    .toEqual([{ decision: 'withdraw', reason: '', buckets: [{ partner: 9102, cob: 'cargo' }] }]);
});

test('a newcomer at a proposal is taken home, and sees nothing of it before', async () => {
  const answer = Promise.withResolvers<never>();
  const missing = new Problem('not-found', 'There is no such proposal.');
  const { router } = await show(missing, [], () => answer.promise);
  await expect.element(page.getByRole('heading')).not.toBeInTheDocument();
  answer.reject(missing);
  await expect.poll(() => router.state.location.pathname + router.state.location.search).toBe('/?from=mail');
});

test('a proposal that does not exist leads back to the reviews', async () => {
  await show(new Problem('not-found', 'There is no such proposal.'));
  await expect.element(page.getByText('This proposal does not exist')).toBeVisible();
});
