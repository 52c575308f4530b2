import { z } from 'zod';
import type { Bucket } from '#contract/bucket.ts';
import type { Page } from '#contract/page.ts';
import { Problem } from '#contract/problem.ts';
import { type GoLive, MAX_GO_LIVES, type Review, type ReviewRound, type ReviewSet } from '#contract/review.ts';
import type { bucketRoutes } from '#contract/bucket-routes.ts';
import type { reviewRoutes } from '#contract/review-routes.ts';
import type { DraftNote, rolloutRoutes } from '#contract/rollout.ts';
import type { Answer, Checked } from '#contract/route.ts';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { type Attempt, type BucketAddress, bucketId } from '#domain/event/event.ts';
import { allows, MAY_VOTE } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Checkpoints } from '#server/audit/audit.checkpoint.ts';
import { getBucket, openBuckets, type OpenBucket, reopenBuckets } from '#server/bucket/bucket.open.ts';
import { changeBucket, findRevisions } from '#server/bucket/bucket.service.ts';
import { recordDraftSet } from '#server/bucket/bucket.set.ts';
import { type BucketChanges, summariseLists } from '#server/bucket/bucket.summary.ts';
import { hashOf } from '#server/bucket/bucket.version.service.ts';
import { type Change, type ChangeContext, type ChangeKit, runChange } from '#server/change/change.ts';
import { attemptIn } from '#server/change/together.ts';
import { snapshot } from '#server/db/transaction.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { cursorMoment, cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import { requireKnownPerson } from '#server/person/person.service.ts';
import { cancelReviews, readCurrentRounds } from './review.change.ts';
import { commentOnDrafts, resolveComments } from './review.comment.ts';
import { collectEvidence, type Evidence, type ReadOutcome } from './review.evidence.ts';
import type { ReviewImpactService } from './review.impact.ts';
import { noteDrafts } from './review.notes.ts';
import type { Proofs } from './review.proof.ts';
import { presentReviews, presentRounds, presentUnsubmitted } from './review.present.ts';
import { listDatedRounds } from './review.queue.store.ts';
import { listQueue, type QueueQuery } from './review.queue.ts';
import { activateDue, bringForward, callOff, putOff } from './review.schedule.ts';
import { presentSet } from './review.set.ts';
import { previewSigners } from './review.signers.ts';
import { findDraftRounds, findSubmitted, listRounds } from './review.store.ts';
import { describeSet, editDrafts, startSet, submitDrafts } from './review.submit.ts';
import { type VoteResult, voteOnDrafts } from './review.vote.ts';

/** The rounds of one version, for the bucket service. */
export const findRounds = findDraftRounds;
/** The open rounds of several versions, for lists of buckets. */
export { findOpenRounds, OPEN_ROUNDS } from './review.queue.store.ts';

type Options = Readonly<{
  kit: ChangeKit;
  /** Signs the end of the audit chain with every activation. */
  checkpoints: Pick<Checkpoints, 'add' | 'announce' | 'compare'>;
  impact: Pick<ReviewImpactService, 'afterSubmit' | 'viewOf'>;
  requiredApprovals: number;
  proofs: Proofs;
  readOutcome: ReadOutcome;
}>;
type SaveDraftsInput = Checked<typeof rolloutRoutes.saveDrafts>['body'];
type SubmitInput = Checked<typeof bucketRoutes.submitForReview>['body'];
type PutOffInput = Checked<typeof bucketRoutes.putOffGoLive>['body'];
type SavedDrafts = Answer<typeof rolloutRoutes.saveDrafts>;
type VoteInput = Checked<typeof reviewRoutes.castVote>['body'];
type CommentInput = Checked<typeof reviewRoutes.addComment>['body'];
type ResolutionInput = Checked<typeof reviewRoutes.resolveComment>['body'];
type Reviews = Readonly<{ buckets: readonly Review[] }>;

type ReviewChange = Readonly<{ actor: Actor; attempt: Attempt; buckets: readonly BucketAddress[] }>;

const addressOf = ({ partner, cob }: BucketAddress): BucketAddress => ({ partner, cob });
const positionSchema = z.object({ at: cursorMoment, id: z.uuid() });
const positionOf = ({ submitted_at, id }: Readonly<{ submitted_at: Date; id: string }>) => ({ at: submitted_at, id });

