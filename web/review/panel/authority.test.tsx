import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refresh } from '#web/base/api/nouns.ts';
import { makeReviewImpact, makeStored } from '#web/impact/measure/testing.ts';
import { ME, OTHER } from '#web/bucket/testing.tsx';
import { approvedBy, makeAuthor, makeReview, makeRound, makeSigner, REVIEWER } from '#web/review/testing.ts';
import { button, panel, PENDING, show } from './testing.tsx';

const TWO = { id: 'u4', name: 'Demo Reviewer Two' };
const SENTENCE = 'One of the two must be Demo Reviewer One: max line 7,500,000 is above 5,000,000';
const LIVE = `Your approval makes v${PENDING.live.number + 1} live, with 1 change.`;
const slots = () => panel.getByRole('listitem').elements();

describe('a draft that a rule of authority covers', () => {
  test('says who must sign and why, and whom it waits for', async () => {
    await show(makeReview(makeRound({ votes: [approvedBy(TWO)], signers: [makeSigner()] })));
    await expect.element(panel.getByText(SENTENCE)).toBeVisible();
    await expect.element(panel.getByText('Also: 69.7% of risks change, more than 20%')).toBeVisible();
    await expect.element(panel.getByText('Waits for Demo Reviewer One')).toBeVisible();
    expect(slots()[1]?.textContent).toBe('Still neededMust be Demo Reviewer One. Makes it Active');
  });

  test('an approval by somebody else is taken, asks nothing, and leaves it in review', async () => {
    await show(makeReview(makeRound({ votes: [approvedBy(TWO)], signers: [makeSigner()] })));
    await expect.element(panel.getByText(SENTENCE)).toBeVisible();
    expect(panel.getByText(LIVE).query()).toBeNull();
    await button('Approve').click();
    await expect.element(panel.getByText('2 of 2 approvals, Demo Reviewer One still missing')).toBeVisible();
    expect(button('Approve and make live').query()).toBeNull();
    expect(slots()[2]?.textContent).toBe('Still neededMust be Demo Reviewer One. Makes it Active');
  });

  test('the approval of the signer decides, and is asked for once', async () => {
    const signer = makeSigner({ people: [ME], can_sign: [ME] });
    const { router } = await show(makeReview(makeRound({ votes: [approvedBy(TWO)], signers: [signer] })));
    await expect.element(panel.getByText('Waits for you')).toBeVisible();
    await expect.element(panel.getByText(LIVE)).toBeVisible();
    await button('Approve').click();
    await button('Approve and make live').click();
    await expect.poll(() => router.state.location.pathname).not.toContain('/draft');
  });

  test('a deputy signs for the person, and the vote says so', async () => {
    const signer = makeSigner({
      can_sign: [REVIEWER, ME],
      deputies: [{ deputy: ME, person: REVIEWER, last_day: '2026-11-30' }],
    });
    await show(makeReview(makeRound({ signers: [signer] })));
    await expect.element(panel.getByText('Waits for you')).toBeVisible();
    await expect.element(panel.getByText(`Deputy until 30 Nov: ${ME.name}`)).toBeVisible();
    await button('Approve').click();
    await expect.element(panel.getByText('for Demo Reviewer One', { exact: true })).toBeVisible();
    expect(panel.getByText('Waits for you').query()).toBeNull();
    expect(panel.getByText(SENTENCE).query()).not.toBeNull();
  });

  test('nobody can sign: it says so, why, and what helps', async () => {
    const signer = makeSigner({ people: [REVIEWER, TWO], can_sign: [] });
    await show(makeReview(makeRound({ authors: [makeAuthor(), makeAuthor(REVIEWER)], signers: [signer] })));
    await expect.element(panel.getByText('Nobody can give this approval', { exact: true })).toBeVisible();
    const why =
      'Demo Reviewer One is an author of this draft. Demo Reviewer Two cannot vote. Ask an administrator to name a deputy, or cancel the review.';
    await expect.element(panel.getByText(why)).toBeVisible();
    // Below the description too, where the submitter lands.
    await expect.element(page.getByText(`Nobody can give this approval: ${why}`)).toBeVisible();
  });

  test('once the impact is measured, the reason is read again', async () => {
    const text = 'the share of risks that changes is not measured';
    const unknown = makeSigner({ reasons: [{ holds: 'unknown', text }] });
    let impact = makeReviewImpact({ stored: [], missing: 'on-its-way' });
    const { server, queryClient } = await show(makeReview(makeRound({ signers: [unknown] })), undefined, {
      readReviewImpact: async () => impact,
    });
    await expect.element(panel.getByText(/is not measured$/)).toBeVisible();
    impact = makeReviewImpact({ stored: [makeStored()] });
    server.review = makeReview(makeRound({ signers: [makeSigner()] }));
    await refresh(queryClient, ['bucket', 'readReviewImpact']);
    await expect.element(panel.getByText(SENTENCE)).toBeVisible();
  });

  test('a round that has ended waits for nobody', async () => {
    const votes = [approvedBy(REVIEWER), approvedBy(OTHER)];
    const signers = [makeSigner({ is_missing: false })];
    await show(makeReview(makeRound({ votes, signers, outcome: 'approved', closed_at: '2026-11-14T12:00:00.000Z' })));
    await expect.element(panel.getByText(SENTENCE)).toBeVisible();
    expect(panel.getByText(/^Waits for/).query()).toBeNull();
  });
});

describe('on a phone', () => {
  afterEach(() => page.viewport(1280, 800));

  test('the foot says whom it waits for', async () => {
    await page.viewport(390, 844);
    await show(makeReview(makeRound({ signers: [makeSigner()] })));
    await expect.element(page.getByText('Waits for Demo Reviewer One').last()).toBeVisible();
    await expect.element(button('Approve')).toBeVisible();
  });
});
