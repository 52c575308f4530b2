import type { BucketOutcome, Outcome } from '#contract/outcome.ts';

const THREE_DAYS_AGO = new Date(Date.now() - 3 * 86_400_000).toISOString();

/** As expected. */
export const makeOutcome = (change: Partial<Outcome> = {}): Outcome => ({
  version: 12,
  live_at: THREE_DAYS_AGO,
  superseded_at: null,
  expected: { changed: 26_788, all: 38_412 },
  compared: 1731,
  differs: 1204,
  verdict: 'as-expected',
  band: { low: 0.6757, high: 0.7191 },
  values: [
    {
      value: 'max_line',
      results: [
        { result: 600_000, before: 0, expected: 11_600, since: 541 },
        { result: 1_000_000, before: 14_012, expected: 15_300, since: 702 },
        { result: 5_000_000, before: 3010, expected: 8200, since: 350 },
        { result: null, before: 3180, expected: 3312, since: 138 },
      ],
      others: { before: 65, expected: 0, since: 0 },
    },
    {
      value: 'lead_share_cap',
      results: [
        { result: 30, before: 9100, expected: 17_000, since: 790 },
        { result: null, before: 11_167, expected: 21_412, since: 941 },
      ],
      others: { before: 0, expected: 0, since: 0 },
    },
  ],
  ...change,
});

export const makeOutcomeView = (change: Partial<Outcome> = {}): BucketOutcome => ({
  reporting: {
    engines: 4,
    reporting: 3,
    since: '2026-09-14T09:00:00.000Z',
    until: '2026-11-18T11:59:00.000Z',
    dropped: 0,
  },
  outcome: makeOutcome(change),
});

export const NO_REPORTS: BucketOutcome = {
  reporting: { engines: 0, reporting: 0, since: null, until: null, dropped: 0 },
  outcome: makeOutcome({ compared: 0, differs: 0, verdict: 'too-few', band: null, values: [] }),
};
