import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { bucketEvent, type BucketEvent } from '#domain/event/event.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { findAuthors, findNewVersions, type VersionRange } from '#domain/review/author.ts';
import { REQUIRED_APPROVALS, type Round } from '#domain/review/round.ts';
import { NOT_IN_SET } from '#domain/review/set.ts';
import { activateDrafts, putInReview, takeOutOfReview } from '#server/bucket/bucket.change.ts';
import type { OpenBucket } from '#server/bucket/bucket.open.ts';
import { findDraftEditors } from '#server/bucket/bucket.version.service.ts';
import type { ChangeContext } from '#server/change/change.ts';
import { findDialWriters } from '#server/dial/dial.pin.service.ts';
import type { Trx } from '#server/db/transaction.ts';
import * as store from './review.store.ts';

/** Activates the drafts and closes their rounds as approved; the votes were counted before. */
export async function approveDrafts(context: ChangeContext, opened: readonly OpenBucket[]): Promise<BucketEvent[]> {
  const events = await activateDrafts(context, opened);
  await store.closeRounds(context.trx, opened.map(newestId), 'approved', context.at);
  return events;
}

/** Starts rounds without votes; the authors are fixed now. */
export async function submitDrafts(
  context: ChangeContext,
  opened: readonly OpenBucket[],
  description: string,
  setId: string | null = null,
): Promise<BucketEvent[]> {
  const { trx, actor, at } = context;
  const submitted = await putInReview(context, opened, description);
  const since = submitted.map(({ open, draft }) => ({ bucket_id: open.head.id, number: draft.based_on ?? 1 }));
  const editors = await findDraftEditors(trx, since);
  const submitters = await store.findSubmitters(trx, since);
  const brought = submitted.map(({ open, draft }) => findNewVersions(open.live.entries, draft.entries));
  const writers = Map.groupBy(await findDialWriters(trx, distinct(brought.flat())), rangeKey);
  await store.insertRounds(
    trx,
    submitted.map(({ open, draft, content_hash }, index) => ({
      id: randomUUID(),
      bucket_version_id: draft.id,
      description,
      content_hash,
      content: draft.entries,
      authors: findAuthors({
        savers: editors.get(open.head.id) ?? [],
        submitters: [...(submitters.get(open.head.id) ?? []), actor.id],
        dialWriters: (brought[index] ?? []).flatMap((range) => writers.get(rangeKey(range)) ?? []),
      }),
      submitted_at: at,
      submitted_by: actor.id,
      required: REQUIRED_APPROVALS,
      set_id: setId,
    })),
  );
  return submitted.map(({ open, changes, content_hash }) =>
    bucketEvent('bucket_submitted', open.address, {
      description,
      content_hash,
      changes,
      ...(setId !== null && { set: setId }),
    }),
  );
}

export const submitDraft = async (
  context: ChangeContext,
  open: OpenBucket,
  description: string,
): Promise<BucketEvent[]> => submitDrafts(context, [open], description);

const rangeKey = ({ dial_id, after, upTo }: VersionRange): string => `${dial_id} ${after} ${upTo}`;
const distinct = (ranges: readonly VersionRange[]): VersionRange[] => [
  ...new Map(ranges.map((range) => [rangeKey(range), range])).values(),
];

export async function cancelReviews(context: ChangeContext, open: OpenBucket): Promise<BucketEvent[]> {
  const drafts = await takeOutOfReview(context, [open]);
  const ids = drafts.map(({ id }) => id);
  await store.closeRounds(context.trx, ids, 'cancelled', context.at);
  return drafts.map(({ description }) => bucketEvent('bucket_reviews_cancelled', open.address, { description }));
}

export type ReadRound = Readonly<{ stored: store.StoredRound; votes: readonly store.StoredVote[]; round: Round }>;

const newestId = ({ draft, live }: OpenBucket): string => (draft ?? live).id;

/** The newest round of each draft, or of the version it became; `setId`: the set all of them must belong to. */
export async function readRounds(
  trx: Trx,
  opened: readonly OpenBucket[],
  setId?: string,
): Promise<(open: OpenBucket) => ReadRound> {
  const found = await store.findNewestOfEach(trx, opened.map(newestId));
  const ids = [...found.values()].map(({ id }) => id);
  const votesOf = Map.groupBy(await store.findVotes(trx, ids), ({ round_id }) => round_id);
  return (open) => {
    const stored = found.get(newestId(open));
    if (stored === undefined) throw new Problem('conflict', BUCKET_REFUSALS.notPending);
    if (setId !== undefined && stored.set_id !== setId) throw new Problem('conflict', NOT_IN_SET);
    const votes = votesOf.get(stored.id) ?? [];
    const counted = votes.map(({ person_id, choice, content_hash, comment, discounted }) => ({
      person: person_id,
      choice,
      hash: content_hash,
      comment,
      discounted,
    }));
    const { content_hash: hash, authors, required, outcome } = stored;
    return { stored, votes, round: { hash, authors, required, outcome, votes: counted } };
  };
}
