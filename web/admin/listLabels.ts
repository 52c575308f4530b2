import type { EditableList } from '#contract/admin-lists.ts';

/** What people call the reference lists. */
export const LIST_LABELS: Readonly<Record<EditableList, string>> = {
  brokers: 'Brokers',
  canada_provinces: 'Canadian provinces',
  countries: 'Countries',
  cyber_sectors: 'Cyber sectors',
  cyber_war_exclusions: 'Cyber war exclusions',
  pi_limit_types: 'PI limit types',
  pi_professional_categories: 'PI professional categories',
  placing_bases: 'Placing bases',
  primary_dimensions: 'Primary dimensions',
  risk_codes: 'Risk codes',
};

export const LISTS = Object.keys(LIST_LABELS) as readonly EditableList[];
