import { type BucketEntries, byDial, sameEntries } from './entry.ts';
import type { Difference } from './parity.ts';
import { applyEdits, type BucketEdit, type Place } from './rollout.ts';

/** A dial that is different in a bucket, and how. */
export type DialDifference = Readonly<{ dial_id: string; differs: readonly Difference[] }>;

/** A bucket, all that is different in it, and the dials whose difference is wanted elsewhere. */
export type CopySource = Readonly<{
  entries: BucketEntries;
  differences: readonly DialDifference[];
  chosen: ReadonlySet<string>;
}>;

/**
 * What makes another bucket hold the chosen dials as this one does: not at all, or at the same version with the same
 * overrides; a dial that is new there, or was moved here, beside the neighbour that it has here. Nothing where both
 * agree already.
 */
export function copyEdits({ entries: from, differences, chosen }: CopySource, to: BucketEntries): BucketEdit[] {
  const source = byDial(from);
  const order = new Map(from.map(({ dial_id }, index) => [dial_id, index]));
  // From the top down: what stands there already is a neighbour for what follows. What else was moved here is none.
  const wanted = differences
    .filter(({ dial_id }) => chosen.has(dial_id))
    .toSorted((a, b) => (order.get(a.dial_id) ?? -1) - (order.get(b.dial_id) ?? -1));
  const unsettled = new Set(differences.flatMap(({ dial_id, differs }) => (differs.includes('moved') ? dial_id : [])));
  const edits: BucketEdit[] = [];
  let entries = to;
  for (const { dial_id, differs } of wanted) {
    const entry = source.get(dial_id);
    const place = placeBeside(from, dial_id, (id) => !unsettled.has(id) && entries.some((one) => one.dial_id === id));
    const made: BucketEdit[] =
      entry === undefined
        ? [{ kind: 'remove', dial_id }]
        : !entries.some((one) => one.dial_id === dial_id)
          ? [{ kind: 'add', ...entry, place }]
          : [
              ...(differs.some((kind) => kind !== 'moved') ? [{ kind: 'set', ...entry } as const] : []),
              ...(differs.includes('moved') ? [{ kind: 'move', dial_id, place } as const] : []),
            ];
    for (const edit of made) {
      const edited = applyEdits(entries, [edit], () => undefined);
      if (!('entries' in edited) || sameEntries(edited.entries, entries)) continue;
      ({ entries } = edited);
      edits.push(edit);
    }
    unsettled.delete(dial_id);
  }
  return sameEntries(entries, to) ? [] : edits;
}

/** After the nearest neighbour above it, else before the nearest below. */
export function placeBeside(from: BucketEntries, dialId: string, isNeighbour: (dialId: string) => boolean): Place {
  const ids = from.map(({ dial_id }) => dial_id);
  const at = ids.indexOf(dialId);
  const above = ids.slice(0, Math.max(at, 0)).findLast(isNeighbour);
  if (above !== undefined) return { at: 'after', dial_id: above };
  const below = ids.slice(at + 1).find(isNeighbour);
  return below === undefined ? { at: 'end' } : { at: 'before', dial_id: below };
}
