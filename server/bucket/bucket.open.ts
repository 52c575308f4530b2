import { Problem } from '#contract/problem.ts';
import type { DraftState } from '#domain/bucket/state.ts';
import { type BucketAddress, bucketObject, type EventName } from '#domain/event/event.ts';
import { staleProblem } from '#server/change/change.ts';
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

/** The bucket as it is now, with the entries of its live version and of its draft. */
export async function lookAtBucket(db: Db, address: BucketAddress): Promise<OpenBucket> {
  const found = await store.readBucket(db, address);
  if (found === undefined) throw noSuchBucket();
  const { head, versions } = found;
  const live = versions.find(({ state }) => state === 'live');
  if (live === undefined) throw new Error(`The bucket ${head.id} has no live version.`);
  return { head, address, live, draft: versions.find(isDraft) };
}

const isDraft = (content: Content): content is Draft => content.state === 'draft' || content.state === 'pending_review';

/** What moves the revision of a bucket. */
const REVISING: readonly EventName[] = [
  'bucket_added',
  'bucket_draft_saved',
  'bucket_draft_reset',
  'bucket_submitted',
  'bucket_reviews_cancelled',
  'bucket_activated',
  'bucket_sent_back',
];

/** The locked bucket; of the revision that a change is based on, where it is based on one. */
export async function openBucket(trx: Trx, address: BucketAddress, ifMatch?: string): Promise<OpenBucket> {
  const head = await store.lockBucket(trx, address);
  if (head === undefined) throw noSuchBucket();
  if (ifMatch === undefined || String(head.revision) === ifMatch) return lookAtBucket(trx, address);
  const otherwise = 'This bucket has changed since it was opened.';
  throw await staleProblem(trx, bucketObject(address), { otherwise, actions: REVISING });
}
