import { randomUUID } from 'node:crypto';
import { type BucketAddress, bucketEvent, type BucketEvent } from '#domain/event/event.ts';
import type { Step } from '#server/change/change.ts';
import { insertBuckets } from './bucket.store.ts';
import { insertVersions } from './bucket.version.store.ts';

export type NewBucket = BucketAddress & Readonly<{ appetite: number }>;

/** New buckets, each with an empty live version: number 1. */
export async function addBuckets(
  { trx, at }: Omit<Step, 'actor'>,
  added: readonly NewBucket[],
): Promise<BucketEvent[]> {
  if (added.length === 0) return [];
  const rows = added.map(({ partner, cob, appetite }) => ({
    id: randomUUID(),
    cob,
    partner_number: partner,
    appetite,
    created_at: at,
  }));
  const live = { state: 'live', number: 1, created_at: at, saved_at: at, live_at: at } as const;
  await insertBuckets(trx, rows);
  await insertVersions(
    trx,
    rows.map(({ id }) => ({ id: randomUUID(), bucket_id: id, ...live })),
  );
  return added.map(({ appetite, ...address }) => bucketEvent('bucket_added', address, { appetite }));
}
