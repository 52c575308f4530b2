import { useQuery } from '@tanstack/react-query';
import { useApi } from '#web/api/client.tsx';
import { bucketQuery } from '#web/bucket/query.ts';
import { useBucketWatch } from '#web/bucket/show/useBucketWatch.ts';
import { BucketUnread } from '#web/bucket/show/BucketUnread.tsx';
import { DraftBucket } from '#web/bucket/view/DraftBucket.tsx';
import { useBucketAddress } from '#web/bucket/view/useBucketAddress.ts';

export function BucketDraftPage() {
  const address = useBucketAddress();
  const query = useQuery(bucketQuery(useApi(), address));
  const news = useBucketWatch(address);
  if (query.data) return <DraftBucket bucket={query.data} news={news} />;
  return <BucketUnread address={address} query={query} />;
}
