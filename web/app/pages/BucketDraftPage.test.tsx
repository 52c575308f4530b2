import { expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Bucket } from '#contract/bucket.ts';
import { BucketDraftPage } from './BucketDraftPage.tsx';
import type { Expected } from '#domain/example/example.ts';
import type { Figure } from '#domain/impact/impact.ts';
import type { ReviewImpact } from '#web/impact/useReviewImpact.tsx';
import { FactLinks } from '#web/bucket/view/FactLinks.tsx';
import { FindingsCard } from '#web/change/FindingsCard.tsx';
import { ListHead } from '#web/bucket/edit/ordering/OrderingList.tsx';
import { dialId, JUST_NOW, makeDraft, OTHER } from '#web/bucket/testing.tsx';
import { renderPage } from '#web/testing/page.tsx';
import { AT, DRAFT_ENTRIES, fakeBucketPages, IN_REVIEW, LIVE, ROUTE, WITH_DRAFT } from '#web/bucket/view/testing.tsx';

async function open(bucket: Bucket, fake = fakeBucketPages(bucket), search = '') {
  const permissions = ['bucket:view', 'bucket:edit', 'dials:view'];
  await renderPage(<BucketDraftPage />, {
    api: fake.api,
    route: `${ROUTE}/draft`,
    address: `${AT}/draft${search}`,
    permissions,
  });
  return fake;
}
const section = (name: string) => page.getByRole('region', { name });

test('the header says what the draft is compared with, and links to the partner’s own bucket', async () => {
  await open(WITH_DRAFT);
  await expect.element(page.getByText('draft against live v12')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'View 9101’s own bucket' })).toHaveAttribute('href', AT);
  await expect.element(page.getByRole('link', { name: 'Edit Bucket' })).toHaveAttribute('href', `${AT}/edit`);
  await expect.element(page.getByText(/saved this draft/)).toMatchTextContent(/^Demo Underwriter saved this draft/);
});

test('every kind of change is drawn as before and after', async () => {
  await open(WITH_DRAFT);
  await expect.element(page.getByText(/^everything else as live v\d+$/)).toBeVisible();
  await expect
    .element(section('Added 1'))
    .toMatchTextContent(
      /^Added: Cyber short waiting periodv1at 3, waiting period 0 to 8 hours, renewal only, from 1 Nov 2026Policy share cap6%$/,
    );
  await page.getByRole('button', { name: 'Cyber short waiting period', exact: true }).click();
  await expect.element(section('Added 1').getByRole('img')).toHaveAccessibleName(/\[0,8\)/);
  await expect.element(section('Removed 1')).toMatchTextContent(/Dial 2v1was at 2/);
  const updated = section('Updated 1');
  await expect
    .element(updated)
    .toMatchTextContent(/Cyber excessv5 to v6 at 4.*Attachment point\+gained \$25m to \$50m/);
  await page.getByRole('button', { name: 'Cyber excess', exact: true }).click();
  await expect.element(updated.getByRole('img', { name: 'Before: [10,000,000, 25,000,000)' })).toBeVisible();
  await expect.element(updated.getByRole('img', { name: 'Now: [10,000,000, 50,000,000)' })).toBeVisible();
  await expect.element(updated).toMatchTextContent(/2,500,000 to 3,500,000\+40%/);
  await expect.element(section('Overridden 1')).toMatchTextContent(/Dial 1v1.*1,500,000 to 1,250,000−16\.7%/);
  const reordered = section('Reordered 1');
  await expect.element(reordered).toMatchTextContent(/Dial 5v1 at 1Positionfrom 5 to 1/);
  await expect
    .element(reordered.getByRole('img'))
    .toHaveAccessibleName('Order of 5 dials before and 5 after: Dial 5 from 5 to 1');
});

