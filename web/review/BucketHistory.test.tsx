import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Evidence } from '#contract/evidence.ts';
import type { ReviewRound } from '#contract/review.ts';
import { BucketPage } from '#web/app/pages/BucketPage.tsx';
import {
  ADDRESS,
  dialId,
  entriesOf,
  fakeBucketServer,
  makeBucket,
  makeDials,
  ME,
  OTHER,
} from '#web/bucket/testing.tsx';
import { makeCapacity, makeStored, PORTFOLIO } from '#web/impact/measure/testing.ts';
import { makeOutcomeView } from '#web/impact/outcome/testing.ts';
import { catchDownloads } from '#web/testing/downloads.ts';
import { renderPage } from '#web/testing/page.tsx';
import { AGREEMENT, approvedBy, SUBMITTED_AT, HASH, makeComment, makeRound, makeSigner, REVIEWER } from './testing.ts';

const DIALS = makeDials(3);
/** The third applies to renewals only, and for a year. */
const PRINTED = DIALS.map((dial, index) => {
  const scope = { journeys: ['renewal' as const], active_from: '2026-01-01', active_until: '2027-01-01' };
  return index < 2 ? dial : { ...dial, data: { ...dial.data, ...scope } };
});
const BUCKET = makeBucket(entriesOf(DIALS));
const AT = `/syndicate/${ADDRESS.partner}/bucket/${ADDRESS.cob}`;
const LIVE_AT = BUCKET.live.live_at;
const BEFORE = '2026-09-03T09:00:00.000Z';
const ROUNDS: readonly ReviewRound[] = [
  makeRound({
    number: 3,
    outcome: 'approved',
    closed_at: LIVE_AT,
    votes: [approvedBy(REVIEWER), { ...approvedBy(ME, LIVE_AT), comment: 'Good' }],
    comments: [makeComment('c1', { at: LIVE_AT, text: 'Good', vote: 'approve' })],
  }),
  makeRound({ number: 2, outcome: 'cancelled', closed_at: '2026-10-20T09:00:00.000Z', description: 'Too early' }),
];
const row = (number: number, live_at: string, superseded_at: string | null) => {
  return {
    number,
    live_at,
    activated_at: live_at,
    superseded_at,
    saved_by: OTHER,
    description: `Why ${number}`,
    dials: 3,
  };
};
const EVIDENCE: Evidence = {
  made_at: SUBMITTED_AT,
  made_by: ME,
  bucket: { cob: ADDRESS.cob, class: 'Cyber Privacy & Tech', partner: { number: 9101, name: 'Alder' }, appetite: 1.25 },
  appetite_changes: [
    { at: LIVE_AT, was: 1, became: 1.25, proposed_by: OTHER, by: REVIEWER },
    { at: SUBMITTED_AT, was: 1.5, became: 1, proposed_by: null, by: OTHER },
  ],
  version: { ...BUCKET.live, entries: entriesOf(DIALS).map((entry) => ({ ...entry })), notes: [] },
  content_hash: HASH,
  agreement: AGREEMENT,
  dials: PRINTED as unknown as Evidence['dials'],
  impact: [makeStored({ capacity: makeCapacity() })] as unknown as Evidence['impact'],
  practice: makeOutcomeView() as Evidence['practice'],
  difference: null,
  stops: [{ id: 's1', at: SUBMITTED_AT, by: OTHER, reason: 'Wrong rates', ended_at: null }],
  rounds: [
    {
      ...ROUNDS[0],
      submitted_at: BEFORE,
      live_on: '2026-11-20',
      approved_at: LIVE_AT,
      put_off_to: '2026-12-01',
      same_content: true,
      rules: ['Every class: one of the approvers must be Demo Reviewer One when anything changes.'],
      signers: [makeSigner({ is_missing: false })],
      votes: [{ ...approvedBy(OTHER), signs_for: REVIEWER }, ...(ROUNDS[0]?.votes ?? [])],
    },
  ] as Evidence['rounds'],
  audit_cut: false,
  examples: [
    {
      name: 'US hospital group',
      saved_at: SUBMITTED_AT,
      saved_by: OTHER,
      ok: false,
      values: [
        {
          value: 'max_line',
          expected: 1_500_000,
          given: 1_250_000,
          ok: false,
          dial_id: dialId(2),
          source: 'override',
        },
      ],
    },
  ],
  audit: [
    {
      seq: 7,
      at: SUBMITTED_AT,
      by: OTHER,
      action: 'bucket_submitted',
      detail: {},
      hash: 'c'.repeat(64),
      previous_hash: '',
    },
    {
      seq: 8,
      at: LIVE_AT,
      by: OTHER,
      action: 'bucket_put_off',
      detail: { round: 3, was: '2026-11-20', became: '2026-12-01', reason: 'Not ready' },
      hash: 'd'.repeat(64),
      previous_hash: '',
    },
  ],
};

