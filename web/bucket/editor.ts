import { createContext, use } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import type { DialLookup } from './query.ts';
import type { ShownEntry } from './searchEntries.ts';
import type { PendingCells } from './cells.ts';

/** The bucket being edited, shared by both tabs, the picker and the comparison. */
export type Editor = Readonly<{
  /** As last returned by the server. */
  bucket: Bucket;
  /** The last saved state: the draft, or the live version if there is none. */
  base: BucketEntries;
  /** The working copy. */
  entries: BucketEntries;
  /** Unparsable texts in cells of the grid. */
  pending: PendingCells;
  /** The dial versions of the working copy, of live, and each newer one. */
  lookup: DialLookup;
  /** Makes one undo step; `what` names it ("Moved Cyber base appetite to 4"). */
  change: (next: BucketEntries, what: string, pending?: PendingCells) => void;
  undo: () => void;
  redo: () => void;
  /** The label of the next undo step, if any. */
  undoable: string | undefined;
  redoable: string | undefined;
  /** One search over both tabs; empty without a search. */
  search: string;
  /** The entries that match the search, with their positions; all of them without one. */
  shown: readonly ShownEntry[];
  /** The row, or with a key the grid cell, to scroll to and focus; a new object repeats it. */
  revealed?: RevealTarget | undefined;
}>;

export type RevealTarget = Readonly<{ dial_id: string; key?: ValueKey | undefined }>;

export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (editor === undefined) throw new Error('useEditor is used outside the edit page');
  return editor;
}
