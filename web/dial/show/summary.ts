import type { Dimension, ReferenceList } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf, type DialDimensions, type DimensionKey } from '#domain/dimension/registry.ts';
import type { NameOption } from '#domain/dial/sentence.ts';

/** A piece of the line below a dial's name; interval notation is set in its own type. */
export type SummaryPiece = Readonly<{ text: string; notation?: true }>;

const MOST_PARTS = 4;
const MOST_NAMED = 2;

/** What tells most comes first, because a narrow column cuts the end off: the layer, the codes, the numbers. */
const ORDER: Readonly<Record<Dimension['kind'], number>> = {
  'one-of': 0,
  choices: 0,
  intervals: 2,
  options: 3,
  'yes-no': 4,
};
const orderOf = (key: DimensionKey): number => (key === 'risk_codes' ? 1 : ORDER[dimensionOf(key).kind]);

/** Where the label is longer than one line can carry. */
const SHORT: Partial<Record<DimensionKey, string>> = {
  attachment_point_ranges: 'attachment',
  bi_cover_waiting_period_ranges: 'waiting period',
  nominated_syndicate_line_ranges: 'nominated line',
  company_size_change_ranges: 'size change',
};
const MANY: Partial<Record<ReferenceList, string>> = { countries: 'countries', canada_provinces: 'provinces' };
/** Common nouns, which stand small inside a sentence; names keep their capital. */
const NOUNS: ReadonlySet<ReferenceList> = new Set([
  'placing_bases',
  'cyber_sectors',
  'pi_professional_categories',
  'pi_limit_types',
]);

/** "Excess, CY or CZ, attachment [10000000,50000000)": what a dial is, in one line. */
export function summarise(dimensions: DialDimensions, nameOption: NameOption): SummaryPiece[] {
  const parts = DIMENSION_KEYS.flatMap((key) => {
    const pieces = partOf(key, dimensions[key], nameOption);
    return pieces.length === 0 ? [] : [{ pieces, order: orderOf(key) }];
  }).toSorted((a, b) => a.order - b.order);
  if (parts.length === 0) return [{ text: 'Every risk' }];
  const shown = parts.length > MOST_PARTS ? parts.slice(0, MOST_PARTS - 1) : parts;
  const rest = parts.length - shown.length;
  const pieces = shown.flatMap(({ pieces: [first, ...more] }, index) =>
    first === undefined ? [] : [{ ...first, text: (index > 0 ? ', ' : '') + first.text }, ...more],
  );
  const [first, ...others] = rest > 0 ? [...pieces, { text: `, ${rest} more` }] : pieces;
  return first === undefined ? [] : [{ ...first, text: capital(first.text) }, ...others];
}

function partOf(key: DimensionKey, value: unknown, nameOption: NameOption): SummaryPiece[] {
  const dimension = dimensionOf(key);
  const noun = SHORT[key] ?? small(dimension.label);
  switch (dimension.kind) {
    case 'intervals':
      return typeof value === 'string' && value !== '' ? [{ text: `${noun} ` }, { text: value, notation: true }] : [];
    case 'yes-no':
      return typeof value === 'boolean' ? [{ text: value ? noun : `no ${noun}` }] : [];
    case 'one-of':
    case 'choices': {
      const label = (code: string) => small(dimension.options.find((option) => option.value === code)?.label ?? code);
      return named(listOf(value).map(label), noun);
    }
    case 'options': {
      const name = (code: string) => {
        const text = nameOption(dimension.list, code);
        return NOUNS.has(dimension.list) ? small(text) : text;
      };
      return named(listOf(value).map(name), MANY[dimension.list] ?? noun);
    }
  }
}

function named(names: readonly string[], many: string): SummaryPiece[] {
  if (names.length === 0) return [];
  return [{ text: names.length > MOST_NAMED ? `${names.length} ${many}` : names.join(' or ') }];
}

function listOf(value: unknown): readonly string[] {
  if (typeof value === 'string' && value !== '') return [value];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** Abbreviations ("BI", "D&O") stay as they are. */
const small = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
