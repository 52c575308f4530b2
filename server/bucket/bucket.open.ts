import { Problem } from '#contract/problem.ts';
import type { BucketEvent } from '#domain/event/event.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { DraftState } from '#domain/bucket/state.ts';
import type { Actor } from '#domain/user/person.ts';
import { lastEvent } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { when } from '#server/dial/dial.checks.ts';
import { findEntries } from './bucket.entry.store.ts';
import { objectOf } from './bucket.event.ts';
import * as store from './bucket.store.ts';
import { findCurrent, type StoredVersion } from './bucket.version.store.ts';

export type { BucketAddress } from './bucket.store.ts';

/** One change of one locked bucket inside the caller's transaction: who makes it, and when, read after the lock. */
export type Change = Readonly<{ trx: Trx; actor: Actor; at: Date }>;

export type Content = StoredVersion & Readonly<{ entries: BucketEntries }>;
export type Draft = Content & Readonly<{ state: DraftState }>;
export type OpenBucket = Readonly<{
  head: store.BucketHead;
  address: store.BucketAddress;
  live: Content;
  draft: Draft | undefined;
}>;

export const noSuchBucket = () => new Problem('not-found', 'This partner has no bucket for this class of business.');

/** The bucket as it is now, with the entries of its live version and of its draft. */
export async function readBucket(db: Db | Trx, head: store.BucketHead): Promise<OpenBucket> {
  const versions = await findCurrent(db, head.id);
  const entries = await findEntries(
    db,
    versions.map(({ id }) => id),
  );
  const contents = versions.map((version): Content => ({ ...version, entries: entries.get(version.id) ?? [] }));
  const live = contents.find(({ state }) => state === 'live');
  if (live === undefined) throw new Error(`The bucket ${head.id} has no live version.`);
  return { head, address: { partner: head.number, cob: head.cob }, live, draft: contents.find(isDraft) };
}

const isDraft = (content: Content): content is Draft => content.state === 'draft' || content.state === 'pending_review';

export async function revisionOf(db: Db | Trx, address: store.BucketAddress): Promise<string> {
  return String((await store.findBucket(db, address))?.revision);
}

export async function lookAtBucket(db: Db | Trx, address: store.BucketAddress): Promise<OpenBucket> {
  const head = await store.findBucket(db, address);
  if (head === undefined) throw noSuchBucket();
  return readBucket(db, head);
}

/** The locked bucket, for someone who knows its latest state. */
export async function openBucket(
  { trx, now }: Readonly<{ trx: Trx; now: () => Date }>,
  address: store.BucketAddress,
  ifMatch: string,
): Promise<OpenBucket> {
  const head = await store.lockBucket(trx, address);
  if (head === undefined) throw noSuchBucket();
  if (String(head.revision) !== ifMatch) throw await stale(trx, address, now());
  return readBucket(trx, head);
}

/** The locked bucket as it is, for who needs no basis. */
export async function openNewest({ trx }: Pick<Change, 'trx'>, address: store.BucketAddress): Promise<OpenBucket> {
  const head = await store.lockBucket(trx, address);
  if (head === undefined) throw noSuchBucket();
  return readBucket(trx, head);
}

/** What a change of a bucket is called when it came in between. */
const SAID = {
  bucket_added: 'added this bucket',
  bucket_draft_saved: 'saved this draft',
  bucket_draft_reset: 'reset this draft to the live version',
  bucket_submitted: 'submitted this draft for review',
  bucket_reviews_cancelled: 'cancelled the reviews',
  bucket_activated: 'approved this draft, which is live now,',
  bucket_sent_back: 'rejected this draft, which can be edited again,',
} as const satisfies Partial<Record<BucketEvent['action'], string>>;
const SAID_OF = Object.keys(SAID) as (keyof typeof SAID)[];

async function stale(trx: Trx, address: store.BucketAddress, at: Date): Promise<Problem> {
  const last = await lastEvent(trx, objectOf(address), SAID_OF);
  return last === undefined
    ? new Problem('stale', 'This bucket has changed since it was opened.')
    : new Problem('stale', `${last.by} ${SAID[last.action]} ${when(last.at, at)}.`);
}
