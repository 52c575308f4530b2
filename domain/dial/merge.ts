import type { DialData } from './dial.ts';
import { setKind } from '#domain/dimension/kind/kind.ts';
import { isSameValue } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, type DimensionKey } from '#domain/dimension/registry.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';

const PLAIN_FIELDS = [
  'name',
  'description',
  'reason',
  'tags',
  'authors',
  'journeys',
  'active_from',
  'active_until',
] as const;

/** A field path, as used by the form and server errors. */
export type DialPath = (typeof PLAIN_FIELDS)[number] | `dimensions.${DimensionKey}` | `values.${ValueKey}`;

export const DIAL_PATHS: readonly DialPath[] = [
  ...PLAIN_FIELDS,
  ...DIMENSION_KEYS.map((key) => `dimensions.${key}` as const),
  ...VALUE_KEYS.map((key) => `values.${key}` as const),
];

export type Merge = Readonly<{
  /** Changes of both sides; mine for conflicts. */
  merged: DialData;
  /** Fields that both changed differently. */
  conflicts: readonly DialPath[];
  mine: readonly DialPath[];
  theirs: readonly DialPath[];
}>;

/** A three-way merge by field. */
export function mergeDials(base: DialData, mine: DialData, theirs: DialData): Merge {
  const changedByMe = changedPaths(base, mine);
  const changedByThem = changedPaths(base, theirs);
  const conflicts = changedByMe.filter(
    (path) => changedByThem.includes(path) && !same(path, readPath(mine, path), readPath(theirs, path)),
  );
  return { merged: takePaths(theirs, mine, changedByMe), conflicts, mine: changedByMe, theirs: changedByThem };
}

export function changedPaths(before: DialData, after: DialData): DialPath[] {
  return DIAL_PATHS.filter((path) => !same(path, readPath(before, path), readPath(after, path)));
}

/** Copies the named fields of `from` into a copy of `into`. */
export function takePaths(into: DialData, from: DialData, paths: readonly DialPath[]): DialData {
  const fields: Record<string, unknown> = { ...into };
  const dimensions: Record<string, unknown> = { ...into.dimensions };
  const values: Record<string, unknown> = { ...into.values };
  for (const path of paths) {
    const [group, key] = split(path);
    const target = group === 'dimensions' ? dimensions : group === 'values' ? values : fields;
    const value = readPath(from, path);
    if (value === undefined) delete target[key];
    else target[key] = value;
  }
  return { ...fields, dimensions, values } as unknown as DialData;
}

export function readPath(data: DialData, path: DialPath): unknown {
  const [group, key] = split(path);
  const holder: Readonly<Record<string, unknown>> =
    group === 'dimensions' ? data.dimensions : group === 'values' ? data.values : data;
  return holder[key];
}

function split(path: DialPath): readonly [group: 'dimensions' | 'values' | 'data', key: string] {
  const [group = '', key] = path.split('.');
  return key === undefined ? ['data', group] : [group as 'dimensions' | 'values', key];
}

function same(path: DialPath, a: unknown, b: unknown): boolean {
  const [group, key] = split(path);
  if (group === 'dimensions') return isSameValue(key as DimensionKey, a, b);
  return a === b || (setKind.isValue(a) && setKind.isValue(b) && setKind.equals(a, b));
}
