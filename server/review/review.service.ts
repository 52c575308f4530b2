import { z } from 'zod';
import type { Bucket } from '#contract/bucket.ts';
import type { Page } from '#contract/page.ts';
import { Problem } from '#contract/problem.ts';
import type { PendingReview, Review, ReviewRound } from '#contract/review.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { type Attempt, type BucketAddress, bucketId } from '#domain/event/event.ts';
import { MAY_VOTE } from '#domain/review/independence.ts';
import { refuseVoter } from '#domain/review/round.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Checkpoints } from '#server/audit/audit.checkpoint.ts';
import { getBucket, openBucket, type OpenBucket } from '#server/bucket/bucket.open.ts';
import { changeBucket } from '#server/bucket/bucket.service.ts';
import { type BucketChanges, summariseLists } from '#server/bucket/bucket.summary.ts';
import { hashOf } from '#server/bucket/bucket.version.service.ts';
import type { Change, ChangeKit, ChangeContext } from '#server/change/change.ts';
import { snapshot, type Trx } from '#server/db/transaction.ts';
import { cursorMoment, cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import { requireKnownPerson } from '#server/person/person.service.ts';
import { cancelReviews, submitDraft } from './review.change.ts';
import { commentOnDrafts, resolveComment, type CommentInput } from './review.comment.ts';
import { collectEvidence, type Evidence } from './review.evidence.ts';
import type { ReviewImpactService } from './review.impact.ts';
import { participation } from './review.participation.ts';
import { listWaiting, type Waiting } from './review.queue.store.ts';
import { findNewestRound, findSubmitted, listRounds } from './review.store.ts';
import { presentReview, presentRounds } from './review.present.ts';
import { type VoteResult, type HashedVoteInput, voteOnDrafts } from './review.vote.ts';
import { readDependents } from './review.voter.ts';

/** The newest round of one version, for the bucket service. */
export const findRound = findNewestRound;
/** The open rounds of several versions, for lists of buckets. */
export { findOpenRounds, OPEN_ROUNDS } from './review.queue.store.ts';

type Options = Readonly<{
  kit: ChangeKit;
  /** Signs the end of the audit chain with every activation. */
  checkpoints: Pick<Checkpoints, 'add' | 'announce' | 'compare'>;
  impact: Pick<ReviewImpactService, 'afterSubmit' | 'viewOf'>;
}>;
type Participation = Readonly<{ actor: Actor; address: BucketAddress; attempt: Attempt }>;

type CommentAddress = BucketAddress & Readonly<{ commentId: string }>;

const positionSchema = z.object({ at: cursorMoment, id: z.uuid() });
const positionOf = ({ submitted_at, id }: Readonly<{ submitted_at: Date; id: string }>) => ({ at: submitted_at, id });

export function reviewService({ kit, checkpoints, impact }: Options) {
  const { db, now, directory } = kit;
  const { afterSubmit, viewOf } = impact;

  const participate = participation(kit, checkpoints);

  /** Runs the change and its consequences in one transaction on the locked bucket. */
  const runReviewChange = (
    { actor, address, attempt }: Participation,
    work: (context: ChangeContext, open: OpenBucket, require: Change['require']) => Promise<VoteResult>,
  ): Promise<Review> =>
    participate({
      actor,
      attempt: { attempt, id: bucketId(address) },
      work: async ({ trx, actor: current, now: clock, require }) => {
        const open = await openBucket(trx, address);
        const { events, at } = await work({ trx, actor: current, at: clock() }, open, require);
        return { events, at, answer: await presentReview(trx, (open.draft ?? open.live).id, current, directory) };
      },
    });

  return {
    get: (actor: Actor, address: BucketAddress): Promise<Review> =>
      snapshot(db, async (trx) => presentReview(trx, await newestVersion(trx, address), actor, directory)),

    submit: async (actor: Actor, address: BucketAddress, ifMatch: string, description: string): Promise<Bucket> => {
      if (description === '')
        throw new Problem('invalid-input', 'Please describe the changes for those who review them.', {
          errors: [{ path: 'description', message: BUCKET_REFUSALS.description }],
        });
      const request = { actor, address, ifMatch, attempt: 'bucket_submitted' } as const;
      const bucket = await changeBucket({ kit, findRound }, request, (context, open) =>
        submitDraft(context, open, description),
      );
      await afterSubmit([address]);
      return bucket;
    },

    cancel: (actor: Actor, address: BucketAddress, ifMatch: string): Promise<Bucket> => {
      const request = { actor, address, ifMatch, attempt: 'bucket_reviews_cancelled' } as const;
      return changeBucket({ kit, findRound }, request, cancelReviews);
    },

    castVote: (actor: Actor, address: BucketAddress, sent: HashedVoteInput): Promise<Review> =>
      runReviewChange({ actor, address, attempt: 'bucket_voted' }, async (context, open, require) => {
        await require(MAY_VOTE);
        return voteOnDrafts(context, [{ open, hash: sent.hash }], sent, { directory });
      }),

    addComment: (actor: Actor, address: BucketAddress, sent: CommentInput): Promise<Review> =>
      runReviewChange({ actor, address, attempt: 'bucket_commented' }, async (context, open) => ({
        events: await commentOnDrafts(context, [open], sent),
        at: context.at,
      })),

    resolveComment: (actor: Actor, { partner, cob, commentId: id }: CommentAddress, resolved: boolean) => {
      const attempt = resolved ? 'bucket_comment_resolved' : 'bucket_comment_reopened';
      return runReviewChange({ actor, address: { partner, cob }, attempt }, async (context, open) => ({
        events: await resolveComment(context, open, { id, resolved }),
        at: context.at,
      }));
    },

    compareRound: ({ round, ...address }: BucketAddress & { round: number }): Promise<BucketChanges> =>
      snapshot(db, async (trx) => {
        const { draft } = await getBucket(trx, address);
        if (draft === undefined) throw new Problem('not-found', BUCKET_REFUSALS.noDraft);
        const submitted = await findSubmitted(trx, draft.id, round);
        const before = submitted?.content ?? undefined;
        if (before === undefined || hashOf(before) !== submitted?.content_hash)
          throw new Problem('not-found', 'What this round was submitted with is not kept.');
        const [changes] = await summariseLists(trx, [{ before, after: draft.entries }]);
        return changes as BucketChanges;
      }),

    async list(actor: Actor, { cursor, limit }: Paged): Promise<Page<PendingReview> & { total: number }> {
      const { rows, total } = await listWaiting(db, actor.id, limit + 1, readCursor(positionSchema, cursor));
      const { items, next } = cutPage(rows, limit, positionOf);
      const dependentsOf = await readDependents(db, directory, items);
      const barOf = (row: Waiting) => {
        const [isAuthor, isDependent] = [row.authors.includes(actor.id), dependentsOf(row).has(actor.id)];
        return (refuseVoter({ isOpen: true, isAuthor, isDependent }) ?? null) as PendingReview['barred'];
      };
      return { items: items.map((row) => presentWaiting(row, barOf(row))), next, total };
    },

    rounds: (address: BucketAddress, { cursor, limit }: Paged): Promise<Page<ReviewRound>> =>
      snapshot(db, async (trx) => {
        await newestVersion(trx, address);
        const found = await listRounds(trx, address, limit + 1, readCursor(positionSchema, cursor));
        const { items, next } = cutPage(found, limit, positionOf);
        return { items: await presentRounds(trx, items), next };
      }),

    evidence: (actor: Actor, { number, ...address }: BucketAddress & { number: number }): Promise<Evidence> =>
      snapshot(db, async (trx) => {
        const by = await requireKnownPerson(trx, actor);
        return collectEvidence(trx, { by, at: now(), address, number, view: viewOf(actor) }, checkpoints);
      }),
  };
}

/** The draft, or the live version if there is none. */
async function newestVersion(trx: Trx, address: BucketAddress): Promise<string> {
  const { live, draft } = await getBucket(trx, address);
  return (draft ?? live).id;
}

const presentWaiting = (row: Waiting, barred: PendingReview['barred']): PendingReview => ({
  cob: row.cob,
  partner: { number: row.partner_number, name: row.partner_name },
  description: row.description,
  submitted_at: row.submitted_at.toISOString(),
  submitted_by: { id: row.submitted_by, name: row.submitter_name },
  changes: row.changes,
  approvals: row.approvals,
  rejections: row.rejections,
  required: row.required,
  mine: row.mine,
  barred,
  set: row.set,
});
