import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Figure } from '#domain/impact/impact.ts';
import { FindingsCard } from '#web/change/FindingsCard.tsx';
import type { ReviewImpact } from '#web/impact/useReviewImpact.tsx';
import { makeDraft } from '#web/bucket/testing.tsx';
import { renderPage } from '#web/testing/page.tsx';
import { FactLinks } from './FactLinks.tsx';
import { AT, DRAFT_ENTRIES, fakeBucketPages, ROUTE, WITH_DRAFT } from './testing.tsx';

const section = (name: string) => page.getByRole('region', { name });
const fact = (name: string) =>
  page.getByRole('navigation', { name: 'Facts' }).getByRole('link', { name: new RegExp(`^${name}`) });

test('the facts show what risks lose because a version starts later, and count gaps', async () => {
  const [first] = DRAFT_ENTRIES;
  const witness = { date: '2026-11-16', journey: null, dimensions: {} };
  const found = {
    findings: {
      dials: [],
      gaps: [
        { value: 'policy_share_cap', witness, isNew: false },
        { value: 'max_line', witness, isNew: true },
      ],
      expired: [],
      upcoming: [],
      isComplete: true,
    } as const,
    countOf: (figure: Figure) => (figure.of === 'unset' && figure.value === 'max_line' ? 2937 : undefined),
  };
  const gaps = [
    { dial_id: first?.dial_id ?? '', kind: 'starts', day: '2026-12-01', values: [{ value: 'max_line', risks: 94 }] },
  ] as const;
  const opened = vi.fn();
  const draft = makeDraft(DRAFT_ENTRIES);
  const impact = { query: {}, measured: {}, show: opened } as unknown as ReviewImpact;
  const both = (
    <>
      <FactLinks
        bucket={WITH_DRAFT}
        draft={draft}
        lookup={() => undefined}
        isUnread={false}
        found={found}
        gaps={gaps}
        unusual={[]}
        impact={impact}
      />
      <FindingsCard draft={draft} lookup={() => undefined} found={found} onFigure={opened} />
    </>
  );
  await renderPage(both, { api: fakeBucketPages(WITH_DRAFT).api, route: ROUTE, address: AT });
  await expect
    .element(page.getByRole('alert').first())
    .toMatchTextContent('A dial that cannot be read starts 1 Dec 2026. Until then nothing sets Max line for 94 risks.');
  await page.getByRole('button', { name: '94 risks' }).click();
  expect(opened).toHaveBeenCalledWith({ of: 'gap', dial_id: first?.dial_id, value: 'max_line' });
  await expect.element(fact('Findings')).toMatchTextContent(/^Findings2 gaps2,937 get no max line$/);
  const card = section('Findings');
  await expect.element(card).toMatchTextContent(/1 new gap, 1 gap as live/);
  await expect.element(card.getByText(/get no max line/)).toBeVisible();
  expect(card.getByText(/get no policy share cap/).elements()).toEqual([]);
  await card.getByRole('button', { name: 'Show all' }).click();
  await expect.element(card.getByText(/get no policy share cap/)).toBeVisible();
});
