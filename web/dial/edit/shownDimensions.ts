import { isForClass, type Group } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';

export type Shown = 'all' | 'set';
export type DimensionFilter = Readonly<{
  /** Slug of a class of business; empty for all. In the address, so that it can be shared and comes back. */
  cob: string;
  shown: Shown;
  search: string;
}>;

export type ShownGroup = Readonly<{
  keys: readonly DimensionKey[];
  /** Whether it starts open. */
  open: boolean;
  /** It is open whatever was clicked: someone looks for something in it. */
  forcedOpen: boolean;
}>;

type KeyState = Readonly<{
  set: ReadonlySet<string>;
  /** When the step was opened: a group must not close under the hand of who takes something out of it. */
  setAtFirst: ReadonlySet<string>;
  /** The one to be brought into view. */
  asked: DimensionKey | undefined;
}>;

/** What passes the filters, by group. What is set is never hidden by the class: it counts, so it must be seen. */
export function shownDimensions(filter: DimensionFilter, keys: KeyState): Map<Group, ShownGroup> {
  const { cob, shown, search } = filter;
  const { set, setAtFirst, asked } = keys;
  const wanted = search.trim().toLowerCase();
  const passes = (key: DimensionKey) => {
    if (key === asked) return true;
    const { label, help, group } = dimensionOf(key);
    if (shown === 'set' && !set.has(key)) return false;
    if (wanted !== '') return `${label} ${help} ${group} ${key}`.toLowerCase().includes(wanted);
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
      forcedOpen: before?.forcedOpen === true || wanted !== '' || shown === 'set',
    });
  }
  return groups;
}

export const fitting = (cob: string): number =>
  DIMENSION_KEYS.filter((key) => isForClass(dimensionOf(key), cob)).length;