test('examples: broken ones first with the reason, passing ones on one line, and who changed one since live', async () => {
  const risk = { date: '2026-11-16', journey: 'renewal', dimensions: { is_primary: 'primary' } } as const;
  const kept = (n: number, name: string, expected: Expected) => ({
    id: dialId(n),
    name,
    risk,
    expected,
    revision: '1',
    saved_at: '2026-11-16T10:00:00.000Z',
    saved_by: OTHER,
  });
  const hospital = kept(1, 'US hospital group', { max_line: 1_500_000 });
  const items = [hospital, ...['A', 'B', 'C', 'D'].map((name, n) => kept(n + 2, name, { min_line: 'none' }))];
  const change = { id: dialId(1), was: { ...hospital, expected: { max_line: 1_600_000 } }, became: hospital };
  const dataOf = ({ name, expected }: typeof hospital) => ({ name, risk, expected });
  const changes = [
    { ...change, was: dataOf(change.was), became: dataOf(hospital), by: OTHER, at: hospital.saved_at },
    { id: dialId(9), was: dataOf(hospital), became: null, by: OTHER, at: hospital.saved_at },
  ];
  await open(WITH_DRAFT, fakeBucketPages(WITH_DRAFT, { listExamples: async () => ({ items, changes }) }));
  await expect
    .element(page.getByRole('link', { name: /^Examples/ }))
    .toMatchTextContent(/1 of 5 breaks.*US hospital group$/);
  const card = section('Examples');
  await expect.element(card.getByText('4 pass, 1 breaks, 1 newly')).toBeVisible();
  const rows = card.getByRole('listitem');
  await expect
    .element(rows.first())
    .toMatchTextContent(
      /BreaksUS hospital groupnewly brokenPrimary, renewalMax lineexpected 1,500,000given500,000from dial 1: the order is different/,
    );
  await expect.element(rows.nth(1)).toMatchTextContent(/^US hospital group max line 1,600,000 expected/);
  await card.getByRole('button', { name: 'Show 4 that pass' }).click();
  await expect.element(rows.nth(1)).toMatchTextContent(/^PassesA/);
  await expect.element(card.getByText('Min none').last()).toBeVisible();
  const since = section('Examples changed since live v12').getByRole('listitem');
  await expect
    .element(since.first())
    .toMatchTextContent(/US hospital group max line 1,600,000 expected before, 1,500,000 now.*Demo Cyber Lead/);
  await expect.element(since.nth(1)).toMatchTextContent(/deleted; it expected max line 1,500,000/);
});

const topOf = (found: Locator) => found.element().getBoundingClientRect().top;
const fact = (name: string) =>
  page.getByRole('navigation', { name: 'Facts' }).getByRole('link', { name: new RegExp(`^${name}`) });

test('first the changes, then examples, unusual values, and findings new since live, or all', async () => {
  const highest = Promise.withResolvers<{ of_class: { max_line: number }; of_dials: [] }>();
  await open(WITH_DRAFT, fakeBucketPages(WITH_DRAFT, { getHighestValues: () => highest.promise }));
  await expect.element(page.getByText(/^1 never decides, /).first()).toBeInTheDocument();
  await expect.element(page.getByText(/^1 never decides, /).first()).not.toBeVisible();
  highest.resolve({ of_class: { max_line: 1_250_000 }, of_dials: [] });
  await expect
    .element(fact('Findings'))
    .toMatchTextContent(/^Findings1 never decides, 1 gapSome risks get no policy share cap$/);
  await expect.element(fact('Examples')).toMatchTextContent(/^ExamplesNone$/);
  const unusual = section('Unusual value');
  await expect
    .element(unusual)
    .toMatchTextContent(
      /^Unusual valueDial 4, Cyber excess: Max line 3,500,000: above every other live bucket of this class \(1,250,000 at most\)$/,
    );
  await expect.element(fact('Unusual values')).toMatchTextContent(/^Unusual values1 valueMax line, dial 4$/);
  const inOrder = [fact('Changes'), section('Change summary'), section('Examples'), unusual, section('Findings')];
  const tops = inOrder.map(topOf);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  const card = section('Findings');
  await expect
    .element(card)
    .toMatchTextContent(
      /^Findings1 never decides, 0 new gaps, 1 gap as liveShow all2 Dial 1Never decides: dial 1 covers it/,
    );
  await card.getByRole('button', { name: 'Show all' }).click();
  await expect.element(card.getByText(/^Some risks get no policy share cap/)).toBeVisible();
  await card.getByRole('link', { name: 'Show me: Never decides: dial 1 covers it' }).first().click();
  await expect.element(page.getByRole('columnheader', { name: /^Max line/ })).toMatchTextContent(/500,000from dial 1/);
});

