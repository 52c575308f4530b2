import { CHANGE_KINDS, type ChangeKind } from './change-kind.ts';
import { diffEntries } from './diff.ts';
import { type BucketEntries, type BucketEntry, byDial } from './entry.ts';
import { positionBeside } from './parity.copy.ts';
import { positionOf } from './rollout.ts';

/** One change between two lists that can be applied on its own. */
export type SingleChange = Readonly<{ kind: ChangeKind; dial_id: string }>;

export const changeKey = ({ kind, dial_id }: SingleChange): string => `${kind} ${dial_id}`;

/** All changes from one list to the other. */
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
 * Applies selected changes from their list to mine: all of them give theirs, none gives mine. Added and moved dials are
 * placed next to the neighbour they have in theirs.
 */
export function takeChanges(
  mine: BucketEntries,
  theirs: BucketEntries,
  isSelected: (change: SingleChange) => boolean,
): BucketEntries {
  const changes = singleChanges(mine, theirs);
  const idsOf = (kind: ChangeKind, selected = true) =>
    new Set(changes.filter((one) => one.kind === kind && isSelected(one) === selected).map(({ dial_id }) => dial_id));
  const [added, removed, updated] = [idsOf('added'), idsOf('removed'), idsOf('updated')];
  const [overridden, moved, unmoved] = [idsOf('overridden'), idsOf('reordered'), idsOf('reordered', false)];

  const theirEntries = byDial(theirs);
  const updatedEntries = mine
    .filter(({ dial_id }) => !removed.has(dial_id))
    .map((entry): BucketEntry => {
      const { dial_id } = entry;
      const other = theirEntries.get(dial_id);
      if (other === undefined || !(updated.has(dial_id) || overridden.has(dial_id))) return entry;
      const { version } = updated.has(dial_id) ? other : entry;
      const { overrides } = overridden.has(dial_id) ? other : entry;
      return { dial_id, version, overrides };
    });

  const entryOf = byDial(updatedEntries);
  let entries: BucketEntries = updatedEntries.filter(({ dial_id }) => !moved.has(dial_id));
  const placed = new Set(entries.map(({ dial_id }) => dial_id).filter((id) => !unmoved.has(id)));
  // From the top down: each placed dial is a neighbour for the next.
  for (const entry of theirs) {
    const { dial_id } = entry;
    if (!added.has(dial_id) && !moved.has(dial_id)) continue;
    const position = positionBeside(theirs, dial_id, (id) => placed.has(id));
    const at = positionOf(entries, position) ?? entries.length + 1;
    entries = entries.toSpliced(at - 1, 0, entryOf.get(dial_id) ?? entry);
    placed.add(dial_id);
  }
  return entries;
}
