import type { ReferenceList } from '#domain/dimension/dimension.ts';

const NOUNS: Readonly<Record<ReferenceList, string>> = {
  risk_codes: 'code',
  brokers: 'broker',
  countries: 'country',
  cyber_sectors: 'sector',
  cyber_war_exclusions: 'clause',
  placing_bases: 'placing basis',
  pi_limit_types: 'limit type',
  pi_professional_categories: 'profession',
  canada_provinces: 'province',
  partners: 'syndicate',
  primary_dimensions: 'reference',
};

/** One of the list, in the middle of a sentence: "Any placing basis", "Add a code". */
export const nounOf = (list: ReferenceList): string => NOUNS[list];

/** Where people say the code itself; elsewhere the label says it all. */
export const showsCode = (list: ReferenceList): boolean =>
  list === 'risk_codes' || list === 'partners' || list === 'cyber_war_exclusions';
