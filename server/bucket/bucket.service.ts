import type { Bucket } from '#contract/bucket.ts';
import type { BucketEvent as LiveEvent } from '#contract/bucket-event.ts';
import type { NotificationKind } from '#contract/notification.ts';
import { Problem } from '#contract/problem.ts';
import type { BucketAttempt, BucketEvent } from '#domain/event/event.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import type { Actor } from '#domain/user/person.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { announce } from '#server/live/live.service.ts';
import type { TellReview } from '#server/review/review.news.ts';
import { requireKnownPerson } from '#server/user/user.service.ts';
import { cancelReviews, resetDraft, saveDraft, submitDraft } from './bucket.change.ts';
import { type Change, openBucket, type OpenBucket } from './bucket.open.ts';
import { presentBucket } from './bucket.present.ts';
import { recordingBucketRefusals } from './bucket.refusal.ts';
import type { BucketAddress } from './bucket.store.ts';

type Work = (change: Change, open: OpenBucket) => Promise<BucketEvent[]>;
export type BucketService = ReturnType<typeof bucketService>;

/** What those who look at the bucket are told of each kind of change. */
const TOLD = {
  save: 'draft_saved',
  reset: 'draft_reset',
  submit: 'review_requested',
  cancel_reviews: 'review_cancelled',
} as const satisfies Record<BucketAttempt, LiveEvent['kind']>;

/** What those who have a part in the review are told. */
const NEWS: Partial<Record<BucketAttempt, NotificationKind>> = {
  submit: 'review_asked',
  cancel_reviews: 'review_cancelled',
};

export function bucketService({ db, now, tell }: Readonly<{ db: Db; now: () => Date; tell: TellReview }>) {
  /** A change, the bucket as it is after it, the news and the record of it, in one transaction. */
  function make(actor: Actor, address: BucketAddress, ifMatch: string, attempt: BucketAttempt, work: Work) {
    return recordingBucketRefusals({ db, now, actor, address, attempt }, () =>
      transaction(db, async (trx): Promise<Bucket> => {
        const by = await requireKnownPerson(trx, actor);
        const open = await openBucket({ trx, now }, address, ifMatch);
        // Read under the lock: what waited for another is later than that one.
        const at = now();
        const events = await work({ trx, actor, at }, open);
        const bucket = await presentBucket(trx, address, actor, dayOf(at));
        if (events.length === 0) return bucket;
        const news = NEWS[attempt];
        if (news && open.draft) await tell(trx, { kind: news, by, at, bucket: open.head, versionId: open.draft.id });
        const { revision } = bucket;
        await announce(trx, { kind: TOLD[attempt], ...address, revision, by, at: at.toISOString() });
        await recordAudit(trx, actor.id, events, at);
        return bucket;
      }),
    );
  }

  return {
    get: (actor: Actor, address: BucketAddress): Promise<Bucket> => presentBucket(db, address, actor, dayOf(now())),

    saveDraft: (actor: Actor, address: BucketAddress, ifMatch: string, entries: BucketEntries): Promise<Bucket> =>
      make(actor, address, ifMatch, 'save', (change, open) => saveDraft(change, open, entries)),

    resetDraft: (actor: Actor, address: BucketAddress, ifMatch: string): Promise<Bucket> =>
      make(actor, address, ifMatch, 'reset', async (change, open) => [await resetDraft(change, open)]),

    submit: async (actor: Actor, address: BucketAddress, ifMatch: string, description: string): Promise<Bucket> => {
      if (description === '')
        throw new Problem('invalid-input', 'Please describe the changes for those who review them.', {
          errors: [{ path: 'description', message: BUCKET_REFUSALS.description }],
        });
      return make(actor, address, ifMatch, 'submit', async (change, open) => [
        await submitDraft(change, open, description),
      ]);
    },

    cancelReviews: (actor: Actor, address: BucketAddress, ifMatch: string): Promise<Bucket> =>
      make(actor, address, ifMatch, 'cancel_reviews', async (change, open) => [await cancelReviews(change, open)]),
  };
}
