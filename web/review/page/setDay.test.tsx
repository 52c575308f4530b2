import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { JUST_NOW } from '#web/bucket/testing.tsx';
import { approvedBy, makeRound, makeSet, makeSetBucket, REVIEWER } from '#web/review/testing.ts';
import { show } from './testing.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const panel = page.getByRole('complementary', { name: 'Review' });

test('[R31] a set names its day in the header, in the facts, in the votes and in the question', async () => {
  const day = '2027-01-01';
  const impact = { changed: 36, risks: 62_000, premium: null, day, values: [] };
  const buckets = [0, 1].map((n) =>
    makeSetBucket(n, {
      round: makeRound({ hash: String(n).repeat(64), live_on: day, votes: [approvedBy(REVIEWER)] }),
      impact,
    }),
  );
  const { server } = await show(makeSet({ buckets }));
  await expect.element(page.getByText('all on 1 Jan 2027', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^All 2 go live on 1 Jan 2027, 00:00 UTC\./)).toBeVisible();
  await expect.element(panel).toMatchTextContent('Your approval makes all of them live on 1 Jan 2027');
  await button('Approve all 2').click();
  const dialog = page.getByRole('dialog', { name: 'Approve 2 buckets for 1 Jan 2027?' });
  await expect.element(dialog).toMatchTextContent('What is live in each of them now decides until then.');
  await expect.element(dialog).toMatchTextContent('72 of 124,000 risks change on 1 Jan 2027');
  await button('Approve for 1 Jan 2027').click();
  await expect.poll(() => server.votes.length).toBe(1);
});

test.each([
  [{ outcome: 'approved', closed_at: JUST_NOW }, 'Draft Approved'],
  [{ outcome: 'rejected', closed_at: JUST_NOW }, 'Draft Rejected'],
  [{ live_on: '2027-01-01', approved_at: JUST_NOW }, 'Approved · all on 1 Jan 2027'],
] as const)('a set whose reviews are over says in its header what became of it: %j', async (round, status) => {
  const buckets = [0, 1].map((n) => makeSetBucket(n, { round: makeRound({ hash: String(n).repeat(64), ...round }) }));
  await show(makeSet({ buckets }));
  await expect.element(page.getByRole('banner').getByText(status, { exact: true })).toBeVisible();
});
