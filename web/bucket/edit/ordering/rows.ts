import { diffEntries } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { ENTRY_NOTES } from '#domain/bucket/check.ts';
import type { BucketDial } from '#contract/bucket.ts';

type Row = Readonly<{ start: number; end: number }>;

/** The target of a dragged row: its position after the move, and the y of the drop line. */
export type DropTarget = Readonly<{ position: number; line: number }>;

/** `y` relative to the rows; `from` are the dragged positions. Undefined if nothing would move. */
export function findDropTarget(rows: readonly Row[], y: number, from: readonly number[]): DropTarget | undefined {
  const gap = gapAt(rows, y);
  const [first, last] = [Math.min(...from), Math.max(...from)];
  const isTogether = last - first === from.length - 1;
  if (isTogether && gap >= first - 1 && gap <= last) return undefined;
  const line = rows[gap]?.start ?? rows.at(-1)?.end ?? 0;
  return { position: gap + 1 - from.filter((position) => position <= gap).length, line };
}

/** How many rows have their middle above `y`. */
function gapAt(rows: readonly Row[], y: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row !== undefined && (row.start + row.end) / 2 < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The change note of a row against live. A plain string, so that an unchanged row does not re-render. */
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

export type RowNote = (typeof ENTRY_NOTES)[keyof typeof ENTRY_NOTES];

/** Why a dial has no effect in the bucket today, by its status. */
export function noteOf(dial: Pick<BucketDial, 'deleted' | 'status'> | undefined): RowNote | undefined {
  if (dial === undefined) return undefined;
  if (dial.deleted) return ENTRY_NOTES.deleted;
  if (dial.status === 'expired') return ENTRY_NOTES.expired;
  return dial.status === 'upcoming' ? ENTRY_NOTES.upcoming : undefined;
}
