import type { EntryNote } from './check.ts';
import type { BucketEntries, BucketEntry } from './entry.ts';

/** An earlier version with the notes on its dials as of today. */
export type EarlierVersion = Readonly<{ entries: BucketEntries; notes: readonly EntryNote[] }>;

export type Restored = Readonly<{
  /** The entries of the draft, without those left out. */
  entries: BucketEntries;
  /** Deleted since; always left out, as they cannot be saved. */
  deleted: BucketEntries;
  /** Expired since; left out unless `keepExpired`. */
  expired: BucketEntries;
}>;

export function restoreVersion(version: EarlierVersion, keepExpired: boolean): Restored {
  const kinds = new Map(version.notes.map(({ dial_id, kind }) => [dial_id, kind]));
  const withNote = (kind: EntryNote['kind']) => version.entries.filter(({ dial_id }) => kinds.get(dial_id) === kind);
  const [deleted, expired] = [withNote('deleted'), withNote('expired')];
  const leftOut = new Set<BucketEntry>(keepExpired ? deleted : [...deleted, ...expired]);
  return { entries: version.entries.filter((entry) => !leftOut.has(entry)), deleted, expired };
}
