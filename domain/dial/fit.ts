import { CLASSES } from '#domain/cob/class-of-business.ts';
import { DIMENSION_KEYS, isFor, type DialDimensions } from '#domain/dimension/registry.ts';

export const EVERY_CLASS = '*';

/** The classes a dial fits: those that none of its set dimensions leaves out. `*` alone when that is every class. */
export function classesFitting(dimensions: DialDimensions): string[] {
  const set = DIMENSION_KEYS.filter((key) => dimensions[key] !== undefined);
  const fitting = CLASSES.filter(({ slug }) => set.every((key) => isFor(key, slug))).map(({ slug }) => slug);
  return fitting.length === CLASSES.length ? [EVERY_CLASS] : fitting;
}
