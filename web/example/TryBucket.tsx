import { type ReactNode, useMemo } from 'react';
import type { Bucket, BucketVersion } from '#contract/bucket.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { addressOf, bucketAddress, bucketName, bucketPath, classLabel, versionAddress } from '#web/bucket/address.ts';
import { rateEntries } from './checked.ts';
import { useExampleSlots } from './useExampleSlots.tsx';
import { type DialLookup, useBucketDials } from '#web/bucket/query.ts';
import { TryRisk } from '#web/risk/TryRisk.tsx';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';

/** The list being edited. A stable object while nothing changes. */
type Working = Readonly<{ entries: BucketEntries; lookup: DialLookup; unsaved: number }>;

export type TryBucketProps = Readonly<{
  bucket: Bucket;
  /** The list of the page, tried by default. */
  own: 'live' | 'draft' | 'edit' | 'version';
  working?: Working;
  /** The older version on the screen, once loaded. */
  version?: BucketVersion | undefined;
  /** Replaces the result if that version fails to load. */
  failure?: ReactNode;
  onClose: () => void;
}>;

/** A risk on the dials of a bucket: as live now or before, as in the draft, or as edited. */
export function TryBucket({ bucket, own, working, version, failure, onClose }: TryBucketProps) {
  const { partner, cob } = bucket;
  const sides = useMemo(() => listSides(bucket, working, version), [bucket, working, version]);
  const query = useSavedDials(sides);
  const { lookup, error, data } = query;
  const lists = useMemo(() => {
    const find: DialLookup = (pin) => working?.lookup(pin) ?? lookup(pin);
    return sides.flatMap(({ entries, ...side }) => {
      const rated = rateEntries(entries, find);
      return rated === undefined ? [] : [{ ...side, entries: rated }];
    });
  }, [sides, working, lookup]);
  const name = version ? `version ${version.number} of ${bucketName(bucket)}` : bucketName(bucket);
  useSubject(name, 'Try a risk on');
  const failed =
    failure ?? (error !== null && data === undefined && <Loaded query={query} title="Failed to fetch dial metadata" />);
  return (
    <TryRisk
      path={[
        ...bucketPath(partner),
        { label: classLabel(cob), to: bucketAddress(addressOf(bucket)) },
        ...(version ? [{ label: `Version ${version.number}` }] : []),
      ]}
      name={name}
      lists={lists}
      own={own}
      baseline="live"
      cob={cob}
      link={linkOf(bucket, own, working, version)}
      onClose={onClose}
      extras={useExampleSlots(bucket)}
      {...(failed && { failure: failed })}
    />
  );
}

/** Every dial version in them, fetched once. The page has loaded the unsaved ones. */
function useSavedDials(sides: readonly Side[]) {
  const pins = useMemo(() => {
    const all = sides.flatMap(({ key, entries }) => (key === 'edit' ? [] : entries));
    return [...new Map(all.map((entry) => [`${entry.dial_id} ${entry.version}`, entry])).values()];
  }, [sides]);
  return useBucketDials(pins);
}

type Side = Readonly<{
  key: TryBucketProps['own'];
  label: string;
  entries: BucketEntries;
  noAnswer?: string | undefined;
}>;

function listSides({ live, draft, stop }: Bucket, working?: Working, version?: BucketVersion): Side[] {
  return [
    {
      key: 'live',
      label: `Live v${live.number}`,
      entries: live.entries,
      noAnswer: stop ? 'The bucket is stopped: no value is set, whatever the risk.' : undefined,
    },
    ...(working ? [{ key: 'edit', label: 'Your edit', entries: working.entries } as const] : []),
    ...(version ? [{ key: 'version', label: `Version ${version.number}`, entries: version.entries } as const] : []),
    ...(draft && !working && !version ? [{ key: 'draft', label: 'Draft', entries: draft.entries } as const] : []),
  ];
}

/** A colleague does not have unsaved work, so the edit page links to the last saved state. */
function linkOf(bucket: Bucket, own: TryBucketProps['own'], working?: Working, version?: BucketVersion) {
  if (version) return { path: bucketAddress(addressOf(bucket)) + versionAddress({ version: version.number }) };
  const saved = bucket.draft === null ? 'live' : 'draft';
  const page = own === 'edit' ? saved : own;
  const path = bucketAddress(addressOf(bucket), page === 'draft' ? 'draft' : undefined);
  if (working === undefined || working.unsaved === 0) return { path };
  const what = page === 'draft' ? 'saved draft' : 'live bucket';
  return { path, note: `It opens the ${what}: your unsaved changes are not in it.` };
}
