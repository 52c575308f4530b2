import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OTHER } from '#web/bucket/testing.tsx';
import { makeComment, makePending, makeReview, makeRound, REVIEWER } from '#web/review/testing.ts';
import { ALLOWED, button, DIALS, field, panel, show } from './testing.tsx';

const added = { id: DIALS[2]?.dial_id ?? '', name: 'Dial 3' };
const EARLIER = makeRound({
  outcome: 'rejected',
  closed_at: '2026-11-14T11:30:00.000Z',
  comments: [
    makeComment('c1', { by: REVIEWER, text: 'Too wide?', dial: added }),
    makeComment('c2', { by: OTHER, text: 'Agreed in October.', reply_to: 'c1' }),
    makeComment('c3', { by: REVIEWER, text: 'And this one?', dial: { id: 'gone', name: 'Dial 9' } }),
  ],
});
const SECOND = makeReview(makeRound({ number: 2 }), { earlier: [EARLIER], since: 1 });
const none = { added: 0, removed: 0, updated: 0, overridden: 0, reordered: 0 };
const compareRound = async () => ({ counts: none, changes: [], before: [], after: [] });

test('a reviewer of the second round sees the changes since the first, and can switch to live', async () => {
  await show(SECOND, ALLOWED, { compareRound });
  await expect.element(page.getByText('Nothing has changed since round 1.')).toBeVisible();
  await page.getByText('Against live', { exact: true }).click();
  await expect.element(page.getByText(/^everything else as live v\d+$/)).toBeVisible();
});

test('a change counts its comments and links to them; a comment on a removed dial says so', async () => {
  const { server } = await show(makeReview(makeRound({ comments: EARLIER.comments })));
  await button('2 comments on Dial 3, 1 unresolved').click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Half of it');
  await button('Comment').click();
  await expect.poll(() => server.comments).toMatchObject([{ text: 'Half of it', dial_id: added.id }]);
  await expect.element(panel.getByText('on Dial 9, no longer in this draft')).toBeVisible();
});

test.each([
  ['Linux x86_64', 'Ctrl Enter'],
  ['MacIntel', '⌘ Enter'],
])('on %s a comment is sent by %s', async (platform, keys) => {
  const spy = vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  onTestFinished(() => spy.mockRestore());
  await show(makeReview());
  await expect.element(button('Comment')).toHaveAttribute('title', keys);
});

test('a comment can be replied to, resolved and reopened, also after a rejection', async () => {
  const { server } = await show(makeReview(EARLIER));
  await expect.element(panel.getByText('2 unresolved')).toBeVisible();
  await panel.getByRole('button', { name: 'Reply to Demo Reviewer One' }).first().click();
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Half, then');
  await panel.getByRole('button', { name: 'Reply', exact: true }).click();
  const replies = panel.getByRole('list', { name: 'Replies to Demo Reviewer One' });
  await expect.element(replies.getByText('Half, then')).toBeVisible();
  expect(server.comments).toMatchObject([{ text: 'Half, then', dial_id: null, reply_to: 'c1' }]);
  await panel.getByRole('button', { name: 'Resolve: Too wide?' }).click();
  await expect.element(panel.getByText('1 unresolved')).toBeVisible();
  await panel.getByRole('button', { name: 'Reopen: Too wide?' }).click();
  await expect.element(panel.getByText('2 unresolved')).toBeVisible();
  expect(server.resolutions).toEqual([
    { id: 'c1', resolved: true },
    { id: 'c1', resolved: false },
  ]);
});

test('the vote of a comment stands on the line of its author and time', async () => {
  const comments = [makeComment('c1', { by: { ...REVIEWER, name: 'Ann' }, text: 'Too wide.', vote: 'reject' })];
  await show(makeReview(makeRound({ outcome: 'rejected', comments })));
  const vote = panel.getByText('Rejected', { exact: true });
  await expect.element(vote).toBeVisible();
  const topOf = (element: Element | null | undefined) => {
    const range = document.createRange();
    range.selectNode(element?.lastChild ?? document.body);
    return range.getBoundingClientRect().top;
  };
  // The same size, so that the same top is the same baseline.
  const time = vote.element().parentElement?.querySelector('time');
  expect(Math.abs(topOf(vote.element()) - topOf(time))).toBeLessThanOrEqual(1);
});

test('J goes to the next change, C comments on it, N opens the next pending review', async () => {
  const listReviews = async () => ({
    items: [makePending(), makePending({ cob: 'hull' })],
    next: null,
    total: 2,
    waiting: null,
    appetites: [],
  });
  const { router } = await show(makeReview(), ALLOWED, { listReviews });
  await expect.element(button('Comment on Dial 3')).toBeVisible();
  await userEvent.keyboard('j');
  await expect.poll(() => document.activeElement?.getAttribute('data-dial')).toBe(added.id);
  await userEvent.keyboard('c');
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByRole('combobox', { name: 'What the comment is about' })).toHaveValue('3. Dial 3');
  await userEvent.keyboard('n');
  await expect.element(field).toHaveValue('n');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('n');
  await expect.poll(() => router.state.location.pathname).toBe('/syndicate/9101/bucket/hull/draft');
});
