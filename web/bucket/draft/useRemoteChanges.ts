import { useEffect, useEffectEvent, useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { sameEntries } from '#domain/bucket/entry.ts';
import { useBucketWatch } from '#web/bucket/show/useBucketWatch.ts';
import { useSession } from '#web/session/session.tsx';
import { isInReview, whatHappened } from './remoteText.ts';
import { type Editing, listOf } from './useEditing.ts';
import type { Saving } from './useSaving.ts';
import type { BucketAddress } from '#web/bucket/address.ts';

/** What others did to the bucket while it is edited. It comes in by itself only where there is no unsaved work. */
export function useOthers(address: BucketAddress, latest: Bucket, editing: Editing, saving: Saving) {
  const { editor, unsaved } = editing;
  const { person } = useSession();
  const news = useBucketWatch(address);
  const [said, setSaid] = useState<string>();
  // An answer of one's own save may come in by the event first.
  const theirs = latest.revision === editor.bucket.revision || saving.working !== undefined ? undefined : latest;
  const text = theirs && whatHappened(theirs, editor.bucket, news, person.id);
  const takes =
    theirs !== undefined && (unsaved === 0 || sameEntries(listOf(theirs), editor.base)) && !isInReview(theirs);

  const taken = takes ? theirs : undefined;
  const takeIn = useEffectEvent((bucket: Bucket) => {
    saving.takeIn(bucket);
    setSaid(text);
  });
  useEffect(() => {
    if (taken !== undefined) takeIn(taken);
  }, [taken]);

  return {
    /** What is not taken in yet. */
    theirs: takes ? undefined : theirs,
    text,
    /** What was taken in by itself. */
    said,
    dismiss: () => setSaid(undefined),
    describe: (bucket: Bucket) => whatHappened(bucket, editor.bucket, news, person.id),
  };
}
