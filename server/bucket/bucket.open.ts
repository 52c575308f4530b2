import { Problem } from '#contract/problem.ts';
import type { DraftState } from '#domain/bucket/state.ts';
import { type BucketAddress, bucketId, bucketObject, type EventName } from '#domain/event/event.ts';
import { staleProblem } from '#server/change/change.ts';
import { forEachBucket } from '#server/change/together.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import type { VersionWithEntries } from './bucket.version.store.ts';
import * as store from './bucket.store.ts';

export type Content = VersionWithEntries;
export type Draft = Content & Readonly<{ state: DraftState }>;
export type OpenBucket = Readonly<{
  head: store.BucketHead;
  address: BucketAddress;
  live: Content;
  draft: Draft | undefined;
}>;

export const noSuchBucket = () => new Problem('not-found', 'This partner has no bucket for this class of business.');

/** The current bucket with the entries of its live version and its draft. */
export async function getBucket(db: Db, address: BucketAddress): Promise<OpenBucket> {
  const found = await store.readBucket(db, address);
  if (found === undefined) throw noSuchBucket();
  return asOpen(found);
}

/** Those of these buckets that exist. */
export const getBuckets = async (db: Db, of: readonly BucketAddress[]): Promise<OpenBucket[]> =>
  (await store.findBuckets(db, of)).map(asOpen);

type StoredBucket = Awaited<ReturnType<typeof store.readBucket>> & object;

function asOpen({ head, versions }: StoredBucket): OpenBucket {
  const live = versions.find(({ state }) => state === 'live');
  if (live === undefined) throw new Error(`The bucket ${head.id} has no live version.`);
  return { head, address: { partner: head.number, cob: head.cob }, live, draft: versions.find(isDraft) };
}

const isDraft = (content: Content): content is Draft => content.state === 'draft' || content.state === 'pending_review';

/** The events that increment the revision of a bucket. */
const REVISING: readonly EventName[] = [
  'bucket_added',
  'bucket_draft_saved',
  'bucket_draft_reset',
  'bucket_submitted',
  'bucket_reviews_cancelled',
  'bucket_activated',
  'bucket_scheduled',
  'bucket_put_off',
  'bucket_called_off',
  'bucket_earlier_day_asked',
  'bucket_earlier_day_rejected',
  'bucket_sent_back',
];

/** A bucket, and the revision its change is based on, if any. */
export type BucketRequest = Readonly<{ address: BucketAddress; revision?: string | undefined }>;

/** Locks the buckets; returns them in lock order. */
export async function openBuckets(trx: Trx, requests: readonly BucketRequest[]): Promise<OpenBucket[]> {
  const heads = await store.lockBuckets(
    trx,
    requests.map(({ address }) => address),
  );
  const locked = new Map(heads.map((head) => [bucketId({ partner: head.number, cob: head.cob }), head]));
  await forEachBucket(requests, async ({ address, revision }) => {
    const head = locked.get(bucketId(address));
    if (head === undefined) throw noSuchBucket();
    if (revision === undefined || String(head.revision) === revision) return;
    const otherwise = 'This bucket has changed since it was opened.';
    throw await staleProblem(trx, bucketObject(address), { otherwise, actions: REVISING });
  });
  return readAgain(trx, heads);
}

/** Reads the same buckets again, after changes of this transaction. */
export const reopenBuckets = (trx: Trx, opened: readonly OpenBucket[]): Promise<OpenBucket[]> =>
  readAgain(
    trx,
    opened.map(({ head }) => head),
  );

async function readAgain(trx: Trx, heads: readonly store.BucketHead[]): Promise<OpenBucket[]> {
  const ids = heads.map(({ id }) => id);
  const found = await store.readBuckets(trx, ids);
  return ids.flatMap((id) => {
    const bucket = found.get(id);
    return bucket === undefined ? [] : [asOpen(bucket)];
  });
}

export async function openBucket(trx: Trx, address: BucketAddress, revision?: string): Promise<OpenBucket> {
  const [open] = await openBuckets(trx, [{ address, revision }]);
  if (open === undefined) throw noSuchBucket();
  return open;
}