test('a risk in the link is tried on the draft, and on live at a click', async () => {
  await open(
    WITH_DRAFT,
    fakeBucketPages(WITH_DRAFT),
    '?try=&date=2026-11-16&journey=renewal&bi_cover_waiting_period_ranges=4',
  );
  const value = (label: RegExp) => page.getByRole('columnheader', { name: label });
  await expect.element(value(/^Policy share cap/)).toMatchTextContent(/6%from dial 3/);
  await expect
    .element(page.getByRole('group', { name: 'Against live v12' }))
    .toMatchTextContent(
      /Max linefrom 1,500,000 to 500,000ReorderedPolicy share capfrom Not set to 6%Added.*other three values/,
    );
  await page.getByText('Live v12', { exact: true }).click();
  await expect.element(value(/^Max line/)).toMatchTextContent(/1,500,000from dial 1/);
  await expect.element(value(/^Policy share cap/)).toMatchTextContent(/Not set/);
});

test('one kind of change can be shown alone', async () => {
  await open(WITH_DRAFT);
  await page.getByRole('button', { name: 'Removed 1' }).click();
  await expect.element(section('Removed 1')).toBeVisible();
  await expect.element(section('Added 1')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'All 5' }).click();
  await expect.element(section('Added 1')).toBeVisible();
});

test('the dials of the draft are listed below, overridden values beside the dial’s own', async () => {
  await open(WITH_DRAFT);
  const rows = page.getByRole('table', { name: 'Dials in order' }).getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/^1.*Dial 5/);
  await expect.element(rows.nth(2)).toMatchTextContent(/1,500,000 1,250,000/);
});

