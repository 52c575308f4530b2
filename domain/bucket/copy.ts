import { CHANGE_KINDS, type ChangeKind } from './change-kind.ts';
import { diffEntries } from './diff.ts';
import { type BucketEntries, type BucketEntry, byDial } from './entry.ts';
import { placeBeside } from './parity.copy.ts';
import { positionOf } from './rollout.ts';

/** One change among those that lead from one list to another; it can be taken without the others. */
export type SingleChange = Readonly<{ kind: ChangeKind; dial_id: string }>;

export const changeKey = ({ kind, dial_id }: SingleChange): string => `${kind} ${dial_id}`;

/** Everything that leads from one list to the other, change by change. */
export function singleChanges(before: BucketEntries, after: BucketEntries): SingleChange[] {
  const diff = diffEntries(before, after);
  const ids = {
    ...diff,
    added: diff.added.map(({ entry }) => entry),
    removed: diff.removed.map(({ entry }) => entry),
  };
  return CHANGE_KINDS.flatMap((kind) => ids[kind].map(({ dial_id }) => ({ kind, dial_id })));
}

/**
 * My list with the chosen changes that lead to theirs: all of them give theirs, none gives mine. What is added or moved
 * comes to stand beside the neighbour that it has in theirs.
 */
export function takeChanges(
  mine: BucketEntries,
  theirs: BucketEntries,
  isTaken: (change: SingleChange) => boolean,
): BucketEntries {
  const changes = singleChanges(mine, theirs);
  const idsOf = (kind: ChangeKind, taken = true) =>
    new Set(changes.filter((one) => one.kind === kind && isTaken(one) === taken).map(({ dial_id }) => dial_id));
  const [added, removed, updated] = [idsOf('added'), idsOf('removed'), idsOf('updated')];
  const [overridden, moved, unmoved] = [idsOf('overridden'), idsOf('reordered'), idsOf('reordered', false)];

  const their = byDial(theirs);
  const kept = mine
    .filter(({ dial_id }) => !removed.has(dial_id))
    .map((entry): BucketEntry => {
      const { dial_id } = entry;
      const other = their.get(dial_id);
      if (other === undefined || !(updated.has(dial_id) || overridden.has(dial_id))) return entry;
      const { version } = updated.has(dial_id) ? other : entry;
      const { overrides } = overridden.has(dial_id) ? other : entry;
      return { dial_id, version, overrides };
    });

  const held = byDial(kept);
  let entries: BucketEntries = kept.filter(({ dial_id }) => !moved.has(dial_id));
  const settled = new Set(entries.map(({ dial_id }) => dial_id).filter((id) => !unmoved.has(id)));
  // From the top down: what stands there already is a neighbour for what follows.
  for (const entry of theirs) {
    const { dial_id } = entry;
    if (!added.has(dial_id) && !moved.has(dial_id)) continue;
    const place = placeBeside(theirs, dial_id, (id) => settled.has(id));
    const at = positionOf(entries, place) ?? entries.length + 1;
    entries = entries.toSpliced(at - 1, 0, held.get(dial_id) ?? entry);
    settled.add(dial_id);
  }
  return entries;
}
