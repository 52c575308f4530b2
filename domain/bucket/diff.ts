import type { DialValues } from '#domain/value/registry.ts';
import type { ChangeCounts } from './change-kind.ts';
import { type BucketEntries, type BucketEntry, byDial, sameValues } from './entry.ts';

type PositionedEntry = Readonly<{ entry: BucketEntry; position: number }>;

/** 1-based positions: of removed entries in the old list, of added ones in the new list. */
export type BucketDiff = Readonly<{
  added: readonly PositionedEntry[];
  removed: readonly PositionedEntry[];
  updated: readonly Readonly<{ dial_id: string; before: number; after: number }>[];
  overridden: readonly Readonly<{ dial_id: string; before: DialValues; after: DialValues }>[];
  /** The smallest set of dials that must move. Dials that only shift are not included. */
  reordered: readonly Readonly<{ dial_id: string; from: number; to: number }>[];
}>;

export function diffEntries(before: BucketEntries, after: BucketEntries): BucketDiff {
  const [old, now] = [byDial(before), byDial(after)];
  const common = after.flatMap((entry) => {
    const was = old.get(entry.dial_id);
    return was === undefined ? [] : [{ dial_id: entry.dial_id, was, entry }];
  });
  return {
    added: withPositions(after).filter(({ entry }) => !old.has(entry.dial_id)),
    removed: withPositions(before).filter(({ entry }) => !now.has(entry.dial_id)),
    updated: common
      .filter(({ was, entry }) => was.version !== entry.version)
      .map(({ dial_id, was, entry }) => ({ dial_id, before: was.version, after: entry.version })),
    overridden: common
      .filter(({ was, entry }) => !sameValues(was.overrides, entry.overrides))
      .map(({ dial_id, was, entry }) => ({ dial_id, before: was.overrides, after: entry.overrides })),
    reordered: diffOrder(before, after),
  };
}

function diffOrder(before: BucketEntries, after: BucketEntries): BucketDiff['reordered'] {
  const from = positions(before);
  const common = withPositions(after).flatMap(({ entry: { dial_id }, position: to }) => {
    const at = from.get(dial_id);
    return at === undefined ? [] : [{ dial_id, from: at, to }];
  });
  const unmoved = new Set(longestRun(common.map((move) => move.from)));
  return common.filter((_, index) => !unmoved.has(index));
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

const withPositions = (entries: BucketEntries): PositionedEntry[] =>
  entries.map((entry, index) => ({ entry, position: index + 1 }));

export const positions = (entries: BucketEntries): ReadonlyMap<string, number> =>
  new Map(entries.map(({ dial_id }, index) => [dial_id, index + 1]));

/**
 * The indexes of a longest increasing subsequence of distinct numbers; all others are the smallest set that must move to
 * sort them. Patience sorting, O(n log n).
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

/** The number of tails that end below the number; tails are sorted by their last element. */
function countBelow(tails: readonly number[], numbers: readonly number[], number: number): number {
  let [low, high] = [0, tails.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
