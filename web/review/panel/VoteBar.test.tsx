import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { REFUSALS } from '#domain/review/round.ts';
import { entriesOf } from '#web/bucket/testing.tsx';
import { approvedBy, fakeReviewServer, HASH, makeReview, makeRound, REVIEWER } from '#web/review/testing.ts';
import type { Api } from '#web/testing/page.tsx';
import { ALLOWED, AT, button, DIALS, field, panel, PENDING, show, submitOther } from './testing.tsx';

beforeEach(() => page.viewport(390, 844));
afterEach(() => page.viewport(1280, 800));

test('on a phone the vote is at the foot; once given, it can be changed', async () => {
  const { server } = await show();
  await expect.element(button('Approve')).toBeVisible();
  expect(panel.query()).toBeNull();
  await button('Approve').click();
  await expect.element(page.getByText('You approved', { exact: true })).toBeVisible();
  expect(server.votes).toMatchObject([{ choice: 'approve' }]);
  await button('Change vote').click();
  await expect.element(field).toBeVisible();
});

test('the deciding approval asks on the page, although votes and comments were never opened', async () => {
  const { server, router } = await show(makeReview(makeRound({ votes: [approvedBy(REVIEWER)] })));
  await button('Approve').click();
  const question = page.getByRole('dialog', { name: `Make v${PENDING.live.number + 1} live?` });
  await expect.element(question).toBeVisible();
  await button('Continue reviewing').click();
  await expect.element(question).not.toBeInTheDocument();
  expect(server.votes).toEqual([]);
  await button('Approve').click();
  await button('Approve and make live').click();
  await expect.element(page.getByText(`at ${AT}`)).toBeVisible();
  expect(router.state.location.pathname).toBe(AT);
});

test('Reject slides up the comment that it needs, with Reject below it', async () => {
  const { server } = await show();
  await button('Reject').click();
  const sheet = page.getByRole('dialog', { name: 'Reject' });
  const comment = sheet.getByRole('textbox', { name: 'Comment (required to reject)' });
  await expect.element(comment).toHaveFocus();
  await sheet.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect.element(sheet.getByText('Please say why in a comment: it is required to reject.')).toBeVisible();
  await expect.element(comment).toHaveFocus();
  expect(server.votes).toEqual([]);
  await userEvent.keyboard('Too wide');
  await sheet.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect.element(page.getByText('You rejected', { exact: true })).toBeVisible();
  expect(server.votes).toMatchObject([{ choice: 'reject', comment: 'Too wide' }]);
});

test('without a connection the foot says that the vote is not sent, and sends it on Retry only', async () => {
  const fake = fakeReviewServer(makeReview());
  let isOffline = true;
  const castVote: Api['castVote'] = (input) =>
    isOffline ? Promise.reject(new TypeError('Failed to fetch')) : fake.routes.castVote!(input);
  await show(makeReview(), ALLOWED, { ...fake.routes, castVote });
  await button('Approve').click();
  await expect.element(page.getByText('No connection. Your vote is not sent.')).toBeVisible();
  isOffline = false;
  expect(fake.server.votes).toEqual([]);
  await button('Retry').click();
  await expect.element(page.getByText('You approved', { exact: true })).toBeVisible();
  await expect.element(page.getByText('No connection. Your vote is not sent.')).not.toBeInTheDocument();
  expect(fake.server.votes).toMatchObject([{ choice: 'approve', hashes: [HASH] }]);
});

test('why a vote was refused, and that the draft changed, stand at the foot', async () => {
  const { server, bucket } = await show();
  server.refusal = new Problem('conflict', 'This draft cannot go live with “Dial 1” (deleted).');
  await button('Approve').click();
  await expect.element(page.getByText('This draft cannot go live with “Dial 1” (deleted).')).toBeVisible();
  server.refusal = undefined;
  submitOther({ server, bucket }, entriesOf(DIALS.slice(1)));
  await button('Approve').click();
  await expect.element(page.getByText('The draft changed while you were reading.')).toBeVisible();
  await expect.element(button('Approve')).toBeDisabled();
  await button('Read again').click();
  await expect.element(button('Approve')).toBeEnabled();
});

test('somebody without a vote reads why', async () => {
  await show(makeReview(makeRound(), { abilities: { vote: false, comment: true }, refusal: REFUSALS.author }));
  await expect.element(page.getByText(REFUSALS.author).last()).toBeVisible();
  expect([button('Approve').query(), button('Reject').query()]).toEqual([null, null]);
});
