import { createContext, use } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import type { ShownEntry } from '#web/bucket/show/searchEntries.ts';
import type { PendingCells } from './cells.ts';

/** The bucket under the person's hands: what both tabs, the picker and the comparison read and change. */
export type Editor = Readonly<{
  /** As the server last gave it. */
  bucket: Bucket;
  /** What was last saved: the draft, or the live version where there is none. */
  base: BucketEntries;
  /** The working copy. */
  entries: BucketEntries;
  /** What was typed into cells of the grid and is no value. */
  pending: PendingCells;
  /** What the versions say, of the working copy, of live, and of each newer one. */
  lookup: DialLookup;
  /** One step that can be undone; `what` names it ("Moved Cyber base appetite to 4"). */
  change: (next: BucketEntries, what: string, pending?: PendingCells) => void;
  undo: () => void;
  redo: () => void;
  /** What undo would take back, where there is something. */
  undoable: string | undefined;
  redoable: string | undefined;
  /** One search over both tabs; empty when nothing is searched for. */
  search: string;
  /** The entries the search leaves, with their positions; all of them without one. */
  shown: readonly ShownEntry[];
  /** The row, or with a key the cell of the grid, to bring into view and focus; a new object asks again. */
  revealed?: Revealed | undefined;
}>;

export type Revealed = Readonly<{ dial_id: string; key?: ValueKey | undefined }>;

export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (editor === undefined) throw new Error('useEditor is used outside the edit page');
  return editor;
}
