import type {
  Dimension,
  DimensionKind,
  DimensionOf,
  DimensionValue,
  KindValues,
  NameOption,
  RiskValue,
} from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf, type DialDimensions, type DimensionKey } from '#domain/dimension/registry.ts';
import { choicesKind, oneOfKind } from './choices.ts';
import { intervalsKind } from './intervals/kind.ts';
import type { DimensionChange, Kind } from './kind.ts';
import { optionsKind } from './options.ts';
import { yesNoKind } from './yes-no.ts';

const KINDS = {
  intervals: intervalsKind,
  options: optionsKind,
  choices: choicesKind,
  'one-of': oneOfKind,
  'yes-no': yesNoKind,
} as const satisfies {
  [K in DimensionKind]: (dimension: DimensionOf<K>) => Kind<KindValues[K]['value'], KindValues[K]['risk']>;
};

type AnyKind = Kind<DimensionValue, RiskValue>;
const cache = new WeakMap<Dimension, AnyKind>();

/** Cached per dimension. */
export function kindOf(dimension: Dimension): AnyKind {
  const cached = cache.get(dimension);
  if (cached !== undefined) return cached;
  const kind = KINDS[dimension.kind](dimension as never) as unknown as AnyKind;
  cache.set(dimension, kind);
  return kind;
}

/** Empty values count as unset. */
export function isSet(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
}

/** The value, if set and of the right shape. */
function readValue(key: DimensionKey, value: unknown): DimensionValue | undefined {
  return isSet(value) && kindOf(dimensionOf(key)).isValue(value) ? value : undefined;
}

export type SetDimension = Readonly<{ key: DimensionKey; dimension: Dimension; kind: AnyKind; value: DimensionValue }>;

const REGISTRY_ORDER: ReadonlyMap<string, number> = new Map(DIMENSION_KEYS.map((key, index) => [key, index]));
const compareKeys = (a: DimensionKey, b: DimensionKey): number =>
  (REGISTRY_ORDER.get(a) ?? 0) - (REGISTRY_ORDER.get(b) ?? 0);

/** The set dimensions of a dial, in registry order. */
export function listSetDimensions(dimensions: DialDimensions): SetDimension[] {
  const keys = Object.keys(dimensions).filter((key): key is DimensionKey => REGISTRY_ORDER.has(key));
  return keys.toSorted(compareKeys).flatMap((key) => {
    const value = readValue(key, dimensions[key]);
    const dimension = dimensionOf(key);
    return value === undefined ? [] : [{ key, dimension, kind: kindOf(dimension), value }];
  });
}

/** Lists compare as sets, intervals by what they cover. */
export function isSameValue(key: DimensionKey, a: unknown, b: unknown): boolean {
  const [left, right] = [readValue(key, a), readValue(key, b)];
  if (left === undefined || right === undefined) return isSet(a) === isSet(b) && left === right;
  return kindOf(dimensionOf(key)).equals(left, right);
}

export function diffDimension(key: DimensionKey, before: unknown, after: unknown): DimensionChange | undefined {
  if (isSameValue(key, before, after)) return undefined;
  return kindOf(dimensionOf(key)).diff(readValue(key, before), readValue(key, after));
}

/** "Any" if unset. */
export function describeValue(key: DimensionKey, value: unknown, nameOption: NameOption): string {
  const read = readValue(key, value);
  return read === undefined ? 'Any' : kindOf(dimensionOf(key)).describe(read, nameOption);
}
