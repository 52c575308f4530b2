import { CHANGE_KINDS, type ChangeKind } from './change-kind.ts';
import { diffEntries } from './diff.ts';
import { type BucketEntries, byDial, sameEntries } from './entry.ts';
import type { Difference } from './parity.ts';
import { applyEdits, type BucketEdit, type InsertPosition } from './rollout.ts';

/** One change between two lists that can be copied on its own. */
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

/** How a dial differs in a bucket. */
export type DialDifference = Readonly<{ dial_id: string; differs: readonly Difference[] }>;

const CHANGES_BY_DIFFERENCE: Readonly<Record<Difference, readonly ChangeKind[]>> = {
  version: ['updated', 'overridden'],
  override: ['updated', 'overridden'],
  extra: ['updated', 'overridden'],
  missing: ['removed'],
  moved: ['reordered'],
};

/** Differences from most buckets, as changes that can be copied to another bucket. */
export const changesOf = (differences: readonly DialDifference[]): SingleChange[] =>
  differences.flatMap(({ dial_id, differs }) =>
    differs.flatMap((difference) => CHANGES_BY_DIFFERENCE[difference].map((kind) => ({ kind, dial_id }))),
  );

/**
 * The edits that copy the selected changes from their list to mine. Added and moved dials are placed next to the neighbour
 * they have in theirs. Empty where both agree.
 */
export function copyEdits(
  mine: BucketEntries,
  theirs: BucketEntries,
  changes: readonly SingleChange[],
  isSelected: (change: SingleChange) => boolean,
): BucketEdit[] {
  const theirEntries = byDial(theirs);
  const selected = Map.groupBy(changes.filter(isSelected), ({ dial_id }) => dial_id);
  // A dial that is still out of place is not used as a neighbour.
  const displaced = new Set(changes.flatMap(({ kind, dial_id }) => (kind === 'reordered' ? dial_id : [])));
  const edits: BucketEdit[] = [];
  let entries = mine;
  const take = (edit: BucketEdit) => {
    const edited = applyEdits(entries, [edit], () => undefined);
    if (!('entries' in edited) || sameEntries(edited.entries, entries)) return;
    ({ entries } = edited);
    edits.push(edit);
  };
  // From the top down: each placed dial is a neighbour for the next.
  for (const { dial_id } of [...mine.filter((entry) => !theirEntries.has(entry.dial_id)), ...theirs]) {
    const kinds = new Set(selected.get(dial_id)?.map(({ kind }) => kind));
    if (kinds.size === 0) continue;
    const [entry, other] = [entries.find((one) => one.dial_id === dial_id), theirEntries.get(dial_id)];
    const isInPlace = new Set(entries.flatMap((one) => (displaced.has(one.dial_id) ? [] : one.dial_id)));
    const place = positionBeside(theirs, dial_id, (id) => isInPlace.has(id));
    if (other === undefined) take({ kind: 'remove', dial_id });
    else if (entry === undefined) take({ kind: 'add', ...other, place });
    else {
      const { version } = kinds.has('updated') ? other : entry;
      const { overrides } = kinds.has('overridden') ? other : entry;
      take({ kind: 'set', dial_id, version, overrides });
      if (kinds.has('reordered')) take({ kind: 'move', dial_id, place });
    }
    if (kinds.has('reordered')) displaced.delete(dial_id);
  }
  return sameEntries(entries, mine) ? [] : edits;
}

/** My list with the selected changes: all of them give theirs, none gives mine. */
export function takeChanges(
  mine: BucketEntries,
  theirs: BucketEntries,
  isSelected: (change: SingleChange) => boolean,
): BucketEntries {
  const edited = applyEdits(mine, copyEdits(mine, theirs, singleChanges(mine, theirs), isSelected), () => undefined);
  return 'entries' in edited ? edited.entries : mine;
}

/** After the nearest neighbour above, else before the nearest below. */
function positionBeside(
  theirs: BucketEntries,
  dialId: string,
  isNeighbour: (dialId: string) => boolean,
): InsertPosition {
  const ids = theirs.map(({ dial_id }) => dial_id);
  const at = ids.indexOf(dialId);
  const above = ids.slice(0, Math.max(at, 0)).findLast(isNeighbour);
  if (above !== undefined) return { at: 'after', dial_id: above };
  const below = ids.slice(at + 1).find(isNeighbour);
  return below === undefined ? { at: 'end' } : { at: 'before', dial_id: below };
}
