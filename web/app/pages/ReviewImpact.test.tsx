import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  makeCapacity,
  makeImpact,
  makeLimit,
  makeReviewImpact,
  makeRisk,
  makeStored,
  PORTFOLIO,
  share,
} from '#web/impact/measure/testing.ts';
import { ALLOWED, panel, show } from '#web/review/panel/testing.tsx';
import { makeReview } from '#web/review/testing.ts';
import type { Api } from '#web/testing/page.tsx';

const card = page.getByRole('region', { name: 'Impact' });
const fact = page.getByRole('navigation', { name: 'Facts' }).getByRole('link', { name: /^Impact/ });

async function open(impact: Partial<Awaited<ReturnType<Api['readReviewImpact']>>> = {}, answers: Partial<Api> = {}) {
  const readReviewImpact: Api['readReviewImpact'] = async () => makeReviewImpact(impact);
  return show(makeReview(), ALLOWED, { readReviewImpact, ...answers });
}

test('the impact stored at submit is shown first: values before and after, segments, largest changes, and its risks', async () => {
  const requests: unknown[] = [];
  const { router } = await open(
    {},
    {
      listMeasuredRisks: async ({ body: { figure, against, day, entries } }) => {
        requests.push([figure.of, against, day, entries.length]);
        return { items: [makeRisk(7)], next: null, total: 571 };
      },
    },
  );
  await expect.element(fact).toMatchTextContent(/70\.5% of risks27,093 of 38,412/);
  await expect.element(card.getByText(/^Stored at submit .*, unchanged since$/)).toBeVisible();
  await expect.element(card.getByText('Risks of 2025, loaded 4 Nov 2026')).toBeVisible();
  await expect.element(panel.getByText(/Your vote counts for exactly this content and this impact\./)).toBeVisible();

  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await card.getByRole('button', { name: 'Copy the hash of the portfolio, 9c41 7e02' }).click();
  expect(copied).toHaveBeenCalledWith(PORTFOLIO.hash);
  copied.mockRestore();

  const bars = card.getByRole('list', { name: 'Max line before and after' }).getByRole('listitem');
  await expect.element(bars.nth(1)).toHaveTextContent('900,000 to 1,000,000: before 0, after 12,382');
  await card.getByText('As a table').click();
  const table = card.getByRole('table', { name: 'Before and after' });
  await expect.element(table.getByRole('row', { name: 'Max line 500,000 37,818 13,086' })).toBeVisible();

  await expect.element(card.getByRole('button', { name: /^US, excess, \$10m to \$25m/ })).toBeVisible();
  await card.getByRole('button', { name: '571 alike' }).click();
  const sheet = page.getByRole('region', { name: 'Risks alike: max line 500,000 to 3,500,000' });
  await expect.element(sheet.getByRole('link', { name: 'R25-54007' })).toBeVisible();
  expect(requests).toEqual([['alike', 'live', '2026-11-16', 3]]);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await card.getByRole('link', { name: 'R25-54001' }).click();
  await expect.element(page.getByRole('table', { name: 'Result' })).toBeVisible();
  expect(new URLSearchParams(router.state.location.search).get('date')).toBe('2026-11-16');
});

test('limits stand in the impact as they were at submit, and those that the draft exceeds in the facts', async () => {
  const over = makeLimit('UK cyber', { limit: 60e6, used: 52.8e6, lines: { risks: 40, added: 9e6 } });
  const exceeded = makeLimit('9101 Alder', { limit: 200e6, lines: { risks: 40, added: 9e6 } });
  const capacity = { is_imported: true, limits: [over, exceeded] };
  await open({ stored: [makeStored({ capacity })] });
  const limits = card.getByRole('region', { name: 'Capacity' });
  await expect.element(limits.getByRole('button', { name: 'UK cyber, 88% to 103% of 60 million' })).toBeVisible();
  const facts = page.getByRole('navigation', { name: 'Facts' });
  await expect
    .element(facts.getByRole('link', { name: /^Capacity/ }))
    .toMatchTextContent('Capacity9101 Alder is 57m over124% → 129% of 200m and 1 more');
});

