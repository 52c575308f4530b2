import type { FieldError } from './check.ts';
import type { ReferenceList } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf, type DialDimensions, type DimensionKey } from '#domain/dimension/registry.ts';

/** What the entries of a reference list are called together. */
export const LIST_NAMES: Readonly<Record<ReferenceList, string>> = {
  risk_codes: 'risk codes',
  brokers: 'brokers',
  countries: 'countries',
  cyber_sectors: 'cyber sectors',
  cyber_war_exclusions: 'cyber war exclusions',
  placing_bases: 'placing bases',
  pi_limit_types: 'limit types',
  pi_professional_categories: 'professional categories',
  canada_provinces: 'Canadian provinces',
  partners: 'syndicates',
  primary_dimensions: 'primary dimensions',
};

/** The dimensions whose options come from this list. */
export const keysReading = (list: ReferenceList): DimensionKey[] =>
  DIMENSION_KEYS.filter((key) => {
    const dimension = dimensionOf(key);
    return dimension.kind === 'options' && dimension.list === list;
  });

export type UsedOptions = Readonly<{ key: DimensionKey; list: ReferenceList; codes: readonly string[] }>;

/** What a dial names of the reference lists. */
export function usedOptions(dimensions: DialDimensions): UsedOptions[] {
  return DIMENSION_KEYS.flatMap((key) => {
    const dimension = dimensionOf(key);
    const codes: unknown = dimensions[key];
    if (dimension.kind !== 'options' || !Array.isArray(codes)) return [];
    return [{ key, list: dimension.list, codes: codes as readonly string[] }];
  });
}

export type OptionState = 'offered' | 'retired' | 'unknown';

/** A retired option may stay where it was before, and be chosen nowhere anew. */
export function checkOptions(
  dimensions: DialDimensions,
  stateOf: (list: ReferenceList, code: string) => OptionState,
  previous: DialDimensions = {},
): FieldError[] {
  return usedOptions(dimensions).flatMap(({ key, list, codes }) => {
    const kept: unknown = previous[key];
    const wrong = codes.filter((code) => {
      const state = stateOf(list, code);
      return state === 'unknown' || (state === 'retired' && !(Array.isArray(kept) && kept.includes(code)));
    });
    return wrong.length === 0 ? [] : [{ path: `dimensions.${key}`, message: notAmong(wrong, list) }];
  });
}

function notAmong(codes: readonly string[], list: ReferenceList): string {
  const last = codes.at(-1) ?? '';
  if (codes.length === 1) return `${last} is not one of the ${LIST_NAMES[list]}`;
  return `${codes.slice(0, -1).join(', ')} and ${last} are not among the ${LIST_NAMES[list]}`;
}
