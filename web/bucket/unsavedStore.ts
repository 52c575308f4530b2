import { type BucketEntries, type BucketEntry, sameEntries } from '#domain/bucket/entry.ts';
import { mergeEntries } from '#domain/bucket/merge.ts';
import type { BucketAddress } from './address.ts';
import { type WorkCodec, type WorkSlot, workKey } from '#web/base/page/workStore.ts';
import { type PendingCells, pendingIn, type PendingRow } from './cells.ts';

/** Unsaved work with its base: enough to restore it onto a newer bucket. */
export type UnsavedWork = Readonly<{
  at: string;
  revision: string;
  base: BucketEntries;
  entries: BucketEntries;
  pending: PendingCells;
}>;
export type UnsavedBucket = WorkSlot<UnsavedWork>;

export const bucketWorkKey = (personId: string, { partner, cob }: BucketAddress): string =>
  workKey('bucket', personId, partner, cob);

export const WORK_CODEC: WorkCodec<UnsavedWork> = {
  write: (work) => ({ ...work, pending: Object.fromEntries(work.pending) }),
  read: (written) =>
    isWork(written) ? { ...written, pending: new Map(Object.entries(written.pending ?? {})) } : undefined,
};

/** Whether restoring it would change anything. */
export function hasUnsavedDiff({ base, entries, pending }: UnsavedWork, now: BucketEntries): boolean {
  const { merged } = mergeEntries(base, entries, now);
  return pendingIn(merged, pending).size > 0 || !sameEntries(merged, now);
}

type WrittenWork = Omit<UnsavedWork, 'pending'> & Readonly<{ pending?: Readonly<Record<string, PendingRow>> }>;

function isWork(work: unknown): work is WrittenWork {
  const { at, revision, base, entries, pending = {} } = work as Record<string, unknown>;
  const typed = typeof pending === 'object' && pending !== null;
  return typeof at === 'string' && typeof revision === 'string' && isList(base) && isList(entries) && typed;
}

const isList = (list: unknown): boolean => Array.isArray(list) && list.every(isEntry);

function isEntry(entry: unknown): entry is BucketEntry {
  if (typeof entry !== 'object' || entry === null) return false;
  const { dial_id, version, overrides } = entry as Record<string, unknown>;
  const hasOverrides = typeof overrides === 'object' && overrides !== null;
  return typeof dial_id === 'string' && typeof version === 'number' && hasOverrides;
}
