import { VALUE_KEYS, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import { diffEntries } from './diff.ts';
import { type BucketEntries, type BucketEntry, byDial, sameEntry, setOnly } from './entry.ts';

/** What both changed, each to something else: whether the dial is in the bucket, its version, its place, one value. */
export type ConflictField = 'presence' | 'version' | 'position' | ValueKey;
export type Side = 'mine' | 'theirs';
export type BucketConflict = Readonly<{ dial_id: string; field: ConflictField }>;
/** Which side holds, by `conflictKey`. What is not in it is mine. */
export type MergeChoices = ReadonlyMap<string, Side>;
export type BucketMerge = Readonly<{ merged: BucketEntries; conflicts: readonly BucketConflict[] }>;

export const conflictKey = ({ dial_id, field }: BucketConflict): string => `${dial_id} ${field}`;

type Sides = Readonly<{
  base: BucketEntry | undefined;
  mine: BucketEntry | undefined;
  theirs: BucketEntry | undefined;
}>;

/** Two people started from `base`. Every change of either is kept; only what both changed is a question. */
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
  const kept = new Map<string, BucketEntry>();
  for (const id of new Set([...my.keys(), ...their.keys()])) {
    const entry = mergeEntry(id, { base: was.get(id), mine: my.get(id), theirs: their.get(id) }, choose);
    if (entry !== undefined) kept.set(id, entry);
  }
  const order = mergeOrder({ base, mine, theirs }, new Set(kept.keys()), choose);
  return { merged: order.map((id) => kept.get(id) as BucketEntry), conflicts };
}

type Choose = (dialId: string, field: ConflictField) => Side;

function mergeEntry(id: string, { base, mine, theirs }: Sides, choose: Choose): BucketEntry | undefined {
  if (mine === undefined || theirs === undefined) {
    const [there, side] = mine === undefined ? ([theirs, 'theirs'] as const) : ([mine, 'mine'] as const);
    if (base === undefined || there === undefined) return there;
    if (sameEntry(base, there)) return undefined;
    return choose(id, 'presence') === side ? there : undefined;
  }
  const three = <T>(field: ConflictField, b: T, m: T, t: T): T => {
    if (m === t || t === b) return m;
    if (m === b) return t;
    return choose(id, field) === 'mine' ? m : t;
  };
  const overrides = Object.fromEntries(
    VALUE_KEYS.map((key) => [key, three(key, base?.overrides[key], mine.overrides[key], theirs.overrides[key])]),
  ) as DialValues;
  return {
    dial_id: id,
    version: three('version', base?.version, mine.version, theirs.version) ?? mine.version,
    overrides: setOnly(overrides),
  };
}

type Lists = Readonly<{ base: BucketEntries; mine: BucketEntries; theirs: BucketEntries }>;

/**
 * Their order, in which each dial that I moved or added follows what it follows in mine. What they moved is no hold for
 * that: it would take my dial along, and so undo my move.
 */
function mergeOrder({ base, mine, theirs }: Lists, kept: ReadonlySet<string>, choose: Choose): string[] {
  const [myPlaced, theirPlaced] = [placedIn(base, mine), placedIn(base, theirs)];
  const [my, their] = [byDial(mine), byDial(theirs)];
  const follows = [followed(mine, their), followed(theirs, my)] as const;
  const mineToPlace = new Set(
    [...myPlaced].filter((id) => {
      if (!theirPlaced.has(id)) return true;
      return follows[0].get(id) !== follows[1].get(id) && choose(id, 'position') === 'mine';
    }),
  );
  const idsOf = (entries: BucketEntries) => entries.map(({ dial_id }) => dial_id).filter((id) => kept.has(id));
  const order = idsOf(theirs).filter((id) => !mineToPlace.has(id));
  let hold: string | undefined;
  for (const id of idsOf(mine)) {
    const place = mineToPlace.has(id) || !their.has(id);
    if (place) order.splice(hold === undefined ? 0 : order.indexOf(hold) + 1, 0, id);
    if (place || !theirPlaced.has(id)) hold = id;
  }
  return order;
}

/** What someone put where it is: moved or added. */
function placedIn(base: BucketEntries, now: BucketEntries): Set<string> {
  const { reordered, added } = diffEntries(base, now);
  return new Set([...reordered.map(({ dial_id }) => dial_id), ...added.map(({ entry }) => entry.dial_id)]);
}

/** Which dial each one follows, among those that are on the other side too: no answer to another question moves it. */
function followed(
  entries: BucketEntries,
  other: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, string | undefined> {
  const shared = entries.filter(({ dial_id }) => other.has(dial_id));
  return new Map(shared.map(({ dial_id }, index) => [dial_id, shared[index - 1]?.dial_id]));
}
