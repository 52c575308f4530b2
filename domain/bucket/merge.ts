import { VALUE_KEYS, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import { diffEntries } from './diff.ts';
import { type BucketEntries, type BucketEntry, byDial, sameEntry, setOnly } from './entry.ts';

/** What both sides changed differently. */
export type ConflictField = 'presence' | 'version' | 'position' | ValueKey;
export type Side = 'mine' | 'theirs';
export type BucketConflict = Readonly<{ dial_id: string; field: ConflictField }>;
/** The chosen side by `conflictKey`; defaults to mine. */
export type MergeChoices = ReadonlyMap<string, Side>;
export type BucketMerge = Readonly<{ merged: BucketEntries; conflicts: readonly BucketConflict[] }>;

export const conflictKey = ({ dial_id, field }: BucketConflict): string => `${dial_id} ${field}`;

type Sides = Readonly<{
  base: BucketEntry | undefined;
  mine: BucketEntry | undefined;
  theirs: BucketEntry | undefined;
}>;

/** A three-way merge. Keeps every change of either side; conflicts are only what both changed differently. */
export function mergeEntries(
  base: BucketEntries,
  mine: BucketEntries,
  theirs: BucketEntries,
  choices: MergeChoices = new Map(),
): BucketMerge {
  const [was, my, their] = [byDial(base), byDial(mine), byDial(theirs)];
  const conflicts: BucketConflict[] = [];
  const choose = (dial_id: string, field: ConflictField): Side => {
    const conflict = { dial_id, field };
    conflicts.push(conflict);
    return choices.get(conflictKey(conflict)) ?? 'mine';
  };
  const mergedEntries = new Map<string, BucketEntry>();
  for (const id of new Set([...my.keys(), ...their.keys()])) {
    const entry = mergeEntry(id, { base: was.get(id), mine: my.get(id), theirs: their.get(id) }, choose);
    if (entry !== undefined) mergedEntries.set(id, entry);
  }
  const order = mergeOrder({ base, mine, theirs }, new Set(mergedEntries.keys()), choose);
  return { merged: order.map((id) => mergedEntries.get(id) as BucketEntry), conflicts };
}

type Choose = (dialId: string, field: ConflictField) => Side;

function mergeEntry(id: string, { base, mine, theirs }: Sides, choose: Choose): BucketEntry | undefined {
  if (mine === undefined || theirs === undefined) {
    const [remaining, side] = mine === undefined ? ([theirs, 'theirs'] as const) : ([mine, 'mine'] as const);
    if (base === undefined || remaining === undefined) return remaining;
    if (sameEntry(base, remaining)) return undefined;
    return choose(id, 'presence') === side ? remaining : undefined;
  }
  const mergeField = <T>(field: ConflictField, b: T, m: T, t: T): T => {
    if (m === t || t === b) return m;
    if (m === b) return t;
    return choose(id, field) === 'mine' ? m : t;
  };
  const overrides = Object.fromEntries(
    VALUE_KEYS.map((key) => [key, mergeField(key, base?.overrides[key], mine.overrides[key], theirs.overrides[key])]),
  ) as DialValues;
  return {
    dial_id: id,
    version: mergeField('version', base?.version, mine.version, theirs.version) ?? mine.version,
    overrides: setOnly(overrides),
  };
}

type Lists = Readonly<{ base: BucketEntries; mine: BucketEntries; theirs: BucketEntries }>;

/**
 * Their order, with each dial that I moved or added placed after its predecessor in mine. Dials they moved are not used as
 * anchors: they would take my dial along and undo my move.
 */
function mergeOrder({ base, mine, theirs }: Lists, mergedIds: ReadonlySet<string>, choose: Choose): string[] {
  const [myPlaced, theirPlaced] = [findPlacedDials(base, mine), findPlacedDials(base, theirs)];
  const [my, their] = [byDial(mine), byDial(theirs)];
  const predecessors = [predecessorsOf(mine, their), predecessorsOf(theirs, my)] as const;
  const placedByMe = new Set(
    [...myPlaced].filter((id) => {
      if (!theirPlaced.has(id)) return true;
      return predecessors[0].get(id) !== predecessors[1].get(id) && choose(id, 'position') === 'mine';
    }),
  );
  const idsOf = (entries: BucketEntries) => entries.map(({ dial_id }) => dial_id).filter((id) => mergedIds.has(id));
  const order = idsOf(theirs).filter((id) => !placedByMe.has(id));
  let anchor: string | undefined;
  for (const id of idsOf(mine)) {
    const isPlacedByMe = placedByMe.has(id) || !their.has(id);
    if (isPlacedByMe) order.splice(anchor === undefined ? 0 : order.indexOf(anchor) + 1, 0, id);
    if (isPlacedByMe || !theirPlaced.has(id)) anchor = id;
  }
  return order;
}

/** The dials that a side moved or added. */
function findPlacedDials(base: BucketEntries, now: BucketEntries): Set<string> {
  const { reordered, added } = diffEntries(base, now);
  return new Set([...reordered.map(({ dial_id }) => dial_id), ...added.map(({ entry }) => entry.dial_id)]);
}

/** The predecessor of each dial among those on both sides, so that other conflicts do not affect it. */
function predecessorsOf(
  entries: BucketEntries,
  other: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, string | undefined> {
  const shared = entries.filter(({ dial_id }) => other.has(dial_id));
  return new Map(shared.map(({ dial_id }, index) => [dial_id, shared[index - 1]?.dial_id]));
}
