import type { Journey } from '#domain/dial/dial.ts';
import type { RiskDimensions } from '#domain/dimension/registry.ts';
import type { Expected } from '#domain/example/example.ts';

/** A risk on the day of the first start, and its expected values. */
export type DemoExample = Readonly<{
  name: string;
  journey: Journey;
  dimensions: RiskDimensions;
  expected: Expected;
}>;

const CYBER = { risk_codes: ['CY'] } as const;
const PRIMARY = { ...CYBER, is_primary: 'primary', attachment_point_ranges: 0 } as const;
const EXCESS = { ...CYBER, is_primary: 'excess' } as const;
const US = { domicile_countries: ['US'] } as const;
const ALDER_AT_15 = { nominated_syndicate_numbers: ['9101'], nominated_syndicate_line_ranges: 15 } as const;
const HOSPITAL = {
  ...PRIMARY,
  ...US,
  cyber_sectors: ['healthcare'],
  revenue_ranges: 640_000_000,
  bi_cover_waiting_period_ranges: 12,
  company_bankruptcy_index_ranges: 3.4,
} as const;

/** They pass on live; the draft being written breaks the first. */
export const ALDER_EXAMPLES: readonly DemoExample[] = [
  {
    name: 'US hospital group, $640m',
    journey: 'renewal',
    dimensions: { ...HOSPITAL, ...ALDER_AT_15 },
    expected: {
      ignore_expiring_line: 'expiring_line',
      lead_share_cap: 30,
      max_line: 1_500_000,
      min_line: 250_000,
      policy_share_cap: 6,
    },
  },
  {
    name: 'Energy utility, renewal',
    journey: 'renewal',
    dimensions: { ...CYBER, cyber_sectors: ['energy-and-utilities'], domicile_countries: ['GB'] },
    expected: { ignore_expiring_line: 'maintains', max_line: 1_000_000, policy_share_cap: 5 },
  },
  {
    name: 'German manufacturer, primary',
    journey: 'new_business',
    dimensions: { ...PRIMARY, domicile_countries: ['DE'], revenue_ranges: 85_000_000 },
    expected: { lead_share_cap: 20, max_line: 2_500_000, policy_share_cap: 10 },
  },
  {
    name: 'Small retailer, electronic',
    journey: 'electronic_placement',
    dimensions: { ...PRIMARY, cyber_sectors: ['retail'], domicile_countries: ['GB'], revenue_ranges: 12_000_000 },
    expected: { max_line: 2_500_000, min_line: 250_000, policy_share_cap: 10 },
  },
  {
    name: 'US excess $15m',
    journey: 'new_business',
    dimensions: { ...EXCESS, ...US, attachment_point_ranges: 15_000_000 },
    expected: { lead_share_cap: 35, min_line: 350_000 },
  },
  {
    name: 'High excess, $75m',
    journey: 'renewal',
    dimensions: { ...EXCESS, ...US, attachment_point_ranges: 75_000_000 },
    expected: { lead_share_cap: 40, max_line: 5_000_000, min_line: 500_000 },
  },
  {
    name: 'Alder leads with 15%',
    journey: 'renewal',
    dimensions: { ...PRIMARY, ...ALDER_AT_15, domicile_countries: ['GB'], revenue_ranges: 300_000_000 },
    expected: { ignore_expiring_line: 'expiring_line', max_line: 1_800_000, min_line: 250_000 },
  },
];

/** For the pending review: the first breaks there, too. */
export const CORMORANT_EXAMPLES: readonly DemoExample[] = [
  {
    name: 'US hospital group, $640m',
    journey: 'renewal',
    dimensions: HOSPITAL,
    expected: { lead_share_cap: 30, max_line: 1_500_000, policy_share_cap: 6 },
  },
  ...ALDER_EXAMPLES.flatMap(({ expected: { max_line: _line, lead_share_cap: _share, ...older }, ...example }) =>
    /Energy|\$15m/.test(example.name) ? [{ ...example, expected: older }] : [],
  ),
  ...ALDER_EXAMPLES.filter(({ name }) => name.startsWith('High excess')),
];
