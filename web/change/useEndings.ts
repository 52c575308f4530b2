import { keepPreviousData } from '@tanstack/react-query';
import { listEndings, type SharedEnding } from '#domain/bucket/ending.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { useApi } from '#web/base/api/client.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { useCustomQuery } from '#web/base/api/query.ts';
import { type DialLookup } from '#web/bucket/query.ts';
import { laterDay, utcToday } from '#web/kit/format.ts';

/** `liveOn`: the later day that it goes live. */
type DatedBucket = BucketAddress & Readonly<{ revision: string; liveOn?: string | undefined }>;

const keyOf = ({ partner, cob }: BucketAddress): string => `${partner} ${cob}`;

/** The dials of several drafts that will have ended when each of them goes live. */
export function useEndings(buckets: readonly DatedBucket[]): SharedEnding<BucketAddress>[] {
  const dayOf = new Map(buckets.map((bucket) => [keyOf(bucket), bucket.liveOn ?? utcToday()]));
  const last = [...dayOf.values()].toSorted().at(-1) ?? utcToday();
  const api = useApi();
  const { data = [] } = useCustomQuery({
    queryKey: ['buckets', 'endings', { last, buckets: buckets.map((one) => `${keyOf(one)} ${one.revision}`) }],
    queryFn: async ({ signal }) => {
      const sent = buckets.map(({ partner, cob }) => ({ partner, cob }));
      return (await api.listEndings({ body: { buckets: sent, by: last } }, { signal })).items;
    },
    enabled: buckets.length > 0 && buckets.length <= MAX_SET_BUCKETS,
    placeholderData: keepPreviousData,
  });
  return data
    .map((ending) => ({
      ...ending,
      buckets: ending.buckets.filter((bucket) => ending.day <= (dayOf.get(keyOf(bucket)) ?? '')),
    }))
    .filter((ending) => ending.buckets.length > 0);
}

/** The same of one list, which may not be saved yet. */
export const listDraftEndings = (
  entries: BucketEntries,
  lookup: DialLookup,
  liveOn: string | null | undefined,
): SharedEnding<null>[] =>
  listEndings(entries, (entry) => lookup(entry)?.data, laterDay(liveOn)).map((ending) => ({
    ...ending,
    buckets: [null],
  }));
