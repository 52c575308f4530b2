import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
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
import { useHistory } from './useHistory.ts';
import classes from './BucketHistory.module.css';
import { bucketAddress, classLabel, bucketPath, type HistoryChoice, addressOf } from '#web/bucket/address.ts';

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
        <div className={classes.column}>
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
