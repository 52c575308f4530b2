import type { DialValues } from '#domain/value/registry.ts';
import type { ChangeCounts } from './change-kind.ts';
import { type BucketEntries, type BucketEntry, byDial, sameValues } from './entry.ts';

type Placed = Readonly<{ entry: BucketEntry; position: number }>;

/** Positions count from 1: of what was removed in the list before, of what was added in the list after. */
export type BucketDiff = Readonly<{
  added: readonly Placed[];
  removed: readonly Placed[];
  updated: readonly Readonly<{ dial_id: string; before: number; after: number }>[];
  overridden: readonly Readonly<{ dial_id: string; before: DialValues; after: DialValues }>[];
  /** The smallest set of dials that must move; what only made room is not in it. */
  reordered: readonly Readonly<{ dial_id: string; from: number; to: number }>[];
}>;

/** What leads from one list to the other. */
export function diffEntries(before: BucketEntries, after: BucketEntries): BucketDiff {
  const [old, now] = [byDial(before), byDial(after)];
  const kept = after.flatMap((entry) => {
    const was = old.get(entry.dial_id);
    return was === undefined ? [] : [{ dial_id: entry.dial_id, was, entry }];
  });
  return {
    added: placed(after).filter(({ entry }) => !old.has(entry.dial_id)),
    removed: placed(before).filter(({ entry }) => !now.has(entry.dial_id)),
    updated: kept
      .filter(({ was, entry }) => was.version !== entry.version)
      .map(({ dial_id, was, entry }) => ({ dial_id, before: was.version, after: entry.version })),
    overridden: kept
      .filter(({ was, entry }) => !sameValues(was.overrides, entry.overrides))
      .map(({ dial_id, was, entry }) => ({ dial_id, before: was.overrides, after: entry.overrides })),
    reordered: diffOrder(before, after),
  };
}

function diffOrder(before: BucketEntries, after: BucketEntries): BucketDiff['reordered'] {
  const from = positions(before);
  const kept = placed(after).flatMap(({ entry: { dial_id }, position: to }) => {
    const at = from.get(dial_id);
    return at === undefined ? [] : [{ dial_id, from: at, to }];
  });
  const resting = new Set(longestRun(kept.map((move) => move.from)));
  return kept.filter((_, index) => !resting.has(index));
}

export function countChanges(diff: BucketDiff): ChangeCounts {
  return {
    added: diff.added.length,
    removed: diff.removed.length,
    updated: diff.updated.length,
    overridden: diff.overridden.length,
    reordered: diff.reordered.length,
  };
}

const placed = (entries: BucketEntries): Placed[] => entries.map((entry, index) => ({ entry, position: index + 1 }));

export const positions = (entries: BucketEntries): ReadonlyMap<string, number> =>
  new Map(entries.map(({ dial_id }, index) => [dial_id, index + 1]));

/**
 * The indexes of a longest increasing run of the numbers, which are all different: whatever is outside it is the
 * smallest set that must move to bring them into order. Patience sorting, n log n.
 */
export function longestRun(numbers: readonly number[]): number[] {
  const tails: number[] = [];
  const before = numbers.map(() => -1);
  for (const [index, number] of numbers.entries()) {
    const length = countBelow(tails, numbers, number);
    before[index] = length === 0 ? -1 : (tails[length - 1] ?? -1);
    tails[length] = index;
  }
  const run: number[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) run.push(index);
  return run.toReversed();
}

/** How many tails end below the number; tails are sorted by what they end with. */
function countBelow(tails: readonly number[], numbers: readonly number[], number: number): number {
  let [low, high] = [0, tails.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
