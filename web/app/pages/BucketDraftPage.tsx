import { useApiQuery } from '#web/base/api/query.ts';
import { useBucketAddress } from '#web/bucket/address.ts';
import { BucketUnread } from '#web/bucket/BucketUnread.tsx';
import { useBucketWatch } from '#web/bucket/useBucketWatch.ts';
import { DraftBucket, type DraftBucketProps } from '#web/bucket/view/DraftBucket.tsx';
import { TryFrame } from '#web/risk/TryFrame.tsx';
import { later } from '#web/base/page/later.tsx';
import { usePhone } from '#web/kit/usePhone.ts';
import { useReviewPanel } from '#web/review/useReviewPanel.tsx';

const TryBucket = later(async () => (await import('#web/example/TryBucket.tsx')).TryBucket);

export function BucketDraftPage() {
  const address = useBucketAddress();
  const query = useApiQuery('getBucket', { params: address });
  const remoteChange = useBucketWatch(address);
  const compact = usePhone();
  if (query.data) return <DraftWithReview bucket={query.data} remoteChange={remoteChange} />;
  return <BucketUnread address={address} query={query} compact={compact} />;
}

function DraftWithReview({ bucket, remoteChange }: Omit<DraftBucketProps, 'review'>) {
  const review = useReviewPanel(bucket);
  return (
    <TryFrame tried={(onClose) => <TryBucket bucket={bucket} own="draft" onClose={onClose} />}>
      <DraftBucket bucket={bucket} remoteChange={remoteChange} review={review} />
    </TryFrame>
  );
}
