import type { Capacity } from '#contract/capacity.ts';
import type { Measured, MeasuredPortfolio, MeasuredRisk } from '#contract/impact.ts';
import type { LimitImpact } from '#domain/capacity/capacity.ts';
import { type ResultValue, type Impact, mapDirections, type ValueImpact } from '#domain/impact/impact.ts';
import { directionOf } from '#domain/impact/impact-table.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { Api } from '#web/base/api/nouns.ts';

export const PORTFOLIO: MeasuredPortfolio = {
  id: 'p1',
  name: 'Risks of 2025',
  loaded_at: '2026-11-04T09:00:00.000Z',
  hash: `9c41${'0'.repeat(56)}7e02`,
  risks: 200_000,
  rows: null,
  period: { from: '2025-01-01', until: '2025-12-31' },
};

export const share = (risks: number) => ({ risks, premium: risks * 1_000 });
const NOTHING = share(0);

type Moved = readonly (readonly [before: ResultValue, after: ResultValue, risks: number])[];

/** A value whose risks change like this; lower, higher and unchanged are summed up. */
function valueOf(value: ValueKey, moved: Moved = []): ValueImpact {
  const sum = (of: (before: ResultValue, after: ResultValue) => boolean) =>
    share(moved.reduce((all, [before, after, risks]) => all + (of(before, after) ? risks : 0), 0));
  return {
    value,
    ...mapDirections((direction) =>
      sum((before, after) => before !== after && directionOf(before, after) === direction),
    ),
    moves: moved.map(([before, after, risks]) => ({ before, after, ...share(risks) })),
    unlisted: NOTHING,
  };
}

export const MOVES: Partial<Record<ValueKey, Moved>> = {
  max_line: [
    [500_000, 500_000, 13_086],
    [1_500_000, 1_250_000, 594],
    [500_000, 1_000_000, 10_982],
    [500_000, 900_000, 1_400],
    [500_000, 2_000_000, 9_050],
    [500_000, 3_500_000, 3_300],
  ],
  lead_share_cap: [
    [45, 15, 967],
    [30, 50, 1_067],
    [25, 25, 36_378],
  ],
  policy_share_cap: [
    [10, 6, 2_975],
    [5, 6, 1_800],
    [null, 6, 312],
    [6, 6, 33_325],
  ],
  ignore_expiring_line: [['ignores', 'ignores', 38_412]],
};

const members = (names: readonly (readonly [string, number, number])[]) =>
  names.map(([key, changed, all]) => ({ key, changed: share(changed), all: share(all) }));

/** An impact as in the design: 27,093 of 38,412 risks change. */
export function makeImpact(dialIds: readonly string[], more: Partial<Impact> = {}): Impact {
  return {
    all: share(38_412),
    changed: share(27_093),
    values: VALUE_KEYS.map((key) => valueOf(key, MOVES[key])),
    decided: dialIds.map((dial_id, index) => ({ dial_id, ...share(1_597 * (index + 1)) })),
    behind: dialIds.slice(0, 6).map((dial_id, index) => ({ dial_id, ...share(10_982 - index * 1_500) })),
    groups: [
      {
        by: { column: 'Office' },
        members: members([
          ['London', 20_000, 30_000],
          ['Miami', 7_093, 8_412],
        ]),
        count: 2,
      },
      {
        by: { dimension: 'domicile_countries' },
        members: members([
          ['US', 12_299, 16_000],
          ['GB', 3_854, 6_000],
        ]),
        count: 2,
      },
      {
        by: { dimension: 'brokers' },
        members: members([
          ['Lighthouse Wholesale', 4_680, 6_000],
          ['Holdfast', 4_170, 5_000],
          ['Keystone Re', 3_879, 5_000],
          ['Gantry Specialty', 3_279, 4_800],
          ['Anchor', 3_000, 3_100],
        ]),
        count: 14,
      },
    ],
    segments: {
      listed: [
        { layer: 'primary', country: 'US', changed: share(8_176), all: share(10_000) },
        { layer: 'excess 10000000', country: 'US', changed: share(2_757), all: share(9_000) },
      ],
      count: 108,
    },
    largest: [
      { row: 1, before: { max_line: 500_000 }, after: { max_line: 3_500_000 }, alike: 571 },
      { row: 2, before: { max_line: 1_500_000 }, after: { max_line: 1_250_000 }, alike: 1 },
    ],
    ...more,
  };
}