async function show(
  search: string,
  permissions = ['bucket:view', 'review:view'],
  rounds = ROUNDS,
  isServing = (): boolean => true,
) {
  const compared: unknown[] = [];
  const { api } = fakeBucketServer(BUCKET, DIALS, {
    listBucketVersions: async () => ({ items: [row(12, LIVE_AT, null), row(11, BEFORE, LIVE_AT)], next: null }),
    listRounds: async () => {
      if (!isServing()) throw new Error('The rounds are not served.');
      return { items: rounds, next: null };
    },
    getEvidence: async () => EVIDENCE,
    summariseBucket: async ({ query }) => {
      compared.push(query);
      return {
        counts: { added: 0, removed: 0, updated: 0, overridden: 0, reordered: 0 },
        changes: [],
        before: [],
        after: [],
      };
    },
  });
  const route = '/syndicate/:syndicateNumber/bucket/:cob';
  return { compared, ...(await renderPage(<BucketPage />, { api, route, address: AT + search, permissions })) };
}

describe('the history of a bucket', () => {
  test('shows who approved what and when, and what was cancelled', async () => {
    await show('?history=all');
    const items = page.getByRole('list', { name: 'Versions and reviews' });
    await expect.element(items).toBeVisible();
    const texts = [...items.element().children].map((item) => item.textContent ?? '');
    expect(texts).toHaveLength(3);
    expect(texts[0]).toMatch(
      /^v12Active.*Why 12.*Approved by Demo Reviewer One.*Approved by Demo Underwriter.*1 comment/,
    );
    expect(texts[1]).toMatch(/^Review 2Cancelled.*Too early.*Demo Cyber Lead submitted it for review/);
    expect(texts[2]).toMatch(/^v11.*Why 11/);
  });

  test('[R47] a version that went live late says so', async () => {
    const day = LIVE_AT.slice(0, 10);
    const approved_at = '2026-01-01T09:00:00.000Z';
    const late = ROUNDS.map((round) =>
      round.outcome === 'approved' ? { ...round, live_on: day, approved_at } : round,
    );
    await show('?history=all', undefined, late);
    await expect.element(page.getByText(/^v12 went live \d+ (minutes|hours) late$/)).toBeVisible();
  });

  test('two reviews at the same moment are both shown, with distinct keys', async () => {
    const warn = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const cancelled = [2, 1].map((number) => makeRound({ number, outcome: 'cancelled', closed_at: SUBMITTED_AT }));
    await show('?history=all', undefined, cancelled);
    for (const name of ['Review 1', 'Review 2']) await expect.element(page.getByText(name)).toBeVisible();
    expect(warn.mock.calls).toEqual([]);
    warn.mockRestore();
  });

  test('the History card of the active page links to it', async () => {
    const { router } = await show('');
    await page.getByRole('link', { name: 'Full history' }).click();
    await expect.element(page.getByRole('list', { name: 'Versions and reviews' })).toBeVisible();
    expect(router.state.location.search).toBe('?history=all');
  });

  test('of the live version the active page says who approved it, to those who may view reviews', async () => {
    const { router } = await show('');
    await page.getByRole('link', { name: 'Who approved it and the evidence of v12' }).click();
    expect(router.state.location.search).toBe('?evidence=12');
  });

  test('without view on review the active page does not', async () => {
    await show('', ['bucket:view']);
    await expect.element(page.getByRole('link', { name: 'Full history' })).toBeVisible();
    expect(page.getByText('Who approved it').query()).toBeNull();
  });

  test('any two versions can be compared, and the URL names them', async () => {
    const { router, compared } = await show('?history=all');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect.element(page.getByText('The two versions are the same.')).toBeVisible();
    expect(router.state.location.search).toBe('?history=11..12');
    expect(compared).toEqual([{ from: 11, to: 12 }]);
    await page.getByRole('link', { name: 'Close comparison' }).click();
    expect(router.state.location.search).toBe('?history=all');
  });

  test('without view on review it shows versions, but neither rounds nor evidence', async () => {
    await show('?history=all', ['bucket:view']);
    await expect.element(page.getByRole('list', { name: 'Versions and reviews' })).toBeVisible();
    expect(page.getByText('Approved by').query()).toBeNull();
    expect(page.getByText('Loading...').query()).toBeNull();
    expect(page.getByRole('button', { name: 'Download evidence of v12' }).query()).toBeNull();
  });

  test('without the rounds it shows the versions, and why; Retry brings the rounds', async () => {
    let isServing = false;
    await show('?history=all', undefined, undefined, () => isServing);
    await expect.element(page.getByText('An error has occurred')).toBeVisible();
    const items = page.getByRole('list', { name: 'Versions and reviews' });
    await expect.element(items.getByText('Why 12')).toBeVisible();
    expect(items.getByText('Too early').query()).toBeNull();
    isServing = true;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(items.getByText('Too early')).toBeVisible();
    expect(page.getByText('An error has occurred').query()).toBeNull();
  });

  test('evidence is a file named after the bucket and the version', async () => {
    await show('?history=all');
    const { names } = catchDownloads();
    await page.getByRole('button', { name: 'Download evidence of v12' }).click();
    await expect.poll(() => names).toEqual(['lineslip-evidence-9101-cyber-privacy-and-tech-v12.json']);
  });
});

