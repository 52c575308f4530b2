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
import { choicesKind } from './choices.ts';
import { intervalsKind } from './intervals/kind.ts';
import type { DimensionChange, Kind } from './kind.ts';
import { oneOfKind } from './one-of.ts';
import { optionsKind } from './options.ts';
import { yesNoKind } from './yes-no.ts';

/** A kind that forgets something is a type error here. */
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
const made = new WeakMap<Dimension, AnyKind>();

/** What can be done with the values of this dimension. */
export function kindOf(dimension: Dimension): AnyKind {
  const known = made.get(dimension);
  if (known !== undefined) return known;
  const kind = KINDS[dimension.kind](dimension as never) as unknown as AnyKind;
  made.set(dimension, kind);
  return kind;
}

/** What is empty is the same as what is not there. */
export function isSet(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
}

/** The value, where it is set and has the shape of its dimension. */
function readValue(key: DimensionKey, value: unknown): DimensionValue | undefined {
  return isSet(value) && kindOf(dimensionOf(key)).isValue(value) ? value : undefined;
}

export type SetDimension = Readonly<{ key: DimensionKey; dimension: Dimension; kind: AnyKind; value: DimensionValue }>;

const PLACES: ReadonlyMap<string, number> = new Map(DIMENSION_KEYS.map((key, index) => [key, index]));
const byPlace = (a: DimensionKey, b: DimensionKey): number => (PLACES.get(a) ?? 0) - (PLACES.get(b) ?? 0);

/** What a dial asks of a risk, in the order of the registry. */
export function listSetDimensions(dimensions: DialDimensions): SetDimension[] {
  const keys = Object.keys(dimensions).filter((key): key is DimensionKey => PLACES.has(key));
  return keys.toSorted(byPlace).flatMap((key) => {
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

/** The value by itself, in a few words; one that is not set matches any. */
export function describeValue(key: DimensionKey, value: unknown, nameOption: NameOption): string {
  const read = readValue(key, value);
  return read === undefined ? 'Any' : kindOf(dimensionOf(key)).describe(read, nameOption);
}