export const makeRisk = (row: number, more: Partial<MeasuredRisk> = {}): MeasuredRisk => ({
  row,
  reference: `R25-${54_000 + row}`,
  risk: {
    date: '2025-06-30',
    journey: 'renewal',
    dimensions: { is_primary: 'excess', attachment_point_ranges: 10_000_000, revenue_ranges: 640_000_000 },
  },
  premium: 125_000,
  kept: { Office: 'London' },
  before: { max_line: 500_000, lead_share_cap: 20 },
  after: { max_line: 3_500_000, lead_share_cap: 20 },
  ...more,
});

export const makeMeasured = (impact: Impact, more: Partial<Measured> = {}): Measured => ({
  state: 'measured',
  portfolio: PORTFOLIO,
  against: 12,
  day: '2026-11-16',
  impact,
  capacity: null,
  largest: [makeRisk(1), makeRisk(2, { before: { max_line: 1_500_000 }, after: { max_line: 1_250_000 } })],
  ...more,
});

export const makeLimit = (name: string, more: Partial<LimitImpact> = {}): LimitImpact => ({
  name,
  partner: null,
  country: null,
  cob: 'cyber-privacy-and-tech',
  limit: 400_000_000,
  used: 248_000_000,
  as_of: '2026-10-31',
  source: 'Exposure desk',
  lines: { risks: 0, added: 0 },
  premium: { risks: 0, added: 0 },
  ...more,
});

/** Six limits as in the design, one of them from 90%. */
export const makeCapacity = (): Capacity => ({
  is_imported: true,
  limits: [
    makeLimit('US cyber', { country: 'US', lines: { risks: 12_299, added: 36_000_000 } }),
    makeLimit('UK cyber', {
      country: 'GB',
      limit: 60_000_000,
      used: 52_800_000,
      lines: { risks: 3_854, added: 4_800_000 },
      premium: { risks: 40, added: 9_000_000 },
    }),
    makeLimit('Canada cyber', { country: 'CA', limit: 40_000_000, used: 16_400_000 }),
    makeLimit('France cyber', { country: 'FR' }),
    makeLimit('Cyber', { lines: { risks: 20_000, added: -40_000_000 } }),
    makeLimit('9101 Alder, all countries', { partner: 9101, cob: null, lines: { risks: 20_000, added: 40_000_000 } }),
  ],
});

type ReviewImpact = Awaited<ReturnType<Api['readReviewImpact']>>;

/** The impact stored at submit. */
export function makeStored(more: Partial<ReviewImpact['stored'][number]> = {}): ReviewImpact['stored'][number] {
  const { state: _, ...measured } = makeMeasured(makeImpact([]));
  return {
    ...measured,
    measured_at: '2026-11-14T09:00:01.000Z',
    measured_by: { id: 'u2', name: 'Demo Cyber Lead' },
    engine: '1',
    at_submit: true,
    is_used: true,
    ...more,
  };
}

export const makeReviewImpact = (more: Partial<ReviewImpact> = {}): ReviewImpact => ({
  stored: [makeStored()],
  missing: null,
  unchanged: true,
  has_new_limits: false,
  live: 12,
  ...more,
});

/** A fake server that reports, for every requested bucket, this many risks of its class with a higher max line. */
export const measuresEach =
  (changedIn: (partner: number) => number): Api['measureEdits'] =>
  async ({ body }) => ({
    state: 'measured',
    portfolio: PORTFOLIO,
    day: '2026-11-17',
    buckets: body.buckets.map(({ partner, cob, day = '2026-11-17' }) => ({
      partner,
      cob,
      all: share(38_412),
      changed: share(changedIn(partner)),
      values: [{ ...mapDirections(() => 0), value: 'max_line', higher: changedIn(partner) }],
      gaps: [],
      day,
    })),
  });
