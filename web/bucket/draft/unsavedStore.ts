import { type BucketEntries, type BucketEntry, sameEntries } from '#domain/bucket/entry.ts';
import { mergeEntries } from '#domain/bucket/merge.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { type KeptCodec, type KeptSlot, nameKept } from '#web/frame/kept/keptStore.ts';
import { type PendingCells, pendingIn, type PendingRow } from './cells.ts';

/** Work that was not saved, with what it was based on: enough to restore it onto whatever is there by then. */
export type KeptWork = Readonly<{
  at: string;
  revision: string;
  base: BucketEntries;
  entries: BucketEntries;
  pending: PendingCells;
}>;
export type KeptBucket = KeptSlot<KeptWork>;

export const keptName = (personId: string, { partner, cob }: BucketAddress): string =>
  nameKept('bucket', personId, partner, cob);

export const KEPT_CODEC: KeptCodec<KeptWork> = {
  write: (work) => ({ ...work, pending: Object.fromEntries(work.pending) }),
  read: (written) =>
    isWork(written) ? { ...written, pending: new Map(Object.entries(written.pending ?? {})) } : undefined,
};

/** Whether restoring it would change anything. */
export function hasUnsavedDiff({ base, entries, pending }: KeptWork, now: BucketEntries): boolean {
  const { merged } = mergeEntries(base, entries, now);
  return pendingIn(merged, pending).size > 0 || !sameEntries(merged, now);
}

type WrittenWork = Omit<KeptWork, 'pending'> & Readonly<{ pending?: Readonly<Record<string, PendingRow>> }>;

function isWork(work: unknown): work is WrittenWork {
  const { at, revision, base, entries, pending = {} } = work as Record<string, unknown>;
  const typed = typeof pending === 'object' && pending !== null;
  return typeof at === 'string' && typeof revision === 'string' && isList(base) && isList(entries) && typed;
}

const isList = (list: unknown): boolean => Array.isArray(list) && list.every(isEntry);

function isEntry(entry: unknown): entry is BucketEntry {
  if (typeof entry !== 'object' || entry === null) return false;
  const { dial_id, version, overrides } = entry as Record<string, unknown>;
  const known = typeof overrides === 'object' && overrides !== null;
  return typeof dial_id === 'string' && typeof version === 'number' && known;
}
