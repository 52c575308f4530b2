import { useEffect, useEffectEvent, useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { sameEntries } from '#domain/bucket/entry.ts';
import { useBucketWatch } from './useBucketWatch.ts';
import { useSession } from '#web/base/session/session.tsx';
import { isInReview, describeTheirChange } from './draftWords.ts';
import { type Editing, listOf } from './useEditing.ts';
import type { Saving } from './useSaving.ts';
import type { BucketAddress } from './address.ts';

/** Changes by others while the bucket is edited. They are applied automatically only without unsaved work. */
export function useRemoteChanges(address: BucketAddress, latest: Bucket, editing: Editing, saving: Saving) {
  const { editor, unsaved } = editing;
  const { person } = useSession();
  const remoteChange = useBucketWatch(address);
  const [applied, setApplied] = useState<string>();
  // The event of this tab's own save may arrive before its response, and a read from before the save may arrive after
  // it.
  const isCurrent = Number(latest.revision) <= Number(editor.bucket.revision);
  const theirs = isCurrent || saving.working !== undefined ? undefined : latest;
  const text = theirs && describeTheirChange(theirs, editor.bucket, remoteChange, person.id);
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
    /** Changes that wait to be loaded. */
    theirs: loadable === undefined ? theirs : undefined,
    text,
    /** The change that was applied automatically. */
    applied,
    dismiss: () => setApplied(undefined),
    describe: (bucket: Bucket) => describeTheirChange(bucket, editor.bucket, remoteChange, person.id),
  };
}
