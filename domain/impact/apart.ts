import type { NameOption } from '#domain/dimension/dimension.ts';
import { formatShort } from '#domain/dimension/format.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import {
  type DialDimensions,
  DIMENSION_KEYS,
  type DimensionKey,
  dimensionOf,
  type RiskDimensions,
} from '#domain/dimension/registry.ts';
import { capitalise, uncapitalise } from '#domain/dimension/words.ts';

/** Part of every description; a listed company says little. */
const NOT_COMPARED: ReadonlySet<DimensionKey> = new Set([
  'is_primary',
  'attachment_point_ranges',
  'domicile_countries',
  'company_listed_statuses',
]);

/**
 * Describes risks by what tells them apart: layer and country, and for those alike in both the first other fact that
 * differs. "Excess $25m, US", "Excess $25m, US, CY".
 */
export function describeApart(risks: readonly RiskDimensions[], nameOption: NameOption): string[] {
  const places = risks.map(describePlace);
  const facts = risks.map((risk) => listFacts(risk, nameOption));
  return risks.map((_, index) => {
    const place = places[index] ?? '';
    const alike = facts.filter((_fact, other) => places[other] === place);
    const apart = [...(facts[index] ?? [])].find(([key, text]) => alike.some((other) => other.get(key) !== text));
    const [only] = place === '' ? [...(facts[index]?.values() ?? [])] : [];
    return capitalise([place, apart?.[1] ?? only].filter(Boolean).join(', '));
  });
}

/** "Excess $25m, US" */
function describePlace({ is_primary, attachment_point_ranges: at, domicile_countries }: RiskDimensions): string {
  const layer = is_primary === 'excess' && at !== undefined ? `excess ${formatShort(at, 'usd')}` : is_primary;
  return capitalise([layer, ...(domicile_countries ?? [])].filter(Boolean).join(', '));
}

/** Named facts first, then numbers. */
function listFacts(risk: RiskDimensions, nameOption: NameOption): ReadonlyMap<DimensionKey, string> {
  // Options of a risk have the same form as in a dial.
  const named = listSetDimensions(risk as DialDimensions).map(({ key, kind, value }): [DimensionKey, string] => {
    const pieces = kind.summarise(value, nameOption).map(({ text }) => text);
    return [key, uncapitalise(pieces.join(''))];
  });
  const numbers = DIMENSION_KEYS.flatMap((key): [DimensionKey, string][] => {
    const [dimension, value] = [dimensionOf(key), risk[key]];
    if (dimension.kind !== 'intervals' || typeof value !== 'number') return [];
    return [[key, `${uncapitalise(dimension.label)} ${formatShort(value, dimension.unit)}`]];
  });
  return new Map([...named, ...numbers].filter(([key]) => !NOT_COMPARED.has(key)));
}
