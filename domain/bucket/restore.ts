import type { EntryNote } from './check.ts';
import type { BucketEntries, BucketEntry } from './entry.ts';

/** An earlier version, and what is said today of its dials. */
export type EarlierVersion = Readonly<{ entries: BucketEntries; notes: readonly EntryNote[] }>;

export type Restored = Readonly<{
  /** What the draft is to hold: the list as it was, without what is left out. */
  entries: BucketEntries;
  /** Deleted since: they cannot be saved, and are always left out. */
  deleted: BucketEntries;
  /** Expired since: left out or kept by choice. */
  expired: BucketEntries;
}>;

/** The list of an earlier version as it can be saved today. */
export function restoreVersion(version: EarlierVersion, keepExpired: boolean): Restored {
  const kinds = new Map(version.notes.map(({ dial_id, kind }) => [dial_id, kind]));
  const having = (kind: EntryNote['kind']) => version.entries.filter(({ dial_id }) => kinds.get(dial_id) === kind);
  const [deleted, expired] = [having('deleted'), having('expired')];
  const leftOut = new Set<BucketEntry>(keepExpired ? deleted : [...deleted, ...expired]);
  return { entries: version.entries.filter((entry) => !leftOut.has(entry)), deleted, expired };
}
