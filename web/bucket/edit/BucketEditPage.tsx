import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#web/api/client.tsx';
import { type BucketAddress, bucketAddress, bucketPath, classLabel, useBucketAddress } from '#web/bucket/address.ts';
import { bucketQuery } from '#web/bucket/query.ts';
import { BucketUnread } from '#web/bucket/show/BucketUnread.tsx';
import { AppPage } from '#web/frame/AppPage.tsx';
import { Card } from '#web/kit/Card.tsx';
import { UnresolvedComments } from '#web/bucket/show/CommentBadge.tsx';
import { BucketEditor } from './BucketEditor.tsx';
import { useRejection } from './Rejection.tsx';

export function BucketEditPage() {
  const address = useBucketAddress();
  // Never edit a cached bucket: the first save would be refused as stale.
  const query = useQuery({ ...bucketQuery(useApi(), address), refetchOnMount: 'always' });
  const review = useRejection(query.data);
  const isFresh = query.data !== undefined && query.isFetchedAfterMount;
  // Wait for the rejection before the first render; once a person edits, never unmount the page.
  const [shown, setShown] = useState(false);
  if (isFresh && !review.isLoading && !shown) setShown(true);
  if (isFresh && shown)
    return (
      <UnresolvedComments value={review.byDial}>
        <BucketEditor
          key={`${address.partner} ${address.cob}`}
          address={address}
          latest={query.data}
          rejection={review.rejection}
          unresolved={review.unresolved}
        />
      </UnresolvedComments>
    );
  return query.error === null ? <Loading address={address} /> : <BucketUnread address={address} query={query} />;
}

function Loading({ address }: Readonly<{ address: BucketAddress }>) {
  const label = classLabel(address.cob);
  // A partner that is not a number does not exist; the response will say so.
  const named = Number.isInteger(address.partner);
  const path = named ? bucketPath({ number: address.partner, name: '' }, 'Edit') : 'Buckets';
  return (
    <AppPage
      title={label}
      subtitle={path}
      parent={{ to: bucketAddress(address), name: `${label}, ${address.partner}` }}
    >
      <Card waiting={10} />
    </AppPage>
  );
}
