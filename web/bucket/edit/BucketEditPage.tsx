import { useState } from 'react';
import { useApiQuery } from '#web/base/api/query.ts';
import { useBucketAddress } from '#web/bucket/address.ts';
import { BucketUnread } from '#web/bucket/BucketUnread.tsx';
import { Card } from '#web/kit/Card.tsx';
import { UnresolvedComments } from '#web/bucket/CommentBadge.tsx';
import { combineQueries } from '#web/base/page/Loaded.tsx';
import { BucketEditor } from './BucketEditor.tsx';
import { useRejection } from './Rejection.tsx';

export function BucketEditPage() {
  const address = useBucketAddress();
  // Never edit a cached bucket: the first save would be refused as stale.
  const query = useApiQuery('getBucket', { params: address }, { refetchOnMount: 'always' });
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
  return <BucketUnread address={address} query={combineQueries([query], undefined)} skeleton={<Card waiting={10} />} />;
}
