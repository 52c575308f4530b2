import { useMemo } from 'react';
import { useParams } from 'react-router';
import type { BucketAddress } from '#web/bucket/query.ts';

/** Which bucket the address names. What is no number is no partner's, and the server says so. */
export function useBucketAddress(): BucketAddress {
  const { syndicateNumber = '', cob = '' } = useParams();
  return useMemo(() => ({ partner: Number(syndicateNumber), cob }), [syndicateNumber, cob]);
}
