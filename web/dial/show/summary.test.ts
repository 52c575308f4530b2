import { expect, test } from 'vitest';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import type { DialScope } from '#domain/dial/sentence.ts';
import type { DialDimensions } from '#domain/dimension/registry.ts';
import { summarise } from '#domain/dial/summary.ts';

const NAMES: Readonly<Record<string, string>> = { GB: 'United Kingdom', open_market: 'Open market' };
const line = (dimensions: DialDimensions, more: Partial<DialScope> = {}) =>
  summarise({ ...EMPTY_DIAL, dimensions, ...more }, (_list, code) => NAMES[code] ?? code)
    .map(({ text }) => text)
    .join('');

test.each<[string, DialDimensions]>([
  ['Excess, attachment $10m to $50m', { attachment_point_ranges: '[10000000,50000000)', is_primary: 'excess' }],
  ['Primary, revenue $0 to $100m', { is_primary: 'primary', revenue_ranges: '[0,100000000)' }],
  ['CY or CZ, waiting period 0 to 12 hours', { risk_codes: ['CY', 'CZ'], bi_cover_waiting_period_ranges: '[0,12]' }],
  ['Waiting period 0 to 8 hours', { bi_cover_waiting_period_ranges: '[0,8)' }],
  [
    'Listed, days since IPO 0 to 365 days',
    { company_listed_statuses: ['listed'], company_days_since_ipo_ranges: '[0,365)' },
  ],
  ['Offshore, EM or EY', { risk_codes: ['EM', 'EY'], energy_asset_location_type: 'offshore' }],
  ['BB, crime coverage', { risk_codes: ['BB'], fi_is_crime_coverage: true }],
  ['WB, 4 countries', { risk_codes: ['WB'], domicile_countries: ['YE', 'ER', 'SD', 'SA'] }],
  ['E2, lawyer count 500 or more', { risk_codes: ['E2'], lawyer_exposure_count_ranges: '[500,)' }],
  ['P3 or P5, United Kingdom', { risk_codes: ['P3', 'P5'], domicile_countries: ['GB'] }],
  ['TO, open market', { risk_codes: ['TO'], placing_bases: ['open_market'] }],
  ['No D&O coverage', { fi_is_dando_coverage: false }],
  ['Every risk', {}],
  ['Every risk', { risk_codes: [], revenue_ranges: '' }],
])('%s', (text, dimensions) => {
  expect(line(dimensions)).toBe(text);
});

test('a long summary names the most important dimensions and counts the rest', () => {
  expect(
    line({
      risk_codes: ['CY'],
      is_primary: 'excess',
      attachment_point_ranges: '[1,2]',
      revenue_ranges: '[1,2]',
      fi_is_pi_coverage: true,
    }),
  ).toBe('Excess, CY, attachment $1 to $2, 2 more');
});

test('intervals stand in words, with their notation beside', () => {
  const pieces = summarise(
    { ...EMPTY_DIAL, dimensions: { is_primary: 'excess', revenue_ranges: '[1,2]' } },
    (_list, code) => code,
  );
  expect(pieces.filter(({ notation }) => notation)).toEqual([{ text: '$1 to $2', notation: '[1,2]' }]);
});

test('journeys and the active window are always listed, however many dimensions are set', () => {
  const timing = { journeys: ['renewal'], active_from: '2026-11-01', active_until: '2027-01-01' } as const;
  expect(line({}, timing)).toBe('Every risk, renewal only, from 1 Nov 2026, before 1 Jan 2027');
  const five = {
    risk_codes: ['CY'],
    is_primary: 'excess',
    attachment_point_ranges: '[1,2]',
    revenue_ranges: '[1,2]',
    fi_is_pi_coverage: true,
  } as const;
  expect(line(five, timing)).toBe(
    'Excess, CY, attachment $1 to $2, 2 more, renewal only, from 1 Nov 2026, before 1 Jan 2027',
  );
});
