import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { cellReader } from './cell.ts';
import { readDate } from './date.ts';
import { nameKey, type Names } from './names.ts';
import { isSingle, type Target, TARGETS, targetLabel } from './target.ts';

export type Column = Readonly<{ name: string; values: readonly string[] }>;
/** Targets of columns in earlier files, by name key. */
export type KnownTargets = ReadonlyMap<string, Target>;

/** Column name synonyms. */
const SYNONYMS: Readonly<Partial<Record<Target, readonly string[]>>> = {
  reference: [
    'ref',
    'id',
    'risk_id',
    'risk_ref',
    'risk_reference',
    'submission',
    'submission_id',
    'submission_ref',
    'submission_reference',
    'policy_ref',
    'policy_reference',
    'policy_number',
    'policy_no',
    'umr',
    'quote_ref',
    'quote_id',
    'number',
  ],
  cob: ['cob', 'class', 'class_code', 'lob', 'line_of_business', 'business_class', 'product'],
  journey: ['transaction', 'transaction_type', 'business_type', 'new_or_renewal', 'submission_type', 'new_renewal'],
  date: [
    'inception',
    'inception_date',
    'effective',
    'effective_date',
    'start_date',
    'risk_date',
    'submission_date',
    'submitted',
    'received',
    'quote_date',
    'written_date',
  ],
  premium: ['gwp', 'gross_premium', 'gross_written_premium', 'premium_usd', 'written_premium', 'annual_premium'],
  risk_codes: ['risk_cd', 'risk_code', 'rc', 'lloyds_risk_code', 'riskcode'],
  is_primary: ['layer', 'primary_excess', 'primary', 'layer_type', 'primary_xs', 'pri_xs'],
  attachment_point_ranges: [
    'attachment',
    'attach',
    'attachment_usd',
    'excess_point',
    'xs_of',
    'excess_of',
    'attaches_at',
  ],
  placing_bases: ['placing_basis', 'placement', 'placement_type', 'placing_type', 'basis'],
  brokers: ['broker', 'producing_broker', 'producer', 'broker_name', 'placing_broker', 'broker_code'],
  nominated_syndicate_numbers: [
    'nominated_syndicate',
    'syndicate',
    'syndicate_number',
    'syndicates',
    'lead',
    'lead_syndicate',
  ],
  nominated_syndicate_line_ranges: ['nominated_line', 'syndicate_line', 'lead_line', 'nominated_syndicate_line'],
  primary_dimension_ids: ['primary_dimension', 'primary_dimension_id', 'primary_ref'],
  revenue_ranges: ['annual_revenue', 'revenue_usd', 'turnover', 'annual_turnover', 'sales', 'revenues'],
  company_size_ranges: ['employees', 'employee_count', 'headcount', 'number_of_employees', 'staff', 'size'],
  company_size_change_ranges: ['size_change', 'headcount_change', 'employee_growth', 'growth'],
  company_bankruptcy_index_ranges: ['altman_z', 'altman', 'z_score', 'altman_z_score', 'bankruptcy'],
  company_days_since_ipo_ranges: ['ipo_days', 'days_since_ipo', 'days_ipo'],
  company_first_year_issuance: ['first_year', 'first_year_issuance', 'first_policy'],
  company_listed_statuses: ['listed', 'listed_status', 'listing', 'ownership', 'public_private'],
  domicile_countries: [
    'domicile',
    'country',
    'domicile_country',
    'insured_country',
    'country_of_domicile',
    'domiciled_in',
    'country_code',
  ],
  bi_cover_waiting_period_ranges: [
    'bi_wait_hrs',
    'bi_wait',
    'waiting_period',
    'bi_waiting_hours',
    'waiting_hours',
    'bi_waiting_period_hours',
  ],
  cyber_sectors: ['sector', 'industry', 'cyber_sector', 'industry_sector'],
  cyber_war_exclusion_ids: ['war_exclusion', 'cyber_war', 'cyber_war_exclusion', 'war_clause', 'lma_clause'],
  lawyer_exposure_count_ranges: ['lawyers', 'lawyer_count', 'number_of_lawyers', 'fee_earners'],
  pi_professional_category_ids: ['profession', 'professional_category', 'pi_category'],
  pi_limit_type_ids: ['limit_type', 'limit_basis'],
  pi_canada_domicile_province_ids: ['province', 'canadian_province', 'canada_province'],
  pi_is_performing_valuation_for_lending: ['valuation_for_lending', 'lending_valuation', 'valuations'],
  pi_is_undertaking_tax_avoidance_schemes: ['tax_avoidance', 'tax_schemes', 'tax_avoidance_schemes'],
  fi_is_crime_coverage: ['crime', 'crime_cover', 'crime_coverage'],
  fi_is_dando_coverage: ['dando', 'd_and_o', 'dno', 'do_cover', 'dando_coverage'],
  fi_is_pi_coverage: ['pi', 'pi_cover', 'pi_coverage'],
  energy_asset_location_type: ['asset_location', 'on_off_shore', 'onshore_offshore', 'location_type'],
  energy_has_clopi_or_cbi_exposures: ['clopi', 'cbi', 'clopi_cbi', 'clopi_or_cbi'],
  energy_is_interest_100_all_assets: ['interest_100', 'full_interest', 'interest_100_all_assets'],
};

const BY_NAME: ReadonlyMap<string, Target> = new Map(
  TARGETS.filter(isSingle).flatMap((target) =>
    [target, targetLabel(target), ...(SYNONYMS[target] ?? [])].map((name) => [nameKey(name), target] as const),
  ),
);

/** Minimum share of values that must match. */
const MIN_MATCH_SHARE = 0.8;

/**
 * Guesses the target of each column: from earlier files, else by name, else by its first values. Targets are unique; others
 * are `unused`.
 */
export function guessTargets(columns: readonly Column[], names: Names, knownTargets: KnownTargets): Target[] {
  const used = new Set<Target>();
  const guessed = new Map<Column, Target>();
  const assign = (column: Column, target: Target | undefined) => {
    if (target === undefined || guessed.has(column) || (isSingle(target) && used.has(target))) return;
    const keptColumns = [...guessed.values()].filter((other) => other === 'kept').length;
    if (target === 'kept' && keptColumns >= PORTFOLIO_LIMITS.keptColumns) return;
    used.add(target);
    guessed.set(column, target);
  };
  for (const column of columns) assign(column, knownTargets.get(nameKey(column.name)));
  for (const column of columns) assign(column, BY_NAME.get(nameKey(column.name)));
  for (const column of columns) assign(column, guessByValues(column, names));
  return columns.map((column) => guessed.get(column) ?? 'unused');
}

function guessByValues({ values }: Column, names: Names): Target | undefined {
  const context = { names, dates: 'day first' } as const;
  const isMostly = (matches: (text: string) => boolean) => {
    const filled = values.filter((text) => text.trim() !== '');
    // Short numbers and empty columns are ambiguous.
    if (filled.every((text) => /^\d{1,4}$/.test(text))) return false;
    return filled.filter(matches).length >= MIN_MATCH_SHARE * filled.length;
  };
  if (isMostly((text) => names.findClass(text) !== undefined)) return 'cob';
  if (isMostly((text) => names.findJourney(text) !== undefined)) return 'journey';
  if (isMostly((text) => /\d/.test(text) && readDate(text, 'day first') !== undefined)) return 'date';
  return DIMENSION_KEYS.find((key) => {
    if (dimensionOf(key).kind !== 'options') return false;
    const read = cellReader(key, context);
    return isMostly((text) => read(text).kind === 'value');
  });
}
