import { z } from 'zod';
import type { DimensionKind, DimensionOf, FixedOption, KindValues } from '#domain/dimension/dimension.ts';
import { MAX_INTERVAL_TEXT } from '#domain/dimension/kind/intervals/interval.ts';
import { MAX_OPTIONS } from '#domain/dimension/dimension.ts';
import { type DialDimensions, DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import { type DialValues, VALUE_KEYS, type ValueKey, VALUES } from '#domain/value/registry.ts';

export const oneOf = <T extends string>(options: readonly (FixedOption & { value: T })[]) =>
  z.enum(options.map(({ value }) => value) as [T, ...T[]]);

/** Schemas by kind. Empty values count as unset. */
export const DIMENSION_SHAPES = {
  intervals: () => z.string().max(MAX_INTERVAL_TEXT),
  options: () => z.array(z.string().min(1).max(120)).max(MAX_OPTIONS),
  choices: ({ options }) => z.array(oneOf(options)).max(20),
  'one-of': ({ options }) => oneOf(options),
  'yes-no': () => z.boolean(),
} as const satisfies { [K in DimensionKind]: (dimension: DimensionOf<K>) => z.ZodType<KindValues[K]['value']> };

export const dimensionKey = z.enum(DIMENSION_KEYS as [DimensionKey, ...DimensionKey[]]);

/** One optional member per dimension. */
export const shapeDimensions = (shapes: Readonly<Record<DimensionKind, (dimension: never) => z.ZodType>>) =>
  z.strictObject(
    Object.fromEntries(
      DIMENSION_KEYS.map((key) => [key, shapes[dimensionOf(key).kind](dimensionOf(key) as never).optional()]),
    ),
  );
export const dimensionsSchema = shapeDimensions(DIMENSION_SHAPES).meta({
  id: 'DialDimensions',
}) as unknown as z.ZodType<DialDimensions>;

export const valueKey = z.enum(VALUE_KEYS as [ValueKey, ...ValueKey[]]);

/** One optional member per value. */
export const shapeValues = (make: (shape: z.ZodType) => z.ZodType) =>
  z.strictObject(
    Object.fromEntries(
      VALUE_KEYS.map((key) => {
        const value = VALUES[key];
        return [key, make(value.kind === 'option' ? oneOf(value.options) : z.number()).optional()];
      }),
    ),
  );
export const valuesSchema = shapeValues((shape) => shape).meta({
  id: 'DialValues',
}) as unknown as z.ZodType<DialValues>;
