import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { REFUSALS } from '#domain/review/round.ts';
import { makeReview, makeRound } from '#web/review/testing.ts';
import { button, field, panel, show } from './testing.tsx';

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

test('Reject opens the comment that it needs', async () => {
  const { server } = await show();
  await button('Reject').click();
  await expect.element(field).toHaveFocus();
  expect(server.votes).toEqual([]);
});

test('somebody without a vote reads why', async () => {
  await show(makeReview(makeRound(), { abilities: { vote: false, comment: true }, refusal: REFUSALS.author }));
  await expect.element(page.getByText(REFUSALS.author).last()).toBeVisible();
  expect([button('Approve').query(), button('Reject').query()]).toEqual([null, null]);
});
