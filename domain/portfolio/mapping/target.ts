import type { FixedOption } from '#domain/dimension/dimension.ts';
import type { NumberFacts } from '#domain/dimension/kind/number-cell.ts';
import { DIMENSION_KEYS, DIMENSIONS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';

/** Column targets besides dimensions. */
const FACTS = {
  reference: 'Reference',
  cob: 'Class of business',
  journey: 'Journey',
  date: 'Date',
  premium: 'Premium',
} as const;
/** Targets that several columns can have. */
const OTHERS = { kept: 'Kept for grouping', unused: 'Not used' } as const;

export type Fact = keyof typeof FACTS;
export type Target = Fact | DimensionKey | keyof typeof OTHERS;

export const TARGETS = [
  ...(Object.keys(FACTS) as Fact[]),
  ...DIMENSION_KEYS,
  ...(Object.keys(OTHERS) as (keyof typeof OTHERS)[]),
] as readonly Target[];

export const REQUIRED_TARGETS = ['reference', 'cob'] as const satisfies readonly Target[];

export const isTarget = (text: string): text is Target => (TARGETS as readonly string[]).includes(text);
export const isDimension = (target: Target): target is DimensionKey => Object.hasOwn(DIMENSIONS, target);
export const isFact = (target: Target): target is Fact => Object.hasOwn(FACTS, target);
/** Whether at most one column can have it. */
export const isSingle = (target: Target): boolean => !Object.hasOwn(OTHERS, target);

export const targetLabel = (target: Target): string =>
  isDimension(target) ? dimensionOf(target).label : { ...FACTS, ...OTHERS }[target];

/** The list to match unknown names with: reference options, classes or journeys. */
export function matchedAgainst(target: Target): string | undefined {
  if (target === 'cob' || target === 'journey') return target;
  if (!isDimension(target)) return undefined;
  const dimension = dimensionOf(target);
  return dimension.kind === 'options' ? dimension.list : undefined;
}

/** What a match of a column's texts belongs to: a list of names, or the values of one dimension; undefined where none can help. */
export const fixedAgainst = (target: Target): string | undefined =>
  matchedAgainst(target) ?? (isDimension(target) || target === 'premium' ? target : undefined);

/** What an unreadable value can mean, besides no value. */
export function listMeanings(target: Target): readonly FixedOption[] {
  if (!isDimension(target)) return [];
  const dimension = dimensionOf(target);
  if (dimension.kind === 'yes-no') return YES_OR_NO;
  return dimension.kind === 'choices' || dimension.kind === 'one-of' ? dimension.options : [];
}
const YES_OR_NO: readonly FixedOption[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

const PREMIUM: NumberFacts = { unit: 'usd', negative: true };

/** What its numbers are; undefined for other values. */
export function numbersOf(target: Target): NumberFacts | undefined {
  if (target === 'premium') return PREMIUM;
  if (!isDimension(target)) return undefined;
  const dimension = dimensionOf(target);
  return dimension.kind === 'intervals' ? dimension : undefined;
}

/** A row without these cannot be loaded. */
export const isNeeded = (target: Target): boolean => target === 'reference' || target === 'cob' || target === 'date';
