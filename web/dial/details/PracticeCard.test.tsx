import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DialPractice } from '#contract/practice.ts';
import { barShares } from '#web/testing/bars.ts';
import type { Api } from '#web/testing/page.tsx';
import { DIAL, PRACTICE, showDial } from './testing.tsx';

const card = page.getByRole('region', { name: 'In practice' });
const V5 = { ...DIAL, use: { live: [{ version: 5, buckets: 2 }], drafts: [] } };

const show = (practice: DialPractice, more: Partial<Api> = {}) =>
  showDial(
    { getDial: async () => V5, getDialPractice: async () => practice, ...more },
    { hasDecisions: true, permissions: ['dials:view', 'bucket:view'] },
  );

test('the dial shows what it decided in all its buckets, and in each', async () => {
  await show(PRACTICE);
  await expect.element(card.getByText('40 of 2,000 decisions')).toBeVisible();
  await expect.element(card.getByText('2%', { exact: true })).toBeVisible();
  await expect.element(card.getByRole('img', { name: '40 decisions in 30 days, by day' })).toBeVisible();
  const rows = card.getByRole('list', { name: 'Decisions by bucket' }).getByRole('listitem');
  expect(rows.elements().map(({ textContent }) => textContent)).toEqual(['9101 Alderv5303%', '9112 Beaconv5101%']);
  expect(barShares(rows.first().element())[0]).toBeCloseTo(0.03, 2);
  await expect
    .element(rows.first().getByRole('link'))
    .toHaveAttribute('href', '/syndicate/9101/bucket/cyber-privacy-and-tech');
  await expect.element(card.getByText('v6 is live in no bucket, so it decided nothing yet.')).toBeVisible();
  await expect.element(card.getByText(/^What 1 production engine reported until/)).toBeVisible();
});

test('a dial says which of its versions decided, not only which is live now', async () => {
  const [first, second] = PRACTICE.buckets;
  if (first === undefined || second === undefined) throw new Error('two buckets');
  await show({
    ...PRACTICE,
    buckets: [
      {
        ...first,
        versions: [
          { version: 5, decided: 0 },
          { version: 3, decided: 30 },
        ],
      },
      { ...second, version: 4, is_live: false, versions: [{ version: 4, decided: 10 }] },
    ],
  });
  const rows = card.getByRole('list', { name: 'Decisions by bucket' }).getByRole('listitem');
  await expect.element(rows.first()).toMatchTextContent(/^9101 Alder303%v5 0, v3 30$/);
  await expect.element(rows.last()).toMatchTextContent(/^9112 Beaconno longer in it101%v4 10$/);
  const [one, other] = rows.elements().map((row) => row.getBoundingClientRect());
  expect([one?.height, other?.height]).toEqual([40, 40]);
  for (const row of rows.elements()) expect(row.scrollHeight).toBeLessThanOrEqual(row.clientHeight);
});

test('a bucket that no longer has the dial says so, and a short count says since when', async () => {
  const buckets = PRACTICE.buckets.map((bucket, index) => ({ ...bucket, version: 6, is_live: index === 0 }));
  await show({ ...PRACTICE, buckets, in_versions: [6], counted_from: '2026-11-14' });
  await expect.element(card.getByText('no longer in it')).toBeVisible();
  await expect.element(card.getByText('since 14 Nov')).toBeVisible();
  await expect.element(card.getByText(/live in no bucket/)).not.toBeInTheDocument();
});

test('of very many buckets a part is listed, and all are counted', async () => {
  await show({ ...PRACTICE, decided: 1240, decisions: 62_000, left_off: 2740 });
  await expect.element(card.getByText('1,240 of 62,000 decisions')).toBeVisible();
  await expect.element(card.getByText('Those in which it decided most, of 2,742 buckets.')).toBeVisible();
});

test('nothing moves when the decisions arrive', async () => {
  const { promise, resolve } = Promise.withResolvers<DialPractice>();
  await show(PRACTICE, { getDialPractice: async () => promise });
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect.element(versions).toBeVisible();
  const top = () => versions.element().getBoundingClientRect().top;
  const before = top();
  resolve(PRACTICE);
  await expect.element(card.getByText('40 of 2,000 decisions')).toBeVisible();
  expect(top()).toBe(before);
});

test('a dial that is live in no bucket, or that no engine reports about, has no card', async () => {
  const read = vi.fn<Api['getDialPractice']>(async () => PRACTICE);
  await showDial({ getDialPractice: read }, { hasDecisions: false });
  await expect.element(page.getByRole('heading', { level: 1, name: DIAL.data.name })).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
  expect(read).not.toHaveBeenCalled();
});
