import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PendingReview } from '#contract/review.ts';
import { type fakeApi, ME } from '#web/testing/page.tsx';
import { makePending } from '#web/review/testing.ts';
import { showHome } from './testing.tsx';

type Api = ReturnType<typeof fakeApi>;
const NOTHING = { changed: null, all: null, day: null };
const row = (text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text });

function answer(items: readonly PendingReview[]) {
  return vi.fn<Api['listReviews']>(async () => ({
    items: [...items],
    next: null,
    total: items.length,
    waiting: null,
    appetites: [],
  }));
}

beforeEach(() => page.viewport(1440, 900));

test('a row has the share of risks that change, and the examples that break', async () => {
  const listReviews = answer([makePending({ description: 'One', examples: { broken: 1, all: 4 } })]);
  await showHome({ listReviews });
  await expect.element(row('One')).toMatchTextContent(/69\.7% of risks\s*26,788 of 38,412/);
  await expect.element(row('One')).toMatchTextContent('1 of 4 examples breaks');
});

test.each([
  ['on-its-way', 'Being measured'],
  ['no-portfolio', 'Not measured'],
  ['none-of-class', 'None of this class'],
  ['measured', 'Fewer than 20 risks change'],
] as const)('without a share, %s, it says why', async (state, text) => {
  await showHome({ listReviews: answer([makePending({ description: 'One', impact: { state, ...NOTHING } })]) });
  await expect.element(row('One')).toMatchTextContent(text);
  await expect.element(row('One')).not.toMatchTextContent('of risks');
});

test('the order is a menu, and the server orders', async () => {
  const listReviews = answer([makePending({ description: 'One' })]);
  await showHome({ listReviews });
  await page.getByRole('button', { name: 'Longest waiting first' }).click();
  await page.getByRole('menuitemradio', { name: 'Largest impact first' }).click();
  await expect.element(page.getByRole('button', { name: 'Largest impact first' })).toBeVisible();
  await expect.poll(() => listReviews.mock.lastCall?.[0]?.query.order).toBe('impact');
});

test('a draft that only a required signer moves on names them, and awaits nobody else', async () => {
  const signer = { id: 'u3', name: 'Demo Reviewer One' };
  const listReviews = answer([
    makePending({ description: 'Theirs', cob: 'hull', barred: 'other_signer', missing_signers: [signer] }),
    makePending({ description: 'Mine', cob: 'flood', missing_signers: [signer, ME] }),
    makePending({ description: 'Anyone', cob: 'cargo', missing_signers: [signer], mine: 'approve' }),
  ]);
  await showHome({ listReviews });
  await expect.element(row('Theirs')).toMatchTextContent(/View\s*Waits for Demo Reviewer One/);
  await expect.element(row('Mine')).toMatchTextContent(/Review Bucket\s*Waits for you/);
  await expect.element(row('Anyone')).toMatchTextContent('Demo Reviewer One must sign');
  await expect.element(page.getByText('1 awaiting your review')).toBeVisible();
});
