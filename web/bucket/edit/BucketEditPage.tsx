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
  // What another page showed a while ago must not be edited: the first save would be refused.
  const query = useQuery({ ...bucketQuery(useApi(), address), refetchOnMount: 'always' });
  const said = useRejection(query.data);
  const isRead = query.data !== undefined && query.isFetchedAfterMount;
  // What was said is there from the start; once a person edits, nothing takes the page away.
  const [shown, setShown] = useState(false);
  if (isRead && !said.isWaiting && !shown) setShown(true);
  if (isRead && shown)
    return (
      <UnresolvedComments value={said.atDials}>
        <BucketEditor
          key={`${address.partner} ${address.cob}`}
          address={address}
          latest={query.data}
          rejection={said.rejection}
        />
      </UnresolvedComments>
    );
  return query.error === null ? <Loading address={address} /> : <BucketUnread address={address} query={query} />;
}

function Loading({ address }: Readonly<{ address: BucketAddress }>) {
  const label = classLabel(address.cob);
  // An address with no number is no partner's, which the answer will say.
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
