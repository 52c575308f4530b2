import type { DialValues } from '#domain/value/registry.ts';
import { type BucketEntries, type BucketEntry, byDial, sameValues } from './entry.ts';
import { longestRun } from './longest-run.ts';

export const CHANGE_KINDS = ['added', 'removed', 'updated', 'overridden', 'reordered'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

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

export const NO_CHANGE: BucketDiff = { added: [], removed: [], updated: [], overridden: [], reordered: [] };

/** What leads from one list to the other: `applyDiff(diffEntries(a, b), a)` is b. */
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

export function applyDiff(diff: BucketDiff, before: BucketEntries): BucketEntry[] {
  const versions = new Map(diff.updated.map(({ dial_id, after }) => [dial_id, after]));
  const overrides = new Map(diff.overridden.map(({ dial_id, after }) => [dial_id, after]));
  const changed = before.map((entry) => ({
    ...entry,
    version: versions.get(entry.dial_id) ?? entry.version,
    overrides: overrides.get(entry.dial_id) ?? entry.overrides,
  }));
  const gone = new Set(diff.removed.map(({ entry }) => entry.dial_id));
  const targets = new Map(diff.reordered.map(({ dial_id, to }) => [dial_id, to]));
  const fixed = new Map(diff.added.map(({ entry, position }) => [position, entry]));
  for (const entry of changed) {
    const to = targets.get(entry.dial_id);
    if (to !== undefined) fixed.set(to, entry);
  }
  const resting = changed.filter(({ dial_id }) => !gone.has(dial_id) && !targets.has(dial_id)).values();
  const length = before.length - gone.size + diff.added.length;
  return Array.from({ length }, (_, index) => fixed.get(index + 1) ?? (resting.next().value as BucketEntry));
}

/** The way back: `applyDiff(reverseDiff(diffEntries(a, b)), b)` is a. */
export function reverseDiff(diff: BucketDiff): BucketDiff {
  const swap = <T extends { before: unknown; after: unknown }>(change: T) => ({
    ...change,
    before: change.after,
    after: change.before,
  });
  return {
    added: diff.removed,
    removed: diff.added,
    updated: diff.updated.map(swap),
    overridden: diff.overridden.map(swap),
    reordered: diff.reordered.map(({ dial_id, from, to }) => ({ dial_id, from: to, to: from })),
  };
}

export type ChangeCounts = Readonly<Record<ChangeKind, number>>;

export function countChanges(diff: BucketDiff): ChangeCounts {
  return {
    added: diff.added.length,
    removed: diff.removed.length,
    updated: diff.updated.length,
    overridden: diff.overridden.length,
    reordered: diff.reordered.length,
  };
}

export const totalChanges = (counts: ChangeCounts): number => CHANGE_KINDS.reduce((sum, kind) => sum + counts[kind], 0);

const placed = (entries: BucketEntries): Placed[] => entries.map((entry, index) => ({ entry, position: index + 1 }));

export const positions = (entries: BucketEntries): ReadonlyMap<string, number> =>
  new Map(entries.map(({ dial_id }, index) => [dial_id, index + 1]));
