import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#web/api/client.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';
import { bucketQuery, useBucketDials } from '#web/bucket/query.ts';
import type { Item } from './item.ts';
import { bucketDialItem } from './items.ts';

/** A debounce: while typing, the first bucket changes with every key. */
const PACE_MS = 120;
const NOT_FOUND = { partner: 0, cob: '' };

/** The live dials of a bucket, in order. */
export function useBucketDialItems(address: BucketAddress | undefined): readonly Item[] {
  const { partner, cob } = address ?? NOT_FOUND;
  const [settled] = useDebouncedValue(`${partner} ${cob}`, PACE_MS);
  const isSettled = address !== undefined && settled === `${partner} ${cob}`;
  const bucket = useQuery({ ...bucketQuery(useApi(), { partner, cob }), enabled: isSettled, retry: false }).data;
  const entries = (isSettled ? bucket?.live.entries : undefined) ?? NO_ENTRIES;
  const { lookup } = useBucketDials(entries);
  return useMemo(
    () =>
      entries.flatMap((entry, index) => {
        const dial = lookup(entry);
        return dial === undefined ? [] : [bucketDialItem(dial, index + 1, partner)];
      }),
    [entries, lookup, partner],
  );
}

const NO_ENTRIES = [] as const;
