import type { BucketAddress } from '#web/bucket/query.ts';
import { bucketAddress, classLabel } from '#web/bucket/show/words.ts';
import { bucketPath } from '#web/bucket/show/bucketPath.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { Card } from '#web/kit/Card.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';

/** In the shape of what is coming: rows. */
export function Opening({ address }: Readonly<{ address: BucketAddress }>) {
  // An address with no number is no partner's, which the answer will say.
  const named = Number.isInteger(address.partner);
  const path = named ? bucketPath({ number: address.partner, name: '' }, 'Edit') : 'Buckets';
  return (
    <AppPage
      title={classLabel(address.cob)}
      subtitle={path}
      parent={{ to: bucketAddress(address), name: classLabel(address.cob) }}
    >
      <Card>
        <Skeleton lines={10} />
      </Card>
    </AppPage>
  );
}
