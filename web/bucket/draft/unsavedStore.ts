import { type BucketEntries, type BucketEntry, sameEntries } from '#domain/bucket/entry.ts';
import { mergeEntries } from '#domain/bucket/merge.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { type PendingCells, pendingIn, type PendingRow } from './cells.ts';

/** Work that was not saved, with what it was based on: enough to restore it onto whatever is there by then. */
export type KeptWork = Readonly<{
  at: string;
  revision: string;
  base: BucketEntries;
  entries: BucketEntries;
  pending: PendingCells;
}>;
export type KeptSlot = Readonly<{ slot: string; work: KeptWork }>;

const PREFIX = 'lineslip.unsaved-bucket';

/** One person on one bucket. Each tab has a slot of its own below it, so that two tabs never write over each other. */
export const keptName = (personId: string, { partner, cob }: BucketAddress): string =>
  [PREFIX, encodeURIComponent(personId), partner, cob].join(':');

export const newSlot = (name: string): string =>
  `${name}:${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** A full or forbidden storage must not stop anybody's work: leaving then still asks. */
function unlessRefused<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

export const keep = (slot: string, work: KeptWork): void =>
  unlessRefused(() =>
    localStorage.setItem(slot, JSON.stringify({ ...work, pending: Object.fromEntries(work.pending) })),
  );

export const forget = (slot: string): void => unlessRefused(() => localStorage.removeItem(slot));

/** What tabs that are gone left behind, the newest first. */
export async function readKept(name: string): Promise<KeptSlot[]> {
  const open = await openSlots();
  return slotsOf(name)
    .filter((slot) => !open.has(slot))
    .flatMap((slot) => {
      const work = read(slot);
      return work === undefined ? [] : [{ slot, work }];
    })
    .toSorted((a, b) => b.work.at.localeCompare(a.work.at));
}

/** Whether restoring it would change anything. */
export function hasUnsavedDiff({ base, entries, pending }: KeptWork, now: BucketEntries): boolean {
  const { merged } = mergeEntries(base, entries, now);
  return pendingIn(merged, pending).size > 0 || !sameEntries(merged, now);
}

const slotsOf = (name: string): string[] =>
  unlessRefused(() => Object.keys(localStorage).filter((key) => key.startsWith(`${name}:`))) ?? [];

function read(slot: string): KeptWork | undefined {
  const work = unlessRefused((): unknown => JSON.parse(localStorage.getItem(slot) ?? ''));
  return isWork(work) ? { ...work, pending: new Map(Object.entries(work.pending ?? {})) } : undefined;
}

type WrittenWork = Omit<KeptWork, 'pending'> & Readonly<{ pending?: Readonly<Record<string, PendingRow>> }>;

function isWork(work: unknown): work is WrittenWork {
  if (typeof work !== 'object' || work === null) return false;
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

/** A tab holds a lock by its slot's name for as long as it lives, however it ends. */
export function holdSlot(slot: string): () => void {
  const released = Promise.withResolvers<void>();
  void locks()?.request(slot, () => released.promise);
  return released.resolve;
}

async function openSlots(): Promise<ReadonlySet<string | undefined>> {
  const state = await locks()?.query();
  return new Set((state?.held ?? []).map(({ name }) => name));
}

/** There are none where the page did not come over a safe connection; a tab is then taken as gone. */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);
