import { useQuery } from '@tanstack/react-query';
import { useApi } from '#web/api/client.tsx';
import { bucketChangesQuery } from '#web/bucket/query.ts';
import { FetchError } from '#web/frame/FetchError.tsx';
import { Card } from '#web/kit/Card.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { ChangeSummary } from './ChangeSummary.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';

/** The draft against live. It fails by itself: the dials below do not depend on it. */
export function DraftSummary({ address }: Readonly<{ address: BucketAddress }>) {
  const query = useQuery(bucketChangesQuery(useApi(), address));
  const { data } = query;
  if (data) {
    const { changes, counts, before, after } = data;
    return <ChangeSummary changes={changes} counts={counts} before={before} after={after} />;
  }
  if (query.error) return <FetchError title="Failed to fetch dial metadata" query={query} />;
  return (
    <Card title="Change summary">
      <Skeleton lines={8} />
    </Card>
  );
}
