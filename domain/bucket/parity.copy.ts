import { type BucketEntries, byDial, sameEntries } from './entry.ts';
import type { Difference } from './parity.ts';
import { applyEdits, type BucketEdit, type InsertPosition } from './rollout.ts';

/** How a dial differs in a bucket. */
export type DialDifference = Readonly<{ dial_id: string; differs: readonly Difference[] }>;

/** A bucket with its differences, and the dials to copy from it. */
export type CopySource = Readonly<{
  entries: BucketEntries;
  differences: readonly DialDifference[];
  chosen: ReadonlySet<string>;
}>;

/**
 * The edits that give another bucket the chosen dials of this one: removed, or with the same version and overrides; new and
 * moved dials are placed next to the neighbour they have here. Empty where both agree.
 */
export function copyEdits({ entries: from, differences, chosen }: CopySource, to: BucketEntries): BucketEdit[] {
  const source = byDial(from);
  const order = new Map(from.map(({ dial_id }, index) => [dial_id, index]));
  // From the top down: each placed dial is a neighbour for the next. Other moved dials are not used as neighbours.
  const selected = differences
    .filter(({ dial_id }) => chosen.has(dial_id))
    .toSorted((a, b) => (order.get(a.dial_id) ?? -1) - (order.get(b.dial_id) ?? -1));
  const moved = new Set(differences.flatMap(({ dial_id, differs }) => (differs.includes('moved') ? dial_id : [])));
  const edits: BucketEdit[] = [];
  let entries = to;
  for (const { dial_id, differs } of selected) {
    const entry = source.get(dial_id);
    const place = positionBeside(from, dial_id, (id) => !moved.has(id) && entries.some((one) => one.dial_id === id));
    const newEdits: BucketEdit[] =
      entry === undefined
        ? [{ kind: 'remove', dial_id }]
        : !entries.some((one) => one.dial_id === dial_id)
          ? [{ kind: 'add', ...entry, place }]
          : [
              ...(differs.some((kind) => kind !== 'moved') ? [{ kind: 'set', ...entry } as const] : []),
              ...(differs.includes('moved') ? [{ kind: 'move', dial_id, place } as const] : []),
            ];
    for (const edit of newEdits) {
      const edited = applyEdits(entries, [edit], () => undefined);
      if (!('entries' in edited) || sameEntries(edited.entries, entries)) continue;
      ({ entries } = edited);
      edits.push(edit);
    }
    moved.delete(dial_id);
  }
  return sameEntries(entries, to) ? [] : edits;
}

/** After the nearest neighbour above, else before the nearest below. */
export function positionBeside(
  from: BucketEntries,
  dialId: string,
  isNeighbour: (dialId: string) => boolean,
): InsertPosition {
  const ids = from.map(({ dial_id }) => dial_id);
  const at = ids.indexOf(dialId);
  const above = ids.slice(0, Math.max(at, 0)).findLast(isNeighbour);
  if (above !== undefined) return { at: 'after', dial_id: above };
  const below = ids.slice(at + 1).find(isNeighbour);
  return below === undefined ? { at: 'end' } : { at: 'before', dial_id: below };
}
