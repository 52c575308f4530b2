import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { JUST_NOW } from '#web/bucket/testing.tsx';
import { makeRound, makeSet, makeSetBucket } from '#web/review/testing.ts';
import { show } from './testing.tsx';

const region = (name: string) => page.getByRole('region', { name, exact: true });

const head = page.getByRole('banner');

async function onPhone(...args: Parameters<typeof show>) {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  return show(...args);
}

test('on a phone a set has one line of head, why, what changes, and its vote within reach', async () => {
  await onPhone(makeSet({ buckets: [0, 1].map((n) => makeSetBucket(n)) }));
  await expect.element(head).toMatchTextContent(/^Cyber excess, v62 bucketsReview Requested2 of 4$/);
  expect(head.element().getBoundingClientRect().height).toBeLessThanOrEqual(64);
  const why = page.getByText('Open the $25m to $50m layer.').element().getBoundingClientRect();
  const change = region('The same change in 2 buckets').element().getBoundingClientRect();
  expect(why.bottom).toBeLessThan(change.top);
  for (const name of ['Reject', 'Approve 2']) {
    const box = page.getByRole('button', { name, exact: true }).element().getBoundingClientRect();
    expect(box.height).toBe(46);
  }
  const body = page.getByRole('group', { name: 'Page content' }).element();
  expect(body.scrollWidth).toBe(body.clientWidth);
  await page.getByRole('button', { name: /^2 of 4 approvals ?no comments$/ }).click();
  await expect.element(page.getByRole('dialog', { name: 'Review' })).toBeVisible();
});

test('on a phone the vote that was given for all of a set is said, and can be changed', async () => {
  const buckets = [0, 1].map((n) => makeSetBucket(n, { mine: 'approve' }));
  await onPhone(makeSet({ buckets }));
  await expect.element(page.getByText('You approved', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Change vote' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Review' })).toBeVisible();
});

test.each([
  [{ live_on: '2027-01-01' }, /^Cyber excess, v62 buckets, all on 1 Jan 2027Review Requested0 of 4$/],
  [
    { live_on: '2027-01-01', approved_at: JUST_NOW },
    /^Cyber excess, v62 buckets, all on 1 Jan 2027Approved · all on 1 Jan 2027Approved$/,
  ],
  [{ outcome: 'approved', closed_at: JUST_NOW }, /^Cyber excess, v62 bucketsDraft ApprovedApproved$/],
] as const)('on a phone the head names the day and the status in one line: %j', async (round, text) => {
  const buckets = [0, 1].map((n) => makeSetBucket(n, { round: makeRound({ hash: String(n).repeat(64), ...round }) }));
  await onPhone(makeSet({ buckets }));
  await expect.element(head).toMatchTextContent(text);
  expect(head.element().getBoundingClientRect().height).toBeLessThanOrEqual(64);
});

test('on a phone no name of a bucket is broken, and nothing is wider than the screen', async () => {
  await onPhone();
  const table = page.getByRole('table', { name: 'Buckets of the set', includeHidden: true });
  await expect.element(table).toBeVisible();
  for (const name of ['Alder', 'Beacon', 'Fulmar', 'Juniper']) {
    const { height } = page.getByText(name, { exact: true }).last().element().getBoundingClientRect();
    expect(height).toBeLessThan(24);
  }
  const width = table.element().getBoundingClientRect().right;
  for (const cell of table.element().querySelectorAll('th, td'))
    expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(width);
  const card = region('The same change in 3 buckets').element();
  for (const number of card.querySelectorAll('li'))
    expect(number.getBoundingClientRect().right).toBeLessThan(card.getBoundingClientRect().right);
});
