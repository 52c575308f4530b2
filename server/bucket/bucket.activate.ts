import type { BucketEvent } from '#domain/event/event.ts';
import { dialUseChanged } from '#server/dial/dial.day.service.ts';
import { lockDialsForUse } from '#server/dial/dial.pin.service.ts';
import { hashOf, movedIds } from './bucket.change.ts';
import { bucketEvent } from './bucket.event.ts';
import type { Change, OpenBucket } from './bucket.open.ts';
import { closeRound } from './bucket.round.store.ts';
import { moveRevision } from './bucket.store.ts';
import { updateVersion } from './bucket.version.store.ts';

/**
 * The pending draft takes the place of the live version and its round ends as approved. Whether it may is the business
 * of whoever calls: the bucket is locked, the votes are counted.
 */
export async function activateDraft({ trx, at }: Change, open: OpenBucket): Promise<BucketEvent> {
  const { head, address, live, draft } = open;
  if (draft?.state !== 'pending_review') throw new Error(`The bucket ${head.id} has nothing in review.`);
  const number = (live.number ?? 0) + 1;
  const moved = movedIds(live.entries, draft.entries);
  await lockDialsForUse(trx, moved);
  await updateVersion(trx, live.id, { state: 'superseded', superseded_at: at });
  await updateVersion(trx, draft.id, { state: 'live', number, live_at: at });
  await closeRound(trx, draft.id, 'approved', at);
  await moveRevision(trx, head.id);
  await dialUseChanged(trx, moved, at);
  return bucketEvent('bucket_activated', address, { number, content_hash: hashOf(draft.entries) });
}

/** The pending draft can be edited again, and its round ends as rejected. */
export async function sendBackDraft({ trx, at }: Change, open: OpenBucket, round: number): Promise<BucketEvent> {
  const { head, address, draft } = open;
  if (draft?.state !== 'pending_review') throw new Error(`The bucket ${head.id} has nothing in review.`);
  await updateVersion(trx, draft.id, { state: 'draft' });
  await closeRound(trx, draft.id, 'rejected', at);
  await moveRevision(trx, head.id);
  return bucketEvent('bucket_sent_back', address, { round, content_hash: hashOf(draft.entries) });
}
