import type { BucketEvent } from '#domain/event/event.ts';
import type { BucketAddress } from './bucket.store.ts';

type Detail<A extends BucketEvent['action']> = Extract<BucketEvent, { action: A }>['detail'];

export const objectOf = ({ partner, cob }: BucketAddress) => ({ type: 'bucket', id: `${partner}/${cob}` }) as const;

export const bucketEvent = <A extends BucketEvent['action']>(
  action: A,
  address: BucketAddress,
  detail: Detail<A>,
): BucketEvent => ({ action, object: objectOf(address), detail }) as BucketEvent;
