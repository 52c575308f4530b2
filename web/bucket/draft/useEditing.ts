import { useCallback, useMemo, useReducer, useState } from 'react';
import { useLatest } from '#web/kit/useLatest.ts';
import type { Bucket } from '#contract/bucket.ts';
import { totalChanges } from '#domain/bucket/change-kind.ts';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { useNameOption } from '#web/dial/query.ts';
import type { Editor, Revealed } from './editor.ts';
import { createSearch } from '#web/bucket/show/searchEntries.ts';
import { openCopy, type WorkingAction, type WorkingCopy, workingCopy } from './workingCopy.ts';
import { type DialLookup, lookUp, type Pin, useBucketDials } from '#web/bucket/query.ts';

/** What is edited: the draft, or the live version where there is none yet. */
export const listOf = (bucket: Bucket): BucketEntries => bucket.draft?.entries ?? bucket.live.entries;

/** A dial with a text that is no value yet counts as changed, like one with an override. */
export function countUnsaved({ base, entries, pending }: Pick<WorkingCopy, 'base' | 'entries' | 'pending'>): number {
  const diff = diffEntries(base, entries);
  const counted = new Set([...diff.overridden, ...diff.added.map(({ entry }) => entry)].map(({ dial_id }) => dial_id));
  return totalChanges(countChanges(diff)) + [...pending.keys()].filter((id) => !counted.has(id)).length;
}

/** At the moment it is asked, not as of the last render. */
export type Current = () => WorkingCopy & Readonly<{ bucket: Bucket; unsaved: number }>;

export type Editing = Readonly<{
  editor: Editor;
  unsaved: number;
  current: Current;
  dispatch: (action: WorkingAction) => void;
  /** What the server gave becomes what is worked on. */
  setServerBucket: (bucket: Bucket) => void;
  reveal: (place: Revealed) => void;
  /** Asks what these say, though they are in no list yet. */
  prefetchVersions: (entries: BucketEntries) => void;
  dials: Omit<ReturnType<typeof useLookup>, 'lookup'>;
}>;

/** `latest` is what the server has by now; nothing of it but what does not concern the list comes in by itself. */
export function useEditing(latest: Bucket, search: string): Editing {
  const [held, setServerBucket] = useState(latest);
  const bucket = held.revision === latest.revision ? latest : held;
  const [copy, dispatch] = useReducer(workingCopy, listOf(latest), openCopy);
  const [place, setPlace] = useState<Readonly<{ revealed: Revealed; entries: BucketEntries }>>();
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

  // A place that was put right is not gone back to when a tab is opened again.
  const revealed = place?.entries === entries ? place.revealed : undefined;
  const now = useLatest({ ...copy, bucket, unsaved });
  const current = useCallback(() => now.current, [now]);
  const reveal = useCallback(
    (next: Revealed) => setPlace({ revealed: { ...next }, entries: now.current.entries }),
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
 * What the versions in any of these lists say, and each newer one. A version once asked for stays known: what was
 * removed can come back by undo, and a list that only lost a dial asks for nothing.
 */
function useLookup(lists: readonly BucketEntries[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, Pin>>(() => new Map());
  const fresh = lists.flatMap((list) => list.filter((entry) => !known.has(nameOf(entry))));
  if (fresh.length > 0) setKnown(new Map([...known, ...fresh.map((pin): [string, Pin] => [nameOf(pin), pin])]));
  const pins = useMemo(() => [...known.values()], [known]);

  const query = useBucketDials(pins);
  const { data } = query;
  const lookup = useMemo((): DialLookup => {
    const items = data ?? [];
    const newer = items.flatMap((dial) => (dial.newer === null ? [] : [{ ...dial.newer, newer: null }]));
    return lookUp([...newer, ...items]);
  }, [data]);
  return { ...query, lookup };
}
