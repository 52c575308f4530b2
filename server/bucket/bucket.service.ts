import type { Bucket } from '#contract/bucket.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { type BucketAddress, type BucketEvent, bucketId } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import { type ChangeKit, runChange, type ChangeContext } from '#server/change/change.ts';
import { attemptIn } from '#server/change/together.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { resetDrafts, saveDraft } from './bucket.change.ts';
import { type BucketRequest, openBucket, openBuckets, type OpenBucket } from './bucket.open.ts';
import { type FindRounds, presentBucket } from './bucket.present.ts';
import { requireMembers, undoSet } from './bucket.set.ts';

export { findRevisions } from './bucket.store.ts';

type Options = Readonly<{ kit: ChangeKit; findRounds: FindRounds }>;
/** How many buckets a change of several changed. */
type Changed = Readonly<{ buckets: number }>;

const toRequest = ({ partner, cob, revision }: BucketAddress & Readonly<{ revision: string }>): BucketRequest => ({
  address: { partner, cob },
  revision,
});

type BucketChangeRequest = Readonly<{
  actor: Actor;
  address: BucketAddress;
  ifMatch: string;
  attempt:
    | 'bucket_draft_saved'
    | 'bucket_draft_reset'
    | 'bucket_submitted'
    | 'bucket_reviews_cancelled'
    | 'bucket_put_off'
    | 'bucket_called_off'
    | 'bucket_earlier_day_asked';
}>;

/** Runs a change on the locked bucket and returns the bucket after it. */
export function changeBucket(
  { kit, findRounds }: Options,
  { actor, address, ifMatch, attempt }: BucketChangeRequest,
  work: (context: ChangeContext, open: OpenBucket) => Promise<readonly BucketEvent[]>,
): Promise<Bucket> {
  return runChange(kit, {
    actor,
    attempt: { attempt, id: bucketId(address) },
    work: async ({ trx, actor: current, now }) => {
      const open = await openBucket(trx, address, ifMatch);
      const at = now();
      const events = await work({ trx, actor: current, at }, open);
      return {
        events,
        at,
        answer: await presentBucket(trx, address, { actor: current, today: dayOf(at), findRounds }),
      };
    },
  });
}

export function bucketService(options: Options) {
  const { kit, findRounds } = options;
  return {
    get: (actor: Actor, address: BucketAddress): Promise<Bucket> =>
      presentBucket(kit.db, address, { actor, today: dayOf(kit.now()), findRounds }),

    saveDraft: (actor: Actor, address: BucketAddress, ifMatch: string, entries: BucketEntries): Promise<Bucket> =>
      changeBucket(options, { actor, address, ifMatch, attempt: 'bucket_draft_saved' }, (context, open) =>
        saveDraft(context, open, entries),
      ),

    resetDraft: (actor: Actor, address: BucketAddress, ifMatch: string): Promise<Bucket> =>
      changeBucket(options, { actor, address, ifMatch, attempt: 'bucket_draft_reset' }, (context, open) =>
        resetDrafts(context, [open]),
      ),

    /** Discards several drafts, all or none. */
    discardDrafts: (actor: Actor, buckets: readonly (BucketAddress & { revision: string })[]): Promise<Changed> =>
      runChange(kit, {
        actor,
        attempt: attemptIn('bucket_draft_reset', buckets),
        work: async ({ trx, actor: current, now }) => {
          const opened = await openBuckets(trx, buckets.map(toRequest));
          const at = now();
          const events = await resetDrafts({ trx, actor: current, at }, opened);
          return { events, at, answer: { buckets: opened.length } };
        },
      }),

    /** Undoes one change of several drafts, as long as none of them changed since. */
    undoSet: (actor: Actor, setId: string): Promise<Changed> =>
      runChange(kit, {
        actor,
        attempt: attemptIn('bucket_draft_saved', []),
        work: async ({ trx, actor: current, now }) => {
          const members = await requireMembers(trx, setId, current.id);
          const opened = await openBuckets(trx, members.map(toRequest));
          const at = now();
          const events = await undoSet({ trx, actor: current, at }, setId, opened, members);
          return { events, at, answer: { buckets: opened.length } };
        },
      }),
  };
}
