import { useSyncExternalStore } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { ValueKey } from '#domain/value/registry.ts';

/** Texts that are no value, as they were typed, by dial and value. */
export type PendingCells = ReadonlyMap<string, Readonly<Partial<Record<ValueKey, string>>>>;

const NONE: PendingCells = new Map();
/** By bucket, and outside the grid: another tab of the page must not lose what was typed here. */
const kept = new Map<string, PendingCells>();
const listeners = new Set<() => void>();

type Which = Pick<Bucket, 'partner' | 'cob'>;
const nameOf = ({ partner, cob }: Which): string => `${partner.number} ${cob}`;

export const pendingCells = (bucket: Which): PendingCells => kept.get(nameOf(bucket)) ?? NONE;

/** Without a text the cell is as the bucket has it again. */
export function setPending(
  bucket: Which,
  cells: readonly Readonly<{ dial_id: string; key: ValueKey }>[],
  text?: string,
) {
  const before = pendingCells(bucket);
  const next = new Map(before);
  for (const { dial_id, key } of cells) {
    const { [key]: was, ...others } = next.get(dial_id) ?? {};
    if (was === text) continue;
    const row = text === undefined ? others : { ...others, [key]: text };
    if (Object.keys(row).length === 0) next.delete(dial_id);
    else next.set(dial_id, row);
  }
  keep(bucket, next);
}

/** Nothing typed is left, as after discarding what is unsaved. */
export const clearPending = (bucket: Which): void => keep(bucket, NONE);

function keep(bucket: Which, cells: PendingCells) {
  kept.set(nameOf(bucket), cells);
  for (const tell of listeners) tell();
}

function listen(tell: () => void) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export function usePendingCells(bucket: Which): PendingCells {
  return useSyncExternalStore(listen, () => pendingCells(bucket));
}
