import { useMemo } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { addressOf, bucketAddress, bucketName, bucketPath, classLabel } from '#web/bucket/address.ts';
import { useExampleSlots } from '#web/bucket/examples/useExampleSlots.tsx';
import { type DialLookup, useBucketDials } from '#web/bucket/query.ts';
import type { TriedEntry, TriedList } from '#web/evaluation/tried.ts';
import { TryRisk } from '#web/evaluation/TryRisk.tsx';
import { useSubject } from '#web/frame/BackHistoryProvider.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';

/** What is under a person's hands on the edit page. The same one as long as nothing of it changes. */
type Working = Readonly<{ entries: BucketEntries; lookup: DialLookup; unsaved: number }>;

export type TryBucketProps = Readonly<{
  bucket: Bucket;
  /** What the page shows: that is tried at first. */
  own: 'live' | 'draft' | 'edit';
  working?: Working;
  onClose: () => void;
}>;

/** A risk on the dials of a bucket: as they are live, as the draft has them, or as they are being edited. */
export function TryBucket({ bucket, own, working, onClose }: TryBucketProps) {
  const { partner, cob } = bucket;
  const query = useSavedDials(bucket);
  const { lookup, error, data } = query;
  const lists = useMemo(
    () => listSides(bucket, working).flatMap((side) => toList(side, working?.lookup ?? lookup, lookup) ?? []),
    [bucket, working, lookup],
  );
  useSubject(`Try a risk on ${bucketName(bucket)}`);
  const failure = error !== null && data === undefined && (
    <FetchError title="Failed to fetch dial metadata" query={query} />
  );
  return (
    <TryRisk
      path={[...bucketPath(partner), { label: classLabel(cob), to: bucketAddress(addressOf(bucket)) }]}
      name={bucketName(bucket)}
      lists={lists}
      own={own}
      baseline="live"
      cob={cob}
      link={linkOf(bucket, own, working)}
      empty="Without dials no value is set, whatever the risk."
      onClose={onClose}
      extras={useExampleSlots(bucket)}
      {...(failure && { failure })}
    />
  );
}

/** Every version that is live or saved, read once. */
function useSavedDials({ live, draft }: Bucket) {
  const pins = useMemo(() => {
    const all = [...live.entries, ...(draft?.entries ?? [])];
    return [...new Map(all.map((entry) => [`${entry.dial_id} ${entry.version}`, entry])).values()];
  }, [live, draft]);
  return useBucketDials(pins);
}

type Side = Readonly<{ key: string; label: string; entries: BucketEntries }>;

function listSides({ live, draft }: Bucket, working: Working | undefined): Side[] {
  return [
    { key: 'live', label: `Live v${live.number}`, entries: live.entries },
    ...(working ? [{ key: 'edit', label: 'Your edit', entries: working.entries }] : []),
    ...(draft && !working ? [{ key: 'draft', label: 'Draft', entries: draft.entries }] : []),
  ];
}

/** Nothing until every dial of it was read. */
function toList({ key, label, entries }: Side, ...lookups: readonly DialLookup[]): TriedList | undefined {
  const tried = entries.flatMap((entry): TriedEntry[] => {
    const dial = lookups.map((lookup) => lookup(entry)).find((found) => found !== undefined);
    return dial === undefined ? [] : [{ ...entry, dial: dial.data }];
  });
  return tried.length === entries.length ? { key, label, entries: tried } : undefined;
}

/** A colleague does not have what is unsaved: from the edit page a link leads to what was saved last. */
function linkOf(bucket: Bucket, own: TryBucketProps['own'], working: Working | undefined) {
  const saved = bucket.draft === null ? 'live' : 'draft';
  const page = own === 'edit' ? saved : own;
  const path = bucketAddress(addressOf(bucket), page === 'draft' ? 'draft' : undefined);
  if (working === undefined || working.unsaved === 0) return { path };
  const what = page === 'draft' ? 'saved draft' : 'live bucket';
  return { path, note: `It opens the ${what}: your unsaved changes are not in it.` };
}
