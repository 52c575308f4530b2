import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BucketPage } from '#web/app/pages/BucketPage.tsx';
import { makePractice } from '#web/impact/practice/testing.ts';
import { AT, DIALS, fakeBucketPages, LIVE, ROUTE } from '#web/bucket/view/testing.tsx';
import { renderPage } from '#web/testing/page.tsx';
import { makeOutcomeView, NO_REPORTS } from '#web/impact/outcome/testing.ts';

const card = page.getByRole('region', { name: 'In practice' });

async function show(practice = makeOutcomeView(), search = '') {
  const { api } = fakeBucketPages(LIVE, {
    getOutcome: async () => practice,
    getBucketPractice: async () => makePractice(DIALS.map(({ dial_id }) => ({ dial_id }))),
  });
  const settings = { hasDecisions: practice.reporting.since !== null };
  await renderPage(<BucketPage />, { api, route: ROUTE, address: AT + search, permissions: ['bucket:view'], settings });
}

describe('expected and so far', () => {
  test('the live version shows what was expected, what happened, and the verdict', async () => {
    await show();
    await expect.element(card.getByText('As expected')).toBeVisible();
    const text = card.element().textContent ?? '';
    expect(text).toMatch(/v12, since \d+ [A-Z][a-z]+/);
    expect(text).toContain('so far');
    expect(text).toContain('As expected');
    expect(text).toContain('26,788 of 38,412 risks (69.7%)');
    expect(text).toContain('1,204 of 1,731 decisions (69.6%)');
    expect(text).toContain('95 of 100 such samples lie between 67.6% and 71.9%.');
  });

  test.each([
    ['more', { verdict: 'more', differs: 1400 }, 'More than expected'],
    ['fewer', { verdict: 'fewer', differs: 900 }, 'Fewer than expected'],
    ['too few', { verdict: 'too-few', compared: 100, differs: 60 }, 'Too few to say'],
    ['not measured', { verdict: 'not-measured', expected: null, band: null }, 'Not measured'],
    ['few risks', { expected: { changed: null, all: 40 }, band: null }, 'fewer than 20 of 40 risks'],
    ['nothing yet', { verdict: 'too-few', compared: 0, differs: 0, band: null }, 'no decisions yet'],
  ] as const)('%s', async (_, change, words) => {
    await show(makeOutcomeView(change));
    await expect.element(card.getByText(words, { exact: true })).toBeVisible();
  });

  test('outside the marks it names the largest difference', async () => {
    await show(makeOutcomeView({ verdict: 'more', differs: 1400 }));
    await expect
      .element(card.getByText('Most of it: Lead share cap 30, 45.6% of decisions, expected 44.3%'))
      .toBeVisible();
  });

  test('engines compare for 30 days, and the label says so afterwards', async () => {
    await show(makeOutcomeView({ live_at: '2026-01-01T00:00:00.000Z' }));
    await expect.element(card.getByText('first 30 days')).toBeVisible();
  });

  test('a version that engines no longer compared when counting began says so', async () => {
    await show(makeOutcomeView({ live_at: '2026-01-01T00:00:00.000Z', compared: 0, differs: 0, band: null }));
    await expect.element(card.getByText('not counted before 14 Sep 2026')).toBeVisible();
    await expect.element(card.getByText('no decisions yet')).not.toBeInTheDocument();
  });

  test('Enter on Values shows what risks got before, expected and since', async () => {
    await show();
    const values = page.getByRole('button', { name: 'Values' });
    await expect.element(values).toBeVisible();
    (values.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const table = page.getByRole('table', { name: 'Values before, expected and since' });
    await expect.element(table.getByRole('row', { name: '1m 69.1% 39.8% 40.6%' })).toBeVisible();
    await expect.element(table.getByRole('row', { name: 'others 0.3% 0% 0%' })).toBeVisible();
    await expect.element(table.getByRole('row', { name: 'none 15.7% 8.6% 8%' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(table.query()).toBeNull();
  });

  test('the history shows the same in the entry of the live version', async () => {
    await show(makeOutcomeView(), '?history=all');
    const group = page.getByRole('group', { name: 'Version 12, expected and so far' });
    await expect.element(group.getByText('1,204 of 1,731 decisions (69.6%)')).toBeVisible();
  });

  test('while no engine reports nothing is shown', async () => {
    await show(NO_REPORTS);
    await expect.element(page.getByRole('region', { name: 'Dials' })).toBeVisible();
    expect(card.query()).toBeNull();
  });
});