/** Reviews of one or several buckets: a change of several is one transaction, locked in one order, all or nothing. */
export function reviewService({
  kit,
  checkpoints,
  impact,
  requiredApprovals: required,
  readOutcome,
  proofs: { require: proofs, prove },
}: Options) {
  const { db, now, directory } = kit;
  const { afterSubmit, viewOf } = impact;
  const voting = () => ({ directory, today: dayOf(now()) });

  /** Changes the reviews of these buckets. If something goes live, the end of the audit chain is signed with it. */
  async function changeReviews(
    { actor, attempt, buckets }: ReviewChange,
    work: (context: ChangeContext, opened: readonly OpenBucket[], require: Change['require']) => Promise<VoteResult>,
  ): Promise<Reviews> {
    const { reviews, checkpoint } = await runChange(kit, {
      actor,
      attempt: attemptIn(attempt, buckets),
      work: async ({ trx, actor: current, now: clock, require }) => {
        const requests = buckets.map((bucket) => ({ address: addressOf(bucket) }));
        const opened = await openBuckets(trx, requests);
        const { events, at } = await work({ trx, actor: current, at: clock() }, opened, require);
        const rounds = opened.map(await readCurrentRounds(trx, opened));
        const reviews = await presentReviews(trx, rounds, current, voting());
        return { events, at, answer: { reviews, checkpoint: undefined as SignedCheckpoint | undefined } };
      },
      finish: async (trx, { events, answer }) => {
        const isLive = events.some(({ action }) => action === 'bucket_activated');
        return isLive ? { ...answer, checkpoint: await checkpoints.add(trx) } : answer;
      },
    });
    checkpoints.announce(checkpoint);
    return { buckets: reviews };
  }

  return {
    get: (actor: Actor, address: BucketAddress): Promise<Review> =>
      snapshot(db, async (trx) => {
        const { head, draft, live } = await getBucket(trx, address);
        const { current } = await findDraftRounds(trx, (draft ?? live).id);
        const [review] = current === undefined ? [] : await presentReviews(trx, [current], actor, voting());
        return review ?? presentUnsubmitted(head);
      }),

    getSet: (actor: Actor, setId: string): Promise<ReviewSet> =>
      snapshot(db, (trx) => presentSet(trx, setId, actor, { ...voting(), viewOf })),

    submit: async (actor: Actor, address: BucketAddress, ifMatch: string, sent: SubmitInput): Promise<Bucket> => {
      const { description, live_on: liveOn, restart, ...notes } = sent;
      if (description === '') throw descriptionMissing('description');
      const request = { actor, address, ifMatch, attempt: 'bucket_submitted' } as const;
      const bucket = await changeBucket({ kit, findRounds }, request, (context, open) =>
        submitDrafts(context, [open], {
          description,
          notes,
          required,
          liveOnOf: () => liveOn,
          restart,
          proofs,
        }),
      );
      await afterSubmit([address]);
      return bucket;
    },

    async saveDrafts(actor: Actor, { buckets, submit, copied_from: source }: SaveDraftsInput): Promise<SavedDrafts> {
      if (submit?.description === '') throw descriptionMissing('submit.description');
      const saved = await runChange(kit, {
        actor,
        attempt: attemptIn(submit ? 'bucket_submitted' : 'bucket_draft_saved', buckets),
        work: async ({ trx, actor: current, now: clock }) => {
          const requests = buckets.map(({ revision, ...bucket }) => ({ address: addressOf(bucket), revision }));
          const opened = await openBuckets(trx, requests);
          const context = { trx, actor: current, at: clock() };
          const edits = new Map(buckets.map((bucket) => [bucketId(bucket), bucket.edits]));
          const set =
            submit && opened.length === 1
              ? null
              : await describeSet(context, opened, [...edits.values()], submit?.restart);
          const id = set?.id ?? null;
          const events = await editDrafts(context, opened, (open) => edits.get(bucketId(open.address)) ?? [], id);
          if (submit) {
            if (set) await startSet(context, set, submit.description);
            const { description, live_on: liveOn, restart, ...notes } = submit;
            const days = new Map(buckets.map((bucket) => [bucketId(bucket), bucket.live_on]));
            const liveOnOf = ({ address }: OpenBucket) => days.get(bucketId(address)) ?? liveOn;
            const submission = { description, notes, required, liveOnOf, restart, set: id, proofs };
            events.push(...(await submitDrafts(context, await reopenBuckets(trx, opened), submission)));
          }
          const isRecorded = set !== null && !submit && events.length > 0;
          if (isRecorded) await recordDraftSet(context, { ...set, source }, opened, events);
          const revisions = await findRevisions(trx, [...edits.keys()]);
          const answer = buckets.map((bucket) => ({
            ...addressOf(bucket),
            revision: revisions.get(bucketId(bucket)) ?? '',
          }));
          return {
            events,
            at: context.at,
            answer: { set: submit ? id : null, draft_set: isRecorded ? id : null, buckets: answer },
          };
        },
      });
      if (submit) await afterSubmit(buckets.map(addressOf));
      return saved;
    },

    previewSigners: (actor: Actor, body: Checked<typeof reviewRoutes.previewSigners>['body']) =>
      previewSigners(db, { actor, at: now(), proofs: { prove } }, body),

    noteDrafts: (actor: Actor, addresses: readonly BucketAddress[]): Promise<DraftNote[]> => {
      const mayViewReviews = allows(actor.permissions, { scope: 'review', action: 'view' });
      return snapshot(db, (trx) => noteDrafts(trx, { addresses, today: dayOf(now()), mayViewReviews }));
    },

    cancel: (actor: Actor, address: BucketAddress, ifMatch: string): Promise<Bucket> => {
      const request = { actor, address, ifMatch, attempt: 'bucket_reviews_cancelled' } as const;
      return changeBucket({ kit, findRounds }, request, cancelReviews);
    },

    putOff: (actor: Actor, address: BucketAddress, ifMatch: string, sent: PutOffInput): Promise<Bucket> => {
      const request = { actor, address, ifMatch, attempt: 'bucket_put_off' } as const;
      return changeBucket({ kit, findRounds }, request, (context, open) => putOff(context, open, sent));
    },

    bringForward: async (actor: Actor, address: BucketAddress, ifMatch: string, sent: PutOffInput): Promise<Bucket> => {
      const request = { actor, address, ifMatch, attempt: 'bucket_earlier_day_asked' } as const;
      const bucket = await changeBucket({ kit, findRounds }, request, (context, open) =>
        bringForward(context, open, { ...sent, required, proofs }),
      );
      await afterSubmit([address]);
      return bucket;
    },

    callOff: (actor: Actor, address: BucketAddress, ifMatch: string, reason: string): Promise<Bucket> => {
      const request = { actor, address, ifMatch, attempt: 'bucket_called_off' } as const;
      return changeBucket({ kit, findRounds }, request, (context, open) => callOff(context, open, reason));
    },

    activateDue: (signal: AbortSignal): Promise<void> => activateDue({ kit, checkpoints }, signal),

    async vote(actor: Actor, { buckets, ...sent }: VoteInput): Promise<Reviews> {
      if (buckets.some(({ hash }) => hash === undefined))
        throw new Problem('revision-needed', 'Please send the hash of the content this vote is on.');
      const hashes = new Map(buckets.map((bucket) => [bucketId(bucket), bucket.hash]));
      return changeReviews({ actor, attempt: 'bucket_voted', buckets }, async (context, opened, require) => {
        await require(MAY_VOTE);
        const seen = opened.map((open) => ({ open, hash: hashes.get(bucketId(open.address)) ?? '' }));
        return voteOnDrafts(context, seen, sent, directory);
      });
    },

    comment: (actor: Actor, { buckets, ...sent }: CommentInput): Promise<Reviews> =>
      changeReviews({ actor, attempt: 'bucket_commented', buckets }, async (context, opened) => ({
        events: await commentOnDrafts(context, opened, sent),
        at: context.at,
      })),

    resolveComment: (actor: Actor, id: string, { resolved, buckets }: ResolutionInput): Promise<Reviews> => {
      const attempt = resolved ? 'bucket_comment_resolved' : 'bucket_comment_reopened';
      return changeReviews({ actor, attempt, buckets }, async (context, opened) => ({
        events: await resolveComments(context, opened, { id, resolved }),
        at: context.at,
      }));
    },

    compareRound: ({ round, ...address }: BucketAddress & { round: number }): Promise<BucketChanges> =>
      snapshot(db, async (trx) => {
        const { draft } = await getBucket(trx, address);
        if (draft === undefined) throw new Problem('not-found', BUCKET_REFUSALS.noDraft);
        const submitted = await findSubmitted(trx, draft.id, round);
        if (submitted === undefined || hashOf(submitted.content, submitted) !== submitted.content_hash)
          throw new Problem('not-found', 'There is no such round of this draft.');
        const [changes] = await summariseLists(trx, [{ before: submitted.content, after: draft.entries }]);
        return changes as BucketChanges;
      }),

    list: (actor: Actor, query: QueueQuery) => listQueue({ db, ...voting(), view: viewOf(actor) }, actor, query),

    async goLives(): Promise<{ today: string; items: GoLive[] }> {
      const today = dayOf(now());
      const items = (await listDatedRounds(db, today, MAX_GO_LIVES)).map(({ partner, partner_name, ...round }) => ({
        ...round,
        partner: { number: partner, name: partner_name },
      }));
      return { today, items };
    },

    rounds: (address: BucketAddress, { cursor, limit }: Paged): Promise<Page<ReviewRound>> =>
      snapshot(db, async (trx) => {
        await getBucket(trx, address);
        const found = await listRounds(trx, address, limit + 1, readCursor(positionSchema, cursor));
        const { items, next } = cutPage(found, limit, positionOf);
        return { items: await presentRounds(trx, items), next };
      }),

    evidence: (actor: Actor, { number, ...address }: BucketAddress & { number: number }): Promise<Evidence> =>
      snapshot(db, async (trx) => {
        const by = await requireKnownPerson(trx, actor);
        return collectEvidence(
          trx,
          { by, at: now(), address, number, view: viewOf(actor) },
          { checkpoints, readOutcome },
        );
      }),
  };
}

const descriptionMissing = (path: string) =>
  new Problem('invalid-input', 'Please describe the changes for those who review them.', {
    errors: [{ path, message: BUCKET_REFUSALS.description }],
  });
