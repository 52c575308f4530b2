import { useQuery } from '@tanstack/react-query';
import { useApi } from '#web/api/client.tsx';
import { bucketQuery } from '#web/bucket/query.ts';
import { BucketEditor } from './BucketEditor.tsx';
import { Opening } from './Opening.tsx';
import { BucketUnread } from '#web/bucket/show/BucketUnread.tsx';
import { useBucketAddress } from '#web/bucket/view/useBucketAddress.ts';

export function BucketEditPage() {
  const address = useBucketAddress();
  // What another page showed a while ago must not be edited: the first save would be refused.
  const query = useQuery({ ...bucketQuery(useApi(), address), refetchOnMount: 'always' });
  if (query.data !== undefined && query.isFetchedAfterMount)
    return <BucketEditor key={`${address.partner} ${address.cob}`} address={address} latest={query.data} />;
  return query.error === null ? <Opening address={address} /> : <BucketUnread address={address} query={query} />;
}
