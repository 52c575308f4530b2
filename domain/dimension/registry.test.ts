import { describe, expect, test } from 'vitest';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { GROUPS, isForClass, REFERENCE_LISTS } from './dimension.ts';
import { DIMENSION_KEYS, dimensionOf } from './registry.ts';

/** As the specification names them. */
const SPECIFIED = `attachment_point_ranges bi_cover_waiting_period_ranges brokers company_bankruptcy_index_ranges
  company_days_since_ipo_ranges company_first_year_issuance company_listed_statuses company_size_change_ranges
  company_size_ranges cyber_sectors cyber_war_exclusion_ids domicile_countries energy_asset_location_type
  energy_has_clopi_or_cbi_exposures energy_is_interest_100_all_assets fi_is_crime_coverage fi_is_dando_coverage
  fi_is_pi_coverage is_primary lawyer_exposure_count_ranges nominated_syndicate_line_ranges
  nominated_syndicate_numbers pi_canada_domicile_province_ids pi_is_performing_valuation_for_lending
  pi_is_undertaking_tax_avoidance_schemes pi_limit_type_ids pi_professional_category_ids placing_bases
  primary_dimension_ids revenue_ranges risk_codes`.split(/\s+/);

describe('the registry of dimensions', () => {
  test('has every dimension that the specification names, with whatever was added since', () => {
    expect(DIMENSION_KEYS).toEqual(expect.arrayContaining(SPECIFIED));
  });

  test('what is called ranges takes intervals, and nothing else does', () => {
    for (const key of DIMENSION_KEYS)
      expect([key, dimensionOf(key).kind === 'intervals']).toEqual([key, key.endsWith('_ranges')]);
  });

  test('the bankruptcy index and the change of size can be negative', () => {
    for (const key of ['company_bankruptcy_index_ranges', 'company_size_change_ranges'] as const)
      expect(dimensionOf(key)).toMatchObject({ negative: true });
  });

  test.each([
    ['company_listed_statuses', ['listed', 'private', 'failed']],
    ['energy_asset_location_type', ['onshore', 'offshore', 'both']],
    ['is_primary', ['primary', 'excess']],
  ] as const)('%s offers what the specification names', (key, values) => {
    const dimension = dimensionOf(key);
    expect('options' in dimension && dimension.options.map(({ value }) => value)).toEqual(values);
  });

  test('every dimension has a label of its own, a help text, a group, and classes that exist', () => {
    const slugs = new Set(CLASSES.map(({ slug }) => slug));
    expect(new Set(DIMENSION_KEYS.map((key) => dimensionOf(key).label)).size).toBe(DIMENSION_KEYS.length);
    for (const key of DIMENSION_KEYS) {
      const { help, group, classes } = dimensionOf(key);
      expect(help).not.toBe('');
      expect(GROUPS).toContain(group);
      expect((classes ?? []).filter((slug) => !slugs.has(slug))).toEqual([]);
      expect(classes?.length).not.toBe(0);
    }
  });

  test('every reference list is chosen from by some dimension', () => {
    const lists = DIMENSION_KEYS.map(dimensionOf).flatMap((dimension) => ('list' in dimension ? [dimension.list] : []));
    expect([...new Set(lists)].toSorted()).toEqual([...REFERENCE_LISTS].toSorted());
  });

  test.each([
    ['cyber_sectors', 'cyber-privacy-and-tech', true],
    ['cyber_sectors', 'cargo', false],
    ['pi_limit_type_ids', 'fi-pi', true],
    ['pi_limit_type_ids', 'fi-crime', false],
    ['risk_codes', 'cargo', true],
  ] as const)('%s is for %s: %s', (key, cob, expected) => {
    expect(isForClass(dimensionOf(key), cob)).toBe(expected);
  });
});
