import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { ValueKey } from '#domain/value/registry.ts';

/** Texts that are no value, as they were typed, by dial and value. */
export type PendingCells = ReadonlyMap<string, PendingRow>;
export type PendingRow = Readonly<Partial<Record<ValueKey, string>>>;
export type Cell = Readonly<{ dial_id: string; key: ValueKey }>;

export const NO_PENDING: PendingCells = new Map();

/** Without a text the cell shows what the bucket sets again. */
export function setPending(before: PendingCells, cells: readonly Cell[], text?: string): PendingCells {
  const next = new Map(before);
  for (const { dial_id, key } of cells) {
    const { [key]: _, ...others } = next.get(dial_id) ?? {};
    const row = text === undefined ? others : { ...others, [key]: text };
    if (Object.keys(row).length === 0) next.delete(dial_id);
    else next.set(dial_id, row);
  }
  return samePending(before, next) ? before : next;
}

/** A dial that is gone from the list takes its cells along. */
export function pendingIn(entries: BucketEntries, pending: PendingCells): PendingCells {
  if (pending.size === 0) return pending;
  const kept = entries.flatMap(({ dial_id }): [string, PendingRow][] => {
    const row = pending.get(dial_id);
    return row === undefined ? [] : [[dial_id, row]];
  });
  return kept.length === pending.size ? pending : new Map(kept);
}

export const countPending = (pending: PendingCells): number =>
  [...pending.values()].reduce((sum, row) => sum + Object.keys(row).length, 0);

const samePending = (a: PendingCells, b: PendingCells): boolean =>
  a.size === b.size && [...a].every(([id, row]) => sameRow(row, b.get(id)));

const sameRow = (a: PendingRow, b: PendingRow = {}): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([key, text]) => b[key as ValueKey] === text);
