import type { DemoDial } from './demo.story.ts';
import { BOOK_DIALS } from './demo-book.ts';
import { CYBER_CARVE_OUT, CYBER_DIALS } from './demo-dials.cyber.ts';
import { PROFESSIONAL_DIALS } from './demo-dials.professional.ts';

const PROPERTY_AND_MARINE: readonly DemoDial[] = [
  {
    name: 'Energy GOM wind, renewals only',
    description: 'Offshore property and control of well in the Gulf of Mexico.',
    tags: ['Energy', 'Nat cat'],
    journeys: ['renewal'],
    dimensions: { risk_codes: ['EM', 'EY'], energy_asset_location_type: 'offshore' },
    values: { ignore_expiring_line: 'maintains', max_line: 7_500_000, min_line: 500_000, policy_share_cap: 7.5 },
    window: { from: -167 },
    newest: { version: 3, day: -40, reason: 'Max line 7,500,000 after the season' },
  },
  {
    name: 'Energy onshore, CLOPI exposures',
    description: 'Contingent business interruption on assets that are shared with others.',
    tags: ['Energy'],
    dimensions: {
      risk_codes: ['EF'],
      energy_asset_location_type: 'onshore',
      energy_has_clopi_or_cbi_exposures: true,
      energy_is_interest_100_all_assets: false,
    },
    values: { max_line: 5_000_000, policy_share_cap: 5 },
    newest: { version: 2, day: -88, reason: 'Policy share cap 5%' },
  },
  {
    name: 'Energy offshore construction, known brokers',
    description: 'Single projects from brokers who bring the full survey.',
    tags: ['Energy', 'Construction'],
    dimensions: {
      risk_codes: ['EC'],
      brokers: ['anchor-risk', 'gantry-specialty', 'holdfast'],
      energy_asset_location_type: 'both',
    },
    values: { max_line: 10_000_000, min_line: 1_000_000, lead_share_cap: 60 },
    window: { from: 30 },
  },
  {
    name: 'Marine war breach voyages, Red Sea',
    description: 'Quoted daily; the list of countries is what moves.',
    tags: ['Marine war'],
    dimensions: { risk_codes: ['WB'], domicile_countries: ['EG', 'SA', 'YE', 'ER'] },
    values: { max_line: 2_500_000, policy_share_cap: 2.5 },
    window: { from: -257 },
    newest: { version: 4, day: -12, reason: 'Max line 2,500,000' },
    draft: {
      reason: 'Djibouti added',
      dimensions: { risk_codes: ['WB'], domicile_countries: ['EG', 'SA', 'YE', 'ER', 'DJ'] },
    },
  },
  {
    name: 'Property UK flood, coastal postcode',
    description: 'Closed after the last renewal; kept for its history.',
    tags: ['Property', 'Flood'],
    dimensions: { risk_codes: ['P3', 'P5'], domicile_countries: ['GB'] },
    values: { max_line: 2_500_000, min_line: 100_000 },
    window: { from: -410, until: -45 },
    newest: { version: 3, day: -200, reason: 'Min line 100,000' },
  },
  {
    name: 'Specie vault accumulations',
    description: 'Ground-up vault risks, where several policies meet under one roof.',
    tags: ['Specie'],
    dimensions: { risk_codes: ['GS', 'JB'], attachment_point_ranges: '[0,0]' },
    values: { max_line: 5_000_000, lead_share_cap: 50 },
    window: { from: 16 },
    newest: { version: 2, day: -20, reason: 'From December on' },
  },
  {
    name: 'Terrorism overseas, high-rise',
    description: 'Stand-alone terrorism outside of the UK.',
    tags: ['Terrorism'],
    dimensions: { risk_codes: ['TO'], placing_bases: ['open-market'] },
    values: { max_line: 10_000_000, policy_share_cap: 10 },
    window: { from: -349, until: 16 },
    newest: { version: 2, day: -100, reason: 'Policy share cap 10%' },
  },
  {
    name: 'Cargo facility, quota share',
    description: 'The facility ended; its renewal was not offered.',
    tags: ['Cargo', 'Facility'],
    journeys: ['facility', 'line_slip_declaration'],
    dimensions: {
      risk_codes: ['V', 'VL'],
      placing_bases: ['broker-facility', 'consortium'],
      brokers: ['cardinal-marine', 'jetty-and-co'],
    },
    values: { lead_share_cap: 100, policy_share_cap: 15 },
    window: { from: -500, until: -135 },
    newest: { day: -510 },
  },
  {
    name: 'Contingency non-appearance, tours',
    description: 'Concert tours of the coming summer.',
    tags: ['Contingency'],
    dimensions: { risk_codes: ['PN'], placing_bases: ['open-market', 'facultative-reinsurance'] },
    values: { max_line: 1_000_000, min_line: 50_000 },
    window: { from: 75, until: 320 },
    newest: { day: -2 },
  },
];

export const DEMO_DIALS: readonly DemoDial[] = [
  ...CYBER_DIALS,
  ...PROFESSIONAL_DIALS,
  ...PROPERTY_AND_MARINE,
  CYBER_CARVE_OUT,
  ...BOOK_DIALS,
];
