import { useInfiniteQuery } from '@tanstack/react-query';
import type { BucketVersionRow } from '#contract/bucket.ts';
import { useApi } from '#web/api/client.tsx';
import { bucketVersionsQuery } from '#web/bucket/query.ts';
import { roundsQuery } from '#web/review/query.ts';
import { useMay } from '#web/session/session.tsx';
import { historyItems } from './historyItems.ts';
import type { BucketAddress } from '#web/bucket/address.ts';

/** Versions for whoever may see buckets; their rounds for whoever may see reviews. */
export function useHistory(address: BucketAddress) {
  const api = useApi();
  const reviewed = useMay()({ scope: 'review', action: 'view' });
  const versions = useInfiniteQuery(bucketVersionsQuery(api, address));
  const rounds = useInfiniteQuery({ ...roundsQuery(api, address), enabled: reviewed });
  const versionRows: readonly BucketVersionRow[] = versions.data?.pages.flatMap(({ items }) => items) ?? [];
  const items = historyItems(
    { items: versionRows, more: versions.hasNextPage },
    { items: rounds.data?.pages.flatMap((page) => page.items) ?? [], more: rounds.hasNextPage },
  );
  return {
    items,
    versions: versionRows,
    reviewed,
    isReady: versions.data !== undefined && (!reviewed || rounds.data !== undefined || rounds.error !== null),
    failed: [versions, rounds].find(({ error }) => error !== null),
    hasMore: versions.hasNextPage || rounds.hasNextPage,
    isLoadingMore: versions.isFetchingNextPage || rounds.isFetchingNextPage,
    loadMore: () => {
      if (versions.hasNextPage) void versions.fetchNextPage();
      if (rounds.hasNextPage) void rounds.fetchNextPage();
    },
  };
}