describe('the evidence on paper', () => {
  test('contains the snapshot, votes, comments and hashes, and prints with a number and title on each sheet', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await show('?evidence=12');
    const paper = page.getByRole('article', { name: 'Evidence of version 12' });
    await expect
      .element(paper.getByRole('heading', { name: 'Cyber Privacy & Tech, 9101 Alder: version 12' }))
      .toBeVisible();
    await expect.element(paper.getByText(HASH).first()).toBeVisible();
    const cell = (table: string, name: string) => paper.getByRole('table', { name: table }).getByRole('cell', { name });
    await expect
      .element(
        paper
          .getByRole('table', { name: 'Votes of review 3' })
          .getByRole('cell', { name: 'Demo Reviewer One', exact: true }),
      )
      .toBeVisible();
    await expect.element(cell('Votes of review 3', 'Demo Cyber Lead, for Demo Reviewer One')).toBeVisible();
    await expect.element(paper.getByText(/^Every class: one of the approvers must be Demo Reviewer One/)).toBeVisible();
    await expect
      .element(
        paper.getByText(
          /^Required: Demo Reviewer One, because max line 7,500,000 is above 5,000,000 and .*\. Given\.$/,
        ),
      )
      .toBeVisible();
    await expect.element(cell('Stops', 'Wrong rates')).toBeVisible();
    await expect.element(cell('Comments of review 3', 'Good')).toBeVisible();
    await expect
      .element(paper.getByText(/^To go live on 20 Nov 2026, 00:00 UTC, which is part of the hash\. Approved /))
      .toBeVisible();
    await expect
      .element(paper.getByText(/^Put off from 20 Nov 2026 to 1 Dec 2026 by Demo Cyber Lead, .*: “Not ready”$/))
      .toBeVisible();
    await expect.element(paper.getByText(/\(the content of this version\)$/)).toBeVisible();
    await expect
      .element(paper.getByRole('row').filter({ hasText: 'Dial 3' }))
      .toMatchTextContent('The risk arrives as renewal and the day is from 1 Jan 2026 and before 1 Jan 2027.');
    await expect.element(cell('Audit records', 'c'.repeat(64))).toBeVisible();
    await expect.element(cell('Examples', '1,250,000, dial 2')).toBeVisible();
    await expect.element(cell('Examples', 'Breaks')).toBeVisible();
    const appetites = paper.getByRole('table', { name: 'Changes of the appetite' }).getByRole('row').elements();
    expect(appetites.map(({ textContent }) => textContent?.replace(/^.*UTC/, ''))).toEqual([
      'WhenBeforeAfterProposed byConfirmed by',
      `1.001.25${OTHER.name}${REVIEWER.name}`,
      `1.501.00${OTHER.name}lowered by one person`,
    ]);
    const impact = paper.getByRole('region', { name: 'Impact' });
    await expect
      .element(impact)
      .toMatchTextContent(/Stored at submit 2026-11-14 09:00:01 UTC by Demo Cyber Lead, against version 12/);
    await expect.element(impact.getByText(PORTFOLIO.hash)).toBeVisible();
    await expect.element(impact.getByRole('row', { name: 'Max line 500,000 37,818 13,086' })).toBeVisible();
    await expect.element(impact).toMatchTextContent(/Max lines against limits, as of 31 Oct 2026/);
    expect(impact.getByText(/^UK cyber, 88% to 96% of 60 million$/).elements()).toHaveLength(1);
    await expect.element(impact.getByRole('button')).not.toBeInTheDocument();
    await expect.element(paper.getByText(AGREEMENT.sentence)).toBeVisible();
    await expect.element(paper.getByText(/^Checkpoint of .*: record 8, signed by k+\.$/)).toBeVisible();
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const sheets = rules.filter((rule) => rule instanceof CSSPageRule).map(({ cssText }) => cssText);
    expect(sheets.join()).toMatch(
      /@top-left.*var\(--ls-running-head\).*@bottom-right.*counter\(page\).*counter\(pages\)/s,
    );
    expect(getComputedStyle(document.documentElement).getPropertyValue('--ls-running-head')).toBe(
      '"Evidence of v12, Cyber Privacy & Tech, 9101 Alder"',
    );
    await page.getByRole('button', { name: 'Print evidence' }).click();
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
  });
});
