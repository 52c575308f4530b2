import { CLASSES } from '#domain/cob/class-of-business.ts';
import type { ReferenceList } from '#domain/dimension/dimension.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import type { DialDimensions } from '#domain/dimension/registry.ts';
import { usedOptions } from './options.ts';

/** What stands for the classes of a dial that belongs to none: it is for every class. */
export const EVERY_CLASS = '*';

/** The classes that an option of a reference list is for; none where it is not for certain ones. */
export type ClassesOfOption = (list: ReferenceList, code: string) => readonly string[];

/**
 * The classes that a dial names by itself: those of its risk codes, and those of its set dimensions that are not for
 * every class. Being used in a bucket adds the class of that one. A dial that belongs to no class is for every class.
 */
export function classesNamed(dimensions: DialDimensions, classesOfOption: ClassesOfOption): string[] {
  const byOption = usedOptions(dimensions).flatMap(({ list, codes }) =>
    codes.flatMap((code) => classesOfOption(list, code)),
  );
  const byDimension = listSetDimensions(dimensions).flatMap(({ dimension }) => dimension.classes ?? []);
  const named = new Set([...byOption, ...byDimension]);
  return CLASSES.map(({ slug }) => slug).filter((slug) => named.has(slug));
}

export const isForEveryClass = (classes: readonly string[]): boolean => classes.includes(EVERY_CLASS);
