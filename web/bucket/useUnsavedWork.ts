import { useMemo } from 'react';
import type { BucketAddress } from './address.ts';
import { useStoredWork } from '#web/base/page/useStoredWork.ts';
import { useSession } from '#web/base/session/session.tsx';
import { hasUnsavedDiff, WORK_CODEC, bucketWorkKey, type UnsavedWork } from './unsavedStore.ts';

type Current = Omit<UnsavedWork, 'at'> & Readonly<{ address: BucketAddress; dirty: boolean }>;

/** Stores unsaved work on a bucket in this browser, and returns what an earlier visit left. */
export function useUnsavedWork({ address, revision, base, entries, pending, dirty }: Current) {
  const { person } = useSession();
  const work = useMemo(() => ({ revision, base, entries, pending }), [revision, base, entries, pending]);
  return useStoredWork<UnsavedWork>({
    name: bucketWorkKey(person.id, address),
    work,
    dirty,
    codec: WORK_CODEC,
    hasChanges: (stored) => hasUnsavedDiff(stored, base),
  });
}
