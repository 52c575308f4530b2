import { Problem } from '#contract/problem.ts';
import { type BucketAddress, bucketEvent, type BucketEvent } from '#domain/event/event.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import type { Round } from '#domain/review/round.ts';
import { isScheduled, SCHEDULE_REFUSALS } from '#domain/review/schedule.ts';
import { NOT_IN_SET } from '#domain/review/set.ts';
import { activateDrafts, takeOutOfReview } from '#server/bucket/bucket.change.ts';
import type { OpenBucket } from '#server/bucket/bucket.open.ts';
import type { ChangeContext } from '#server/change/change.ts';
import { forEachBucket } from '#server/change/together.ts';
import type { Trx } from '#server/db/transaction.ts';
import * as store from './review.store.ts';

type Activation = Omit<ChangeContext, 'actor'>;

/** Activates the drafts and closes their rounds as approved; the votes were counted before. */
export async function approveDrafts(
  context: Activation,
  opened: readonly OpenBucket[],
  liveOnOf: (open: OpenBucket) => string | null = () => null,
): Promise<BucketEvent[]> {
  const events = await activateDrafts(context, opened, liveOnOf);
  await store.closeRounds(context.trx, opened.map(newestId), 'approved', context.at);
  return events;
}

export async function cancelReviews(context: ChangeContext, open: OpenBucket): Promise<BucketEvent[]> {
  const round = open.draft && (await store.findNewestRound(context.trx, open.draft.id));
  if (round && isScheduled(round)) throw new Problem('conflict', SCHEDULE_REFUSALS.waiting);
  const drafts = await takeOutOfReview(context, [open]);
  const ids = drafts.map(({ id }) => id);
  await store.closeRounds(context.trx, ids, 'cancelled', context.at);
  return drafts.map(({ description }) => bucketEvent('bucket_reviews_cancelled', open.address, { description }));
}

export type ReadRound = Readonly<{
  address: BucketAddress;
  stored: store.StoredRound;
  votes: readonly store.StoredVote[];
  round: Round;
}>;

export const newestId = ({ draft, live }: OpenBucket): string => (draft ?? live).id;

/** The newest round of each draft, or of the version it became; `set`: the set all of them must belong to. */
export async function readNewestRounds(
  trx: Trx,
  opened: readonly OpenBucket[],
  set: string | null = null,
): Promise<(open: OpenBucket) => store.StoredRound> {
  const found = await store.findNewestRounds(trx, opened.map(newestId));
  const byVersion = new Map(found.map((round) => [round.bucket_version_id, round]));
  return (open) => {
    const stored = byVersion.get(newestId(open));
    if (stored === undefined) throw new Problem('conflict', BUCKET_REFUSALS.notPending);
    if (set !== null && stored.set_id !== set) throw new Problem('conflict', NOT_IN_SET);
    return stored;
  };
}

/** The same with the votes. */
export async function readRounds<T extends Readonly<{ open: OpenBucket }>>(
  trx: Trx,
  drafts: readonly T[],
  set: string | null,
): Promise<(T & ReadRound)[]> {
  const opened = drafts.map(({ open }) => open);
  const roundOf = await readNewestRounds(trx, opened, set);
  const ids = (await forEachBucket(opened, roundOf)).map(({ id }) => id);
  const votesOf = Map.groupBy(await store.findVotes(trx, ids), ({ round_id }) => round_id);
  return drafts.map((draft) => {
    const stored = roundOf(draft.open);
    const votes = votesOf.get(stored.id) ?? [];
    const counted = votes.map(({ person_id, choice, content_hash, comment, discounted }) => ({
      person: person_id,
      choice,
      hash: content_hash,
      comment,
      discounted,
    }));
    const { content_hash: hash, authors, required, outcome } = stored;
    return {
      ...draft,
      address: draft.open.address,
      stored,
      votes,
      round: { hash, authors, required, outcome, isScheduled: isScheduled(stored), votes: counted },
    };
  });
}
