import fc from 'fast-check';
import { JOURNEYS } from '#domain/dial/dial.ts';
import type { Dimension, DimensionKind, DimensionOf, KindValues } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import { type DialValues, isAmountKey, VALUE_KEYS } from '#domain/value/registry.ts';
import type { RatedEntry } from './evaluate.ts';
import type { Risk } from './risk.ts';

/** Random buckets and risks for property tests, from few distinct values, so that dials often match. */

type Sample<K extends DimensionKind> = Readonly<{
  dialValue: fc.Arbitrary<KindValues[K]['value']>;
  riskValue: fc.Arbitrary<KindValues[K]['risk']>;
}>;
const some = (texts: readonly string[]) => fc.subarray([...texts], { minLength: 1 });
const valuesOf = ({ options }: DimensionOf<'choices' | 'one-of'>) => options.map(({ value }) => value);
export const CODES = ['A', 'B', 'C', 'D'];
const NOTATIONS = ['[0,5]', '(0,5)', '[2,)', '(,3)', '(,)', '[0,1) [2,2] (4,9)'];

const SAMPLES: { readonly [K in DimensionKind]: (dimension: DimensionOf<K>) => Sample<K> } = {
  intervals: () => ({ dialValue: fc.constantFrom(...NOTATIONS), riskValue: fc.integer({ min: 0, max: 6 }) }),
  options: () => ({ dialValue: some(CODES), riskValue: some(CODES) }),
  choices: (dimension) => ({ dialValue: some(valuesOf(dimension)), riskValue: some(valuesOf(dimension)) }),
  'one-of': (dimension) => ({
    dialValue: fc.constantFrom(...valuesOf(dimension)),
    riskValue: fc.constantFrom(...valuesOf(dimension)),
  }),
  'yes-no': () => ({ dialValue: fc.boolean(), riskValue: fc.boolean() }),
};
const sampleOf = (dimension: Dimension) => SAMPLES[dimension.kind](dimension as never);

const journey = fc.constantFrom(...JOURNEYS.slice(0, 3).map(({ value }) => value));
export const day = fc.constantFrom('2026-11-15', '2026-11-16', '2026-11-17');
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
const option = fc.constantFrom('maintains', 'ignores');
const values: fc.Arbitrary<DialValues> = fc.record(
  Object.fromEntries(VALUE_KEYS.map((key) => [key, isAmountKey(key) ? fc.integer({ min: 1, max: 4 }) : option])),
  { requiredKeys: [] },
);

const dimensionsOf = (keys: readonly DimensionKey[]) =>
  fc
    .uniqueArray(fc.constantFrom(...keys), { maxLength: 3 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((key) => [key, sampleOf(dimensionOf(key)).dialValue]))));
const dialOf = (keys: readonly DimensionKey[]): fc.Arbitrary<RatedEntry['dial']> =>
  fc.record({
    dimensions: dimensionsOf(keys),
    journeys: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.uniqueArray(journey, { minLength: 1 })),
    active_from: nullable(day).map((from) => (from === '2026-11-17' ? null : from)),
    active_until: nullable(fc.constantFrom('2026-11-17', '2026-11-18')),
    values,
  });

/** Dials restricted by these dimensions only; fewer dimensions mean more overlap. */
export const bucketOf = (keys: readonly DimensionKey[], maxLength: number): fc.Arbitrary<readonly RatedEntry[]> =>
  fc
    .array(fc.record({ dial: dialOf(keys), overrides: values }), { maxLength })
    .map((entries) => entries.map((entry, index) => ({ dial_id: `d${index}`, ...entry })));
export const bucket = bucketOf(DIMENSION_KEYS, 8);
export const risk = fc.record({
  date: day,
  journey: fc.option(journey, { freq: 9 }),
  dimensions: fc.record(Object.fromEntries(DIMENSION_KEYS.map((key) => [key, sampleOf(dimensionOf(key)).riskValue])), {
    requiredKeys: [],
  }),
}) as fc.Arbitrary<Risk>;
