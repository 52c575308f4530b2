import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Bucket, BucketVersionRow } from '#contract/bucket.ts';
import { FetchError } from '#web/frame/FetchError.tsx';
import { useSubject } from '#web/frame/useSubject.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { Card } from '#web/kit/Card.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { Timeline } from '#web/kit/Timeline.tsx';
import { CompareCard } from './CompareCard.tsx';
import { Comparison } from './Comparison.tsx';
import { timelineItem } from './timelineItem.tsx';
import classes from './BucketHistory.module.css';
import {
  addressOf,
  bucketAddress,
  type BucketAddress,
  bucketPath,
  classLabel,
  type HistoryChoice,
} from '#web/bucket/address.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '#web/api/client.tsx';
import { bucketVersionsQuery } from '#web/bucket/query.ts';
import { roundsQuery } from '#web/review/query.ts';
import { useMay } from '#web/session/session.tsx';
import { historyItems } from './historyItems.ts';

type BucketHistoryProps = Readonly<{ bucket: Bucket; choice: HistoryChoice }>;

/** Everything that led to what is live: versions, who agreed to them, and the reviews that came to nothing. */
export function BucketHistory({ bucket, choice }: BucketHistoryProps) {
  const { partner, cob, live } = bucket;
  const address = addressOf(bucket);
  const label = classLabel(cob);
  const [now] = useState(() => new Date());
  const history = useHistory(address);
  const compared = choice === 'all' ? undefined : choice;
  useSubject(`History of ${label}, ${partner.number}`);
  return (
    <AppPage
      title={label}
      subtitle={bucketPath(partner, 'History')}
      parent={{ to: bucketAddress(address), name: label }}
      status={<StatusChip status={bucket.header ?? bucket.status} />}
      fact={`v${live.number} is live`}
      actions={[{ label: 'View live version', to: bucketAddress(address), variant: 'default' }]}
    >
      <div className={classes.layout}>
        <div className="ls-grid ls-gap-16">
          {compared && <Comparison address={address} {...compared} />}
          <Card title="History">
            {history.failed && <FetchError title="An error has occurred" query={history.failed} />}
            {!history.isReady && history.failed === undefined && <Skeleton lines={8} />}
            {history.isReady && history.items.length > 0 && (
              <Timeline
                items={history.items.map((item) =>
                  timelineItem(item, { address, live: live.number, now, reviewed: history.reviewed }),
                )}
                label="Versions and reviews"
                visible={Infinity}
                moreLabel={String}
              />
            )}
            {history.hasMore && (
              <Button variant="default" size="xs" loading={history.isLoadingMore} onClick={history.loadMore}>
                Load more
              </Button>
            )}
          </Card>
        </div>
        <CompareCard versions={history.versions} compared={compared} />
      </div>
    </AppPage>
  );
}

/** Versions for whoever may see buckets; their rounds for whoever may see reviews. */
function useHistory(address: BucketAddress) {
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
