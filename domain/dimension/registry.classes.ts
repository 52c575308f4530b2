import { classesOf } from '#domain/cob/class-of-business.ts';
import type { Dimension } from './dimension.ts';

const CYBER = { group: 'Cyber', classes: classesOf('Cyber Privacy & Tech') } as const;
const PI = { group: 'PI', classes: [...classesOf('PI US', 'PL Int'), 'fi-pi'] } as const;
const FI = { group: 'FI', classes: classesOf('FI') } as const;
const ENERGY = { group: 'Energy', classes: classesOf('Energy') } as const;

/** Dimensions of specific classes. */
export const CLASS_DIMENSIONS = {
  bi_cover_waiting_period_ranges: {
    kind: 'intervals',
    label: 'BI waiting period',
    short: 'waiting period',
    plural: 'BI waiting periods',
    help: 'Hours, one or more intervals',
    ...CYBER,
    unit: 'hours',
    axis: { from: 0, to: 36, marks: [0, 36, 24, 12] },
    clause: 'the BI waiting period is',
  },
  cyber_sectors: {
    kind: 'options',
    label: 'Cyber sectors',
    help: 'Any of these matches',
    ...CYBER,
    list: 'cyber_sectors',
    clause: 'the sector is',
  },
  cyber_war_exclusion_ids: {
    kind: 'options',
    label: 'Cyber war exclusions',
    help: 'Clause on the slip',
    ...CYBER,
    list: 'cyber_war_exclusions',
    clause: 'the cyber war exclusion is',
  },
  lawyer_exposure_count_ranges: {
    kind: 'intervals',
    label: 'Lawyer count',
    plural: 'numbers of lawyers',
    help: 'Fee earners, one or more intervals',
    ...PI,
    unit: 'count',
    axis: { from: 0, to: 500, marks: [0, 500, 250, 100] },
    clause: 'the number of lawyers is',
  },
  pi_professional_category_ids: {
    kind: 'options',
    label: 'Professional categories',
    help: 'Any of these matches',
    ...PI,
    list: 'pi_professional_categories',
    clause: 'the profession is',
  },
  pi_limit_type_ids: {
    kind: 'options',
    label: 'Limit types',
    help: 'Any of these matches',
    ...PI,
    list: 'pi_limit_types',
    clause: 'the limit is',
  },
  pi_canada_domicile_province_ids: {
    kind: 'options',
    label: 'Canadian province',
    short: 'provinces',
    help: 'Any of these matches',
    ...PI,
    list: 'canada_provinces',
    clause: 'the Canadian province is',
  },
  pi_is_performing_valuation_for_lending: {
    kind: 'yes-no',
    label: 'Valuation for lending',
    help: 'Performs valuations for lending',
    ...PI,
    clause: ['it performs valuations for lending', 'it performs no valuation for lending'],
  },
  pi_is_undertaking_tax_avoidance_schemes: {
    kind: 'yes-no',
    label: 'Tax avoidance schemes',
    help: 'Undertakes tax avoidance schemes',
    ...PI,
    clause: ['it undertakes tax avoidance schemes', 'it undertakes no tax avoidance scheme'],
  },
  fi_is_crime_coverage: {
    kind: 'yes-no',
    label: 'Crime coverage',
    help: 'The policy covers crime',
    ...FI,
    clause: ['crime is covered', 'crime is not covered'],
  },
  fi_is_dando_coverage: {
    kind: 'yes-no',
    label: 'D&O coverage',
    help: 'The policy covers D&O',
    ...FI,
    clause: ['D&O is covered', 'D&O is not covered'],
  },
  fi_is_pi_coverage: {
    kind: 'yes-no',
    label: 'PI coverage',
    help: 'The policy covers PI',
    ...FI,
    clause: ['PI is covered', 'PI is not covered'],
  },
  energy_asset_location_type: {
    kind: 'one-of',
    label: 'Asset location',
    help: 'Where the assets are',
    ...ENERGY,
    options: [
      { value: 'onshore', label: 'Onshore' },
      { value: 'offshore', label: 'Offshore' },
      { value: 'both', label: 'Both' },
    ],
    clause: 'the assets are',
  },
  energy_has_clopi_or_cbi_exposures: {
    kind: 'yes-no',
    label: 'CLOPI or CBI exposures',
    help: 'Loss of production or contingent business interruption',
    ...ENERGY,
    clause: ['it has CLOPI or CBI exposures', 'it has no CLOPI or CBI exposure'],
  },
  energy_is_interest_100_all_assets: {
    kind: 'yes-no',
    label: 'Interest 100% in all assets',
    help: 'The insured owns all assets outright',
    ...ENERGY,
    clause: ['the interest is 100% in all assets', 'the interest is not 100% in all assets'],
  },
} as const satisfies Record<string, Dimension>;
