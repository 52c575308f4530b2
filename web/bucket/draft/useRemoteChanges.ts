import { useEffect, useEffectEvent, useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { sameEntries } from '#domain/bucket/entry.ts';
import { useBucketWatch } from '#web/bucket/show/useBucketWatch.ts';
import { useSession } from '#web/session/session.tsx';
import { isInReview, whatHappened } from './words.ts';
import { type Editing, listOf } from './useEditing.ts';
import type { Saving } from './useSaving.ts';
import type { BucketAddress } from '#web/bucket/address.ts';

/** What others did to the bucket while it is edited. It comes in by itself only where there is no unsaved work. */
export function useRemoteChanges(address: BucketAddress, latest: Bucket, editing: Editing, saving: Saving) {
  const { editor, unsaved } = editing;
  const { person } = useSession();
  const news = useBucketWatch(address);
  const [applied, setApplied] = useState<string>();
  // An answer of one's own save may come in by the event first; and what was read before a save may still be shown after.
  const known = Number(latest.revision) <= Number(editor.bucket.revision);
  const theirs = known || saving.working !== undefined ? undefined : latest;
  const text = theirs && whatHappened(theirs, editor.bucket, news, person.id);
  const harmless = unsaved === 0 || (theirs !== undefined && sameEntries(listOf(theirs), editor.base));
  const loadable = theirs !== undefined && harmless && !isInReview(theirs) ? theirs : undefined;
  const load = useEffectEvent((bucket: Bucket) => {
    saving.applyTheirs(bucket);
    setApplied(text);
  });
  useEffect(() => {
    if (loadable !== undefined) load(loadable);
  }, [loadable]);

  return {
    /** What is not loaded yet. */
    theirs: loadable === undefined ? theirs : undefined,
    text,
    /** What was loaded by itself. */
    applied,
    dismiss: () => setApplied(undefined),
    describe: (bucket: Bucket) => whatHappened(bucket, editor.bucket, news, person.id),
  };
}
