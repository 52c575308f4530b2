import { useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { countChanges, diffEntries, totalChanges } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { usePendingCells } from './pendingCells.ts';
import { useNameOption } from '#web/dial/query.ts';
import type { Editor, Revealed } from './editor.ts';
import { createSearch } from '#web/bucket/show/searchEntries.ts';
import { useLookup } from './useLookup.ts';
import { openCopy, type WorkingAction, type WorkingCopy, workingCopy } from './workingCopy.ts';

/** What is edited: the draft, or the live version where there is none yet. */
export const listOf = (bucket: Bucket): BucketEntries => bucket.draft?.entries ?? bucket.live.entries;

export const unsavedCount = (base: BucketEntries, entries: BucketEntries): number =>
  totalChanges(countChanges(diffEntries(base, entries)));

/** At the moment it is asked, not as of the last drawing. */
export type Current = () => WorkingCopy & Readonly<{ bucket: Bucket; unsaved: number; unread: number }>;

export type Editing = Readonly<{
  editor: Editor;
  unsaved: number;
  /** Cells with a text that is no value yet: not counted as changes, and not to be lost either. */
  unread: number;
  current: Current;
  dispatch: (action: WorkingAction) => void;
  /** Takes what the server gave as what is worked on. */
  hold: (bucket: Bucket) => void;
  reveal: (place: Revealed) => void;
  /** Asks what these say, though they are in no list yet. */
  learn: (entries: BucketEntries) => void;
  dials: Omit<ReturnType<typeof useLookup>, 'lookup'>;
}>;

/** `latest` is what the server has by now; nothing of it but what does not concern the list comes in by itself. */
export function useEditing(latest: Bucket, search: string): Editing {
  const [held, hold] = useState(latest);
  const bucket = held.revision === latest.revision ? latest : held;
  const [copy, dispatch] = useReducer(workingCopy, listOf(latest), openCopy);
  const [place, setPlace] = useState<Readonly<{ revealed: Revealed; entries: BucketEntries }>>();
  const { base, entries, past, future } = copy;
  const unsaved = useMemo(() => unsavedCount(base, entries), [base, entries]);
  const pending = usePendingCells(bucket);
  const unread = useMemo(() => entries.filter(({ dial_id }) => pending.has(dial_id)).length, [entries, pending]);
  const [learnt, learn] = useState<BucketEntries>([]);
  const { lookup, ...dials } = useLookup([bucket.live.entries, base, entries, listOf(latest), learnt]);

  const nameOption = useNameOption();
  const find = useMemo(() => createSearch(nameOption), [nameOption]);
  const shown = useMemo(() => find(entries, lookup, search), [find, entries, lookup, search]);

  const change = useCallback((next: BucketEntries, what: string) => dispatch({ kind: 'change', next, what }), []);
  const undo = useCallback(() => dispatch({ kind: 'undo' }), []);
  const redo = useCallback(() => dispatch({ kind: 'redo' }), []);
  const [undoable, redoable] = [past.at(-1)?.what, future.at(-1)?.what];

  // A place that was put right is not gone back to when a tab is opened again.
  const revealed = place?.entries === entries ? place.revealed : undefined;
  const now = useRef({ ...copy, bucket, unsaved, unread });
  useLayoutEffect(() => {
    now.current = { ...copy, bucket, unsaved, unread };
  });
  const current = useCallback(() => now.current, []);
  const reveal = useCallback((next: Revealed) => setPlace({ revealed: { ...next }, entries: now.current.entries }), []);
  const editor = useMemo(
    (): Editor => ({ bucket, base, entries, lookup, change, undo, redo, undoable, redoable, search, shown, revealed }),
    [bucket, base, entries, lookup, change, undo, redo, undoable, redoable, search, shown, revealed],
  );
  return { editor, unsaved, unread, current, dispatch, hold, reveal, learn, dials };
}
