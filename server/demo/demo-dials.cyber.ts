import type { DemoDial } from './demo.story.ts';

const US = { domicile_countries: ['US'] } as const;
const EXCESS = { risk_codes: ['CY', 'CZ'], is_primary: 'excess' } as const;
const LOWER_EXCESS = { ...EXCESS, attachment_point_ranges: '[10000000,25000000)' } as const;

/** The dials of one class, in bucket order. */
export const CYBER_DIALS: readonly DemoDial[] = [
  {
    name: 'Cyber critical infrastructure, hold expiring',
    description: 'Utilities and public bodies keep the line they had; growth needs a referral.',
    tags: ['Cyber', 'Infrastructure'],
    journeys: ['renewal'],
    dimensions: { cyber_sectors: ['energy-and-utilities', 'public-sector'] },
    values: { ignore_expiring_line: 'maintains', max_line: 1_000_000, policy_share_cap: 5 },
    window: { from: -240 },
    newest: { version: 3, day: -64, reason: 'Public sector added' },
  },
  {
    name: 'Cyber US healthcare over $500m',
    description: 'Large hospital groups in the United States, after the losses of 2024.',
    tags: ['Cyber', 'Healthcare'],
    dimensions: { cyber_sectors: ['healthcare'], revenue_ranges: '[500000000,)', ...US },
    values: { lead_share_cap: 30, max_line: 1_500_000, policy_share_cap: 6 },
    window: { from: -180, until: 185 },
    newest: { version: 2, day: -110, reason: 'Line up after the renewal season' },
  },
  {
    name: 'Cyber distressed balance sheet',
    description: 'Shrinking companies with a weak balance sheet.',
    tags: ['Cyber', 'Credit'],
    dimensions: { company_bankruptcy_index_ranges: '[-5,1.81)', company_size_change_ranges: '[-100,-20)' },
    values: { max_line: 750_000, policy_share_cap: 4 },
    window: { from: -300 },
    newest: { version: 3, day: -9, reason: 'Only where the workforce shrank by more than a fifth' },
  },
  {
    name: 'Cyber ransomware tightening 2027',
    description: 'Short waiting periods get less capacity from the new year on.',
    tags: ['Cyber', '1 January'],
    dimensions: {
      risk_codes: ['CY', 'CZ'],
      bi_cover_waiting_period_ranges: '[0,12]',
      cyber_war_exclusion_ids: ['LMA5564A', 'LMA5564B'],
    },
    values: { max_line: 1_000_000, policy_share_cap: 4 },
    window: { from: 47 },
    newest: { day: -4 },
  },
  {
    name: 'Cyber short waiting period',
    description: 'Business interruption cover that begins within a working day.',
    tags: ['Cyber', 'BI'],
    dimensions: { bi_cover_waiting_period_ranges: '[0,8)' },
    values: { policy_share_cap: 6 },
    window: { from: -14 },
    newest: { day: -16 },
  },
  {
    name: 'Cyber excess of $50m',
    description: 'High excess layers.',
    tags: ['Cyber', 'Excess'],
    dimensions: { is_primary: 'excess', attachment_point_ranges: '[50000000,)' },
    values: { lead_share_cap: 40, max_line: 5_000_000, min_line: 500_000 },
    window: { from: -320 },
    newest: { version: 4, day: -75, reason: 'Max line 5,000,000' },
  },
  {
    name: 'Cyber excess, $10m to $50m',
    description: 'Middle excess layers of data and privacy programmes in the United States.',
    tags: ['Cyber', 'Excess'],
    journeys: ['new_business', 'renewal'],
    dimensions: { ...EXCESS, attachment_point_ranges: '[10000000,50000000)', ...US },
    values: { lead_share_cap: 35, max_line: 3_500_000, min_line: 350_000 },
    window: { from: -14, until: 351 },
    newest: { day: -14, reason: 'Extend to $50m, max line 3.5m' },
    earlier: [
      {
        dimensions: { ...LOWER_EXCESS, risk_codes: ['CY'] },
        values: { lead_share_cap: 30, max_line: 2_500_000, min_line: 250_000 },
      },
      { reason: 'CZ added: property damage follows the same terms', dimensions: LOWER_EXCESS },
      { reason: 'United States only', dimensions: { ...LOWER_EXCESS, ...US } },
      { reason: 'Min line 350,000', values: { lead_share_cap: 30, max_line: 2_500_000, min_line: 350_000 } },
      { reason: 'Lead share cap 35%', values: { lead_share_cap: 35, max_line: 2_500_000, min_line: 350_000 } },
    ],
    draft: {
      reason: 'Attach from $5m, add Canada',
      dimensions: { ...EXCESS, attachment_point_ranges: '[5000000,50000000)', domicile_countries: ['US', 'CA'] },
    },
  },
  {
    name: 'Cyber primary under $100m revenue',
    description: 'Small and medium companies, first layer.',
    tags: ['Cyber', 'SME'],
    journeys: ['new_business', 'renewal', 'electronic_placement'],
    dimensions: { is_primary: 'primary', revenue_ranges: '[0,100000000)' },
    values: { lead_share_cap: 20, max_line: 2_500_000, min_line: 250_000, policy_share_cap: 10 },
    window: { from: -318, until: 47 },
    newest: { version: 5, day: -52, reason: 'Policy share cap 10%' },
    draft: {
      reason: 'Retail at a lower line',
      dimensions: { is_primary: 'primary', revenue_ranges: '[0,100000000)', cyber_sectors: ['retail', 'hospitality'] },
      values: { lead_share_cap: 20, max_line: 2_000_000, min_line: 250_000, policy_share_cap: 10 },
    },
  },
  {
    name: 'Cyber primary $100m to $1bn revenue',
    description: 'Middle market, first layer.',
    tags: ['Cyber', 'Mid-market'],
    dimensions: { is_primary: 'primary', revenue_ranges: '[100000000,1000000000)' },
    values: { lead_share_cap: 25, max_line: 3_000_000, min_line: 250_000, policy_share_cap: 8 },
    window: { from: -318 },
    newest: { version: 3, day: -21, reason: 'Policy share cap 8%' },
  },
  {
    name: 'Cyber Alder-led, line of 10% or more',
    description: 'Where Alder leads with a real line, we keep ours.',
    tags: ['Cyber', 'Follow'],
    dimensions: { nominated_syndicate_numbers: ['9101'], nominated_syndicate_line_ranges: '[10,100]' },
    values: { ignore_expiring_line: 'expiring_line', lead_share_cap: 50 },
    window: { from: -150 },
    newest: { version: 2, day: -150, reason: 'Lead share cap 50%' },
  },
  {
    name: 'Cyber base appetite',
    description: 'What remains when nothing above has decided.',
    tags: ['Cyber', 'Base'],
    dimensions: { risk_codes: ['CY', 'CZ'] },
    values: {
      ignore_expiring_line: 'ignores',
      lead_share_cap: 15,
      max_line: 1_000_000,
      min_line: 100_000,
      policy_share_cap: 5,
    },
    newest: { version: 3, day: -33, reason: 'Max line 1,000,000' },
  },
];

/** Being removed from the buckets that use it. */
export const CYBER_CARVE_OUT: DemoDial = {
  name: 'Cyber property damage carve-out',
  description: 'Physical damage that follows from an attack, on its own terms.',
  tags: ['Cyber'],
  dimensions: { risk_codes: ['CZ'] },
  values: { max_line: 500_000 },
  window: { from: -200 },
  newest: { version: 2, day: -120, reason: 'Max line 500,000' },
};
