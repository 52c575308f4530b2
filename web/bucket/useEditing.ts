import { useCallback, useMemo, useReducer, useState } from 'react';
import { useLatest } from '#web/kit/useLatest.ts';
import type { Bucket } from '#contract/bucket.ts';
import { totalChanges } from '#domain/bucket/change-kind.ts';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { useNameOption } from '#web/dial/query.ts';
import type { Editor, RevealTarget } from './editor.ts';
import { createSearch } from './searchEntries.ts';
import { openCopy, type WorkingAction, type WorkingCopy, workingCopy } from '#web/bucket/draft/workingCopy.ts';
import { type DialLookup, lookUp, type Pin, useBucketDials } from './query.ts';

/** The entries to edit: the draft, or the live version if there is none yet. */
export const listOf = (bucket: Bucket): BucketEntries => bucket.draft?.entries ?? bucket.live.entries;

/** Counts a dial with an unparsable text as changed, like one with an override. */
export function countUnsaved({ base, entries, pending }: Pick<WorkingCopy, 'base' | 'entries' | 'pending'>): number {
  const diff = diffEntries(base, entries);
  const counted = new Set([...diff.overridden, ...diff.added.map(({ entry }) => entry)].map(({ dial_id }) => dial_id));
  return totalChanges(countChanges(diff)) + [...pending.keys()].filter((id) => !counted.has(id)).length;
}

/** Reads the current state, not that of the last render. */
export type Current = () => WorkingCopy & Readonly<{ bucket: Bucket; unsaved: number }>;

export type Editing = Readonly<{
  editor: Editor;
  unsaved: number;
  current: Current;
  dispatch: (action: WorkingAction) => void;
  /** Replaces the working copy with the server's bucket. */
  setServerBucket: (bucket: Bucket) => void;
  reveal: (place: RevealTarget) => void;
  /** Loads dial versions that are in no list yet. */
  prefetchVersions: (entries: BucketEntries) => void;
  dials: Omit<ReturnType<typeof useLookup>, 'lookup'>;
}>;

/** `latest` is the server's newest bucket; only the parts outside the list are applied automatically. */
export function useEditing(latest: Bucket, search: string): Editing {
  const [serverBucket, setServerBucket] = useState(latest);
  const bucket = serverBucket.revision === latest.revision ? latest : serverBucket;
  const [copy, dispatch] = useReducer(workingCopy, listOf(latest), openCopy);
  const [place, setPlace] = useState<Readonly<{ revealed: RevealTarget; entries: BucketEntries }>>();
  const { base, entries, pending, past, future } = copy;
  const unsaved = useMemo(() => countUnsaved({ base, entries, pending }), [base, entries, pending]);
  const [prefetched, prefetchVersions] = useState<BucketEntries>([]);
  const { lookup, ...dials } = useLookup([bucket.live.entries, base, entries, listOf(latest), prefetched]);

  const nameOption = useNameOption();
  const find = useMemo(() => createSearch(nameOption), [nameOption]);
  const shown = useMemo(() => find(entries, lookup, search), [find, entries, lookup, search]);

  const change = useCallback<Editor['change']>(
    (next, what, typed) => dispatch({ kind: 'change', next, what, pending: typed }),
    [],
  );
  const undo = useCallback(() => dispatch({ kind: 'undo' }), []);
  const redo = useCallback(() => dispatch({ kind: 'redo' }), []);
  const [undoable, redoable] = [past.at(-1)?.what, future.at(-1)?.what];

  // Don't return to a fixed error when the tab is opened again.
  const revealed = place?.entries === entries ? place.revealed : undefined;
  const now = useLatest({ ...copy, bucket, unsaved });
  const current = useCallback(() => now.current, [now]);
  const reveal = useCallback(
    (next: RevealTarget) => setPlace({ revealed: { ...next }, entries: now.current.entries }),
    [now],
  );
  const listed = useMemo(() => ({ bucket, base, entries, pending }), [bucket, base, entries, pending]);
  const editor = useMemo(
    (): Editor => ({ ...listed, lookup, search, shown, revealed, change, undo, redo, undoable, redoable }),
    [listed, lookup, search, shown, revealed, change, undo, redo, undoable, redoable],
  );
  return { editor, unsaved, current, dispatch, setServerBucket, reveal, prefetchVersions, dials };
}

const nameOf = ({ dial_id, version }: Pin): string => `${dial_id} ${version}`;

/**
 * The dial versions in any of these lists, and each newer one. Loaded versions stay cached: undo can bring back a
 * removed dial, and a list that only lost a dial needs no request.
 */
function useLookup(lists: readonly BucketEntries[]) {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Pin>>(() => new Map());
  const fresh = lists.flatMap((list) => list.filter((entry) => !loaded.has(nameOf(entry))));
  if (fresh.length > 0) setLoaded(new Map([...loaded, ...fresh.map((pin): [string, Pin] => [nameOf(pin), pin])]));
  const pins = useMemo(() => [...loaded.values()], [loaded]);

  const query = useBucketDials(pins);
  const { data } = query;
  const lookup = useMemo((): DialLookup => {
    const items = data ?? [];
    const newer = items.flatMap((dial) => (dial.newer === null ? [] : [{ ...dial.newer, newer: null }]));
    return lookUp([...newer, ...items]);
  }, [data]);
  return { ...query, lookup };
}
