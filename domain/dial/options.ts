import { LISTS, type ReferenceList } from '#domain/dimension/dimension.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import type { FieldError } from './check.ts';
import { DIMENSION_KEYS, dimensionOf, type DialDimensions, type DimensionKey } from '#domain/dimension/registry.ts';

/** The dimensions whose options come from this list. */
export const keysOfList = (list: ReferenceList): DimensionKey[] =>
  DIMENSION_KEYS.filter((key) => {
    const dimension = dimensionOf(key);
    return dimension.kind === 'options' && dimension.list === list;
  });

export type UsedOptions = Readonly<{ key: DimensionKey; list: ReferenceList; codes: readonly string[] }>;

/** The reference options that a dial uses. */
export function usedOptions(dimensions: DialDimensions): UsedOptions[] {
  return listSetDimensions(dimensions).flatMap(({ key, dimension, value }) =>
    dimension.kind === 'options' ? [{ key, list: dimension.list, codes: value as readonly string[] }] : [],
  );
}

export type OptionState = 'offered' | 'retired' | 'unknown';

/** Retired options may stay but not be added. */
export function checkOptions(
  dimensions: DialDimensions,
  stateOf: (list: ReferenceList, code: string) => OptionState,
  previous: DialDimensions = {},
): FieldError[] {
  return usedOptions(dimensions).flatMap(({ key, list, codes }) => {
    const before: unknown = previous[key];
    const wrong = codes.filter((code) => {
      const state = stateOf(list, code);
      return state === 'unknown' || (state === 'retired' && !(Array.isArray(before) && before.includes(code)));
    });
    return wrong.length === 0 ? [] : [{ path: `dimensions.${key}`, message: describeUnknownCodes(wrong, list) }];
  });
}

function describeUnknownCodes(codes: readonly string[], list: ReferenceList): string {
  const { plural } = LISTS[list];
  const last = codes.at(-1) ?? '';
  if (codes.length === 1) return `${last} is not one of the ${plural}`;
  return `${codes.slice(0, -1).join(', ')} and ${last} are not among the ${plural}`;
}
