import { CLASSES } from '#domain/cob/class-of-business.ts';
import { isForClass } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf, type DialDimensions } from '#domain/dimension/registry.ts';

export const EVERY_CLASS = '*';

/** The classes a dial fits: those that none of its set dimensions leaves out. `*` alone when that is every class. */
export function classesFitting(dimensions: DialDimensions): string[] {
  const set = DIMENSION_KEYS.filter((key) => dimensions[key] !== undefined).map(dimensionOf);
  const fitting = CLASSES.filter(({ slug }) => set.every((dimension) => isForClass(dimension, slug))).map(
    ({ slug }) => slug,
  );
  return fitting.length === CLASSES.length ? [EVERY_CLASS] : fitting;
}