test('after other limits were imported, the draft is measured again beside what is stored', async () => {
  const measured = vi.fn(async () => ({ stored: true as const }));
  await open(
    { stored: [makeStored({ capacity: makeCapacity() })], has_new_limits: true },
    { measureReviewAgain: measured },
  );
  await expect.element(card.getByText('Other limits were imported since')).toBeVisible();
  await card.getByRole('button', { name: 'Measure again' }).click();
  await expect.poll(() => measured.mock.calls.length).toBe(1);
});

test('a draft that stays within its limits has no fact about them', async () => {
  await open({ stored: [makeStored({ capacity: makeCapacity() })] });
  await expect.element(card.getByRole('region', { name: 'Capacity' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Capacity/ })).not.toBeInTheDocument();
});

test('live has moved on: measured again beside the stored impact, whose figures can no longer be opened', async () => {
  const stored = [makeStored({ against: 11 })];
  const again = makeStored({
    impact: makeImpact([], { changed: share(1) }),
    measured_at: '2026-11-14T11:00:00.000Z',
    at_submit: false,
  });
  const measureReviewAgain: Api['measureReviewAgain'] = async () => {
    stored.push(again);
    return { stored: true };
  };
  await open({ stored, unchanged: null }, { measureReviewAgain });
  await expect.element(card.getByText('Measured against live v11, now v12')).toBeVisible();
  await expect.element(card.getByRole('button', { name: /27,093/ })).not.toBeInTheDocument();
  await card.getByRole('button', { name: 'Measure again' }).click();
  await page.getByText(/^Measured 14 Nov/).click();
  await expect.element(card.getByRole('button', { name: 'Risks that change: 1' })).toBeVisible();
  // The newest measurement is the one of the round.
  await expect.element(fact).toMatchTextContent(/under 0\.1% of risks1 of 38,412/i);
});

test('rounded figures say so', async () => {
  await open({ stored: [makeStored({ impact: makeImpact([], { changed: share(40), largest: [], coarse: true }) })] });
  await expect.element(card.getByText('Rounded to 20 risks. Groups of fewer than 20 are not shown.')).toBeVisible();
});

test('fewer risks than this person may see show no number', async () => {
  const changed = { risks: 0, premium: null, few: true } as const;
  await open({ stored: [makeStored({ impact: makeImpact([], { changed, coarse: true }) })] });
  await expect.element(card.getByText('Fewer than 20 risks change.')).toBeVisible();
  await expect.element(fact).toMatchTextContent(/Fewer than 20 risks change$/);
});

test('nothing was stored: one line says why, and votes cover the content alone', async () => {
  await open({ stored: [], missing: 'no-portfolio', unchanged: null });
  await expect.element(card.getByText('Not measured: there was no portfolio.')).toBeVisible();
  await expect.element(fact).toMatchTextContent(/Not measured/);
  await expect.element(panel.getByText(/exactly this content\. You may change/)).toBeVisible();
});

test('a pending measurement says so, and appears when ready', async () => {
  let answer = makeReviewImpact({ stored: [], missing: 'on-its-way', unchanged: null });
  await open({}, { readReviewImpact: async () => answer });
  await expect.element(card.getByText('Being measured. It is stored as soon as it is ready.')).toBeVisible();
  await expect.element(fact).toMatchTextContent(/being measured/);
  answer = makeReviewImpact();
  await expect.element(card.getByText('of 38,412 risks change on 16 Nov 2026')).toBeVisible();
});

test('if the portfolio is no longer in use, the stored figures stay', async () => {
  await open({ stored: [makeStored({ is_used: false })], unchanged: null });
  await expect.element(card.getByText('Stored with a portfolio that is no longer used for Impact')).toBeVisible();
  await expect.element(card.getByText('of 38,412 risks change on 16 Nov 2026')).toBeVisible();
  await expect.element(card.getByRole('button', { name: /27,093/ })).not.toBeInTheDocument();
});
