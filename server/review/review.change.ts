import { Problem } from '#contract/problem.ts';
import { type BucketAddress, bucketEvent, type BucketEvent } from '#domain/event/event.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import type { Round } from '#domain/review/round.ts';
import { goLiveDay, isDue, isScheduled, liveSince, SCHEDULE_REFUSALS } from '#domain/review/schedule.ts';
import { NOT_IN_SET } from '#domain/review/set.ts';
import { activateDrafts, reviseBuckets, takeOutOfReview } from '#server/bucket/bucket.change.ts';
import type { OpenBucket } from '#server/bucket/bucket.open.ts';
import type { ChangeContext } from '#server/change/change.ts';
import { forEachBucket } from '#server/change/together.ts';
import type { Trx } from '#server/db/transaction.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { signersOf } from './review.authority.ts';
import { findScheduledRounds } from './review.schedule.store.ts';
import * as store from './review.store.ts';
import { findVotes, type StoredVote } from './review.vote.store.ts';

type Activation = Omit<ChangeContext, 'actor'>;

/** A draft, the round whose votes approved it, and the day that it waited for. */
export type ApprovedDraft = Readonly<{ open: OpenBucket; stored: store.StoredRound; waitedFor?: string | null }>;

/**
 * Activates the drafts and closes their rounds as approved; the votes were counted before. A round for another day of the
 * same draft ends with it.
 */
export async function approveDrafts(
  { trx, at }: Activation,
  approved: readonly ApprovedDraft[],
): Promise<BucketEvent[]> {
  const waitedFor = new Map(approved.map((one) => [one.open.head.id, one.waitedFor ?? null]));
  const opened = approved.map(({ open }) => open);
  const ids = opened.map(newestId);
  // An earlier day may be approved when the day that stands has begun already.
  const waiting = (await findScheduledRounds(trx, ids)).filter((round) => isDue(round, dayOf(at)));
  const roundsOf = Map.groupBy(waiting, ({ bucket_id }) => bucket_id);
  const events = await activateDrafts({ trx, at }, opened, ({ head, live }) => {
    const since = liveSince(roundsOf.get(head.id) ?? [], at.getTime());
    // No version begins before the one that it replaces, whatever a clock did meanwhile.
    return { liveOn: waitedFor.get(head.id) ?? null, since: new Date(Math.max(since, live.live_at?.getTime() ?? 0)) };
  });
  await store.closeRounds(
    trx,
    approved.map(({ stored }) => stored.id),
    { outcome: 'approved', at },
  );
  await store.closeOpenRounds(trx, ids, { outcome: 'cancelled', at });
  return events;
}

/** Beside an approved day, only the request for an earlier one is cancelled. */
export async function cancelReviews(context: ChangeContext, open: OpenBucket): Promise<BucketEvent[]> {
  const { trx, at } = context;
  if (open.draft === undefined) throw new Problem('conflict', BUCKET_REFUSALS.notPending);
  const { current, scheduled } = await store.findDraftRounds(trx, open.draft.id);
  if (current === undefined) throw new Problem('conflict', BUCKET_REFUSALS.notPending);
  if (isScheduled(current)) throw new Problem('conflict', SCHEDULE_REFUSALS.waiting);
  if (scheduled === undefined) await takeOutOfReview(context, [open]);
  else await reviseBuckets(trx, [open]);
  await store.closeRounds(trx, [current.id], { outcome: 'cancelled', at });
  const { description, number: round } = current;
  const stands = scheduled && goLiveDay(scheduled);
  return [bucketEvent('bucket_reviews_cancelled', open.address, { description, round, ...(stands && { stands }) })];
}

export type ReadRound = Readonly<{
  address: BucketAddress;
  stored: store.StoredRound;
  votes: readonly StoredVote[];
  round: Round;
}>;

export const newestId = ({ draft, live }: OpenBucket): string => (draft ?? live).id;

/** The current round of each draft, or of the version it became; `set`: the set all of them must belong to. */
export async function readCurrentRounds(
  trx: Trx,
  opened: readonly OpenBucket[],
  set: string | null = null,
): Promise<(open: OpenBucket) => store.StoredRound> {
  const found = await store.findCurrentRounds(trx, opened.map(newestId), set);
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
  const roundOf = await readCurrentRounds(trx, opened, set);
  const ids = (await forEachBucket(opened, roundOf)).map(({ id }) => id);
  const votesOf = Map.groupBy(await findVotes(trx, ids), ({ round_id }) => round_id);
  return drafts.map((draft) => {
    const stored = roundOf(draft.open);
    const votes = votesOf.get(stored.id) ?? [];
    const counted = votes.map(({ person_id, choice, content_hash, comment, discounted, acts_for }) => ({
      person: person_id,
      choice,
      hash: content_hash,
      comment,
      discounted,
      actsFor: acts_for,
    }));
    const { content_hash: hash, authors, required, outcome } = stored;
    return {
      ...draft,
      address: draft.open.address,
      stored,
      votes,
      round: {
        hash,
        authors,
        required,
        signers: signersOf(stored),
        outcome,
        isScheduled: isScheduled(stored),
        votes: counted,
      },
    };
  });
}
