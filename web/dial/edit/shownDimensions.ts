import { isForClass, type Group } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';

export type Shown = 'all' | 'set';
export type DimensionFilter = Readonly<{
  /** Slug of a class of business; empty for all. In the URL, so that it can be shared and restored. */
  cob: string;
  shown: Shown;
  search: string;
}>;

export type ShownGroup = Readonly<{
  keys: readonly DimensionKey[];
  /** Whether it starts expanded. */
  open: boolean;
  /** Expanded regardless of clicks: someone searches in it. */
  forcedOpen: boolean;
}>;

type KeyState = Readonly<{
  set: ReadonlySet<string>;
  /** As of when the step was opened: a group must not collapse while someone clears it. */
  setAtFirst: ReadonlySet<string>;
  /** The field to reveal. */
  toReveal: DimensionKey | undefined;
}>;

/**
 * The dimensions that pass the filters, by group. The class never hides a set dimension: it counts, so it must be
 * visible.
 */
export function shownDimensions(filter: DimensionFilter, keys: KeyState): Map<Group, ShownGroup> {
  const { cob, shown, search } = filter;
  const { set, setAtFirst, toReveal } = keys;
  const query = search.trim().toLowerCase();
  const passes = (key: DimensionKey) => {
    if (key === toReveal) return true;
    const { label, help, group } = dimensionOf(key);
    if (shown === 'set' && !set.has(key)) return false;
    if (query !== '') return `${label} ${help} ${group} ${key}`.toLowerCase().includes(query);
    return cob === '' || set.has(key) || isForClass(dimensionOf(key), cob);
  };
  const groups = new Map<Group, ShownGroup>();
  for (const key of DIMENSION_KEYS.filter(passes)) {
    const dimension = dimensionOf(key);
    const before = groups.get(dimension.group);
    const ofThisClass = cob !== '' && dimension.classes !== undefined;
    groups.set(dimension.group, {
      keys: [...(before?.keys ?? []), key],
      open: before?.open === true || dimension.group === 'Placement' || setAtFirst.has(key) || ofThisClass,
      forcedOpen: before?.forcedOpen === true || query !== '' || shown === 'set',
    });
  }
  return groups;
}

export const fitting = (cob: string): number =>
  DIMENSION_KEYS.filter((key) => isForClass(dimensionOf(key), cob)).length;
