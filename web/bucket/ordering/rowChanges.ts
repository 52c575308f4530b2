import { diffEntries } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';

/** What a row says of its change against live. Plain words, so that a row whose change stays is not drawn again. */
export type RowChange = Readonly<{ added: boolean; updated: string | undefined; moved: string | undefined }>;

export const UNCHANGED: RowChange = { added: false, updated: undefined, moved: undefined };

export function rowChanges(live: BucketEntries, entries: BucketEntries): ReadonlyMap<string, RowChange> {
  const diff = diffEntries(live, entries);
  const changes = new Map<string, RowChange>();
  const put = (dialId: string, change: Partial<RowChange>) =>
    changes.set(dialId, { ...(changes.get(dialId) ?? UNCHANGED), ...change });
  for (const { entry } of diff.added) put(entry.dial_id, { added: true });
  for (const { dial_id, before, after } of diff.updated) put(dial_id, { updated: `v${before} → v${after}` });
  for (const { dial_id, from, to } of diff.reordered) put(dial_id, { moved: `${from} → ${to}` });
  return changes;
}