test('shows who submitted it, and why; it cannot be edited', async () => {
  await open(IN_REVIEW);
  await expect.element(page.getByText('Review Requested')).toBeVisible();
  await expect.element(page.getByText('Tighten US healthcare after two breaches.')).toBeVisible();
  await expect
    .element(page.getByText(/for review/))
    .toMatchTextContent(/^Demo Underwriter submitted this draft for review/);
  await expect.element(page.getByRole('button', { name: 'Discard Review' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Edit Bucket' })).not.toBeInTheDocument();
});

test('details and summary fail and retry independently', async () => {
  const fake = fakeBucketPages(WITH_DRAFT);
  const { summariseBucket } = fake.api;
  let fails = true;
  const broken: typeof summariseBucket = (...call) =>
    fails ? Promise.reject(new TypeError('Failed to fetch')) : summariseBucket(...call);
  Object.assign(fake.api, { summariseBucket: broken });
  fake.server.refuse.readBucketDials = new TypeError('Failed to fetch');
  await open(WITH_DRAFT, fake);
  const failures = page.getByText('Failed to fetch dial metadata', { exact: true });
  await expect.poll(() => failures.elements().length).toBe(2);
  for (const name of ['Examples', 'Findings']) await expect.element(fact(name)).toMatchTextContent(/Not available/);
  fails = false;
  await page.getByRole('button', { name: 'Retry' }).nth(0).click();
  await expect.element(section('Added 1')).toBeVisible();
  await expect.poll(() => failures.elements().length).toBe(1);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('table', { name: 'Dials in order' })).toBeVisible();
});

test('examples that fail to load say so in the facts, and are retried in their section', async () => {
  const listExamples = vi.fn(async () => ({ items: [], changes: [] })).mockRejectedValueOnce(new Error('Broken'));
  await open(WITH_DRAFT, fakeBucketPages(WITH_DRAFT, { listExamples }));
  await expect.element(fact('Examples')).toMatchTextContent(/^ExamplesNot availableCould not be loaded$/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(fact('Examples')).toMatchTextContent(/^ExamplesNone$/);
});

test('an incomplete search is called not fully checked, in the review and above the ordering', async () => {
  const findings = { dials: [], gaps: [], expired: [], upcoming: [], isComplete: false };
  const none = () => undefined;
  const both = (
    <>
      <FindingsCard draft={makeDraft([])} lookup={none} found={{ findings, countOf: none }} onFigure={none} />
      <ListHead
        dials={1}
        findings={findings}
        shownFindings={0}
        showsAll={false}
        showsDecided={false}
        onShowAll={none}
        onStep={none}
      />
    </>
  );
  await renderPage(both, { api: fakeBucketPages(LIVE).api, route: ROUTE, address: AT });
  await expect.element(section('Findings')).toMatchTextContent(/^FindingsNone, but not fully checked\.$/);
  await expect.element(page.getByText('Not fully checked', { exact: true })).toBeVisible();
});

test('an overlap shows how many risks it touches, in its card and among the facts', async () => {
  const [first, second] = DRAFT_ENTRIES;
  const witness = { date: '2026-11-16', journey: null, dimensions: {} };
  const pair = [first?.dial_id ?? '', second?.dial_id ?? ''] as const;
  const overlap = { kind: 'overlap', dial_id: pair[0], pair, position: 2, value: 'max_line', witness } as const;
  const dials = [{ ...overlap, others: [], isNew: true }];
  const found = {
    findings: { dials, gaps: [], expired: [], upcoming: [], isComplete: true },
    countOf: (figure: Figure) => (figure.of === 'overlap' && figure.second === pair[1] ? 1309 : undefined),
  };
  const draft = makeDraft(DRAFT_ENTRIES);
  const opened = vi.fn();
  const none = () => undefined;
  const impact = { query: {}, show: opened } as unknown as ReviewImpact;
  const both = (
    <>
      <FactLinks
        bucket={WITH_DRAFT}
        draft={draft}
        lookup={none}
        isUnread={false}
        found={found}
        gaps={[]}
        unusual={[]}
        impact={impact}
      />
      <FindingsCard draft={draft} lookup={none} found={found} onFigure={opened} />
    </>
  );
  await renderPage(both, { api: fakeBucketPages(WITH_DRAFT).api, route: ROUTE, address: AT });
  await expect.element(fact('Findings')).toMatchTextContent(/^Findings1 overlapdials 1 and 2, 1,309 risks$/);
  await section('Findings').getByRole('button', { name: 'Risks found: 1,309' }).click();
  expect(opened).toHaveBeenCalledWith({ of: 'overlap', first: pair[0], second: pair[1], value: 'max_line' });
});

test('no draft says so, with Edit Bucket as the one action', async () => {
  await open(LIVE);
  await expect.element(page.getByText('This bucket has no draft')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Edit Bucket' })).toHaveAttribute('href', `${AT}/edit`);
});

test('someone else’s save is shown at once', async () => {
  const { server, events } = await open(WITH_DRAFT);
  await expect.element(section('Added 1')).toBeVisible();
  await expect.poll(events.listening).toBe(1);
  server.theySave(DRAFT_ENTRIES.filter((_, index) => index !== 2));
  events.send({ kind: 'bucket_draft_saved', partner: 9101, cob: LIVE.cob, revision: '41', by: OTHER, at: JUST_NOW });
  await expect.element(section('Added 1')).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Demo Cyber Lead saved this draft at \d\d:\d\d\.$/)).toBeVisible();
});
