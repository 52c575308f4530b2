import { VALUE_KEYS, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import { type BucketEntries, type BucketEntry, sameValues, setOnly, dropRedundantOverrides } from './entry.ts';

/** Edits of a list of dials; each returns a new list. Positions are 1-based. */

/** `to`: the position after the move, clamped to the list. */
export function moveEntry(entries: BucketEntries, dialId: string, to: number): BucketEntries {
  return moveEntries(entries, new Set([dialId]), to);
}

/** Moves several entries together, keeping their order, to start at the position. */
export function moveEntries(entries: BucketEntries, dialIds: ReadonlySet<string>, to: number): BucketEntries {
  const moved = entries.filter(({ dial_id }) => dialIds.has(dial_id));
  const rest = removeEntries(entries, dialIds);
  const index = Math.min(Math.max(Math.round(to), 1), rest.length + 1) - 1;
  const next = rest.toSpliced(index, 0, ...moved);
  return next.every((entry, at) => entry === entries[at]) ? entries : next;
}

/** Skips dials that are already in the list. Appends by default, as later dials only set what is still open. */
export function addEntries(
  entries: BucketEntries,
  pins: readonly Readonly<{ dial_id: string; version: number }>[],
  at: number = entries.length + 1,
): BucketEntries {
  const there = new Set(entries.map(({ dial_id }) => dial_id));
  const fresh = pins.filter(({ dial_id }) => !there.has(dial_id) && there.add(dial_id));
  const added = fresh.map(({ dial_id, version }): BucketEntry => ({ dial_id, version, overrides: {} }));
  return added.length === 0 ? entries : entries.toSpliced(Math.max(at, 1) - 1, 0, ...added);
}

export function removeEntry(entries: BucketEntries, dialId: string): BucketEntries {
  return removeEntries(entries, new Set([dialId]));
}

export function removeEntries(entries: BucketEntries, dialIds: ReadonlySet<string>): BucketEntries {
  return entries.filter(({ dial_id }) => !dialIds.has(dial_id));
}

export function replaceEntry(entries: BucketEntries, entry: BucketEntry): BucketEntries {
  return entries.map((one) => (one.dial_id === entry.dial_id ? entry : one));
}

/** One cell of the grid; `undefined` removes the override. */
export type CellChange = Readonly<{ dial_id: string; key: ValueKey; value: DialValues[ValueKey] }>;

/** Sets many cells at once, as in a paste. `ownOf`: the dial's own values. Unchanged entries keep their identity. */
export function setOverrides(
  entries: BucketEntries,
  cells: readonly CellChange[],
  ownOf: (entry: BucketEntry) => DialValues,
): BucketEntries {
  const byDial = Map.groupBy(cells, ({ dial_id }) => dial_id);
  const next = entries.map((entry) => {
    const mine = byDial.get(entry.dial_id);
    if (mine === undefined) return entry;
    const changed = Object.fromEntries(mine.map(({ key, value }) => [key, value]));
    const overrides = dropRedundantOverrides({ ...entry.overrides, ...changed }, ownOf(entry));
    return sameValues(overrides, entry.overrides) ? entry : { ...entry, overrides };
  });
  return next.every((entry, index) => entry === entries[index]) ? entries : next;
}

export const overriddenKeys = ({ overrides }: BucketEntry): ValueKey[] =>
  VALUE_KEYS.filter((key) => setOnly(overrides)[key] !== undefined);
