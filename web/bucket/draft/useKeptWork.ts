import { useMemo } from 'react';
import type { BucketAddress } from '#web/bucket/address.ts';
import { useKept } from '#web/frame/kept/useKept.ts';
import { useSession } from '#web/session/session.tsx';
import { hasUnsavedDiff, KEPT_CODEC, keptName, type KeptWork } from './unsavedStore.ts';

type Current = Omit<KeptWork, 'at'> & Readonly<{ address: BucketAddress; dirty: boolean }>;

/** Keeps unsaved work on a bucket in this browser, and gives what an earlier page left behind. */
export function useKeptWork({ address, revision, base, entries, pending, dirty }: Current) {
  const { person } = useSession();
  const work = useMemo(() => ({ revision, base, entries, pending }), [revision, base, entries, pending]);
  return useKept<KeptWork>({
    name: keptName(person.id, address),
    work,
    dirty,
    codec: KEPT_CODEC,
    hasChanges: (kept) => hasUnsavedDiff(kept, base),
  });
}
