import { CLASSES } from '#domain/cob/class-of-business.ts';
import type { ReferenceList } from '#domain/dimension/dimension.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import type { DialDimensions } from '#domain/dimension/registry.ts';
import { usedOptions } from './options.ts';

/** Stands for all classes, for dials without a class. */
export const EVERY_CLASS = '*';

/** The classes of a reference option; empty where it is for all. */
export type ClassesOfOption = (list: ReferenceList, code: string) => readonly string[];

/**
 * The classes implied by a dial's own data: those of its risk codes and of its class-specific dimensions. Buckets that use it
 * add theirs elsewhere. A dial without any class is for every class.
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
