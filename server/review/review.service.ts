import { z } from 'zod';
import type { BucketEvent as LiveEvent } from '#contract/bucket-event.ts';
import type { PersonRef } from '#contract/dial.ts';
import type { Page } from '#contract/page.ts';
import { Problem } from '#contract/problem.ts';
import type { PendingReview, Review, ReviewRound } from '#contract/review.ts';
import type { BucketEvent, ReviewAttempt } from '#domain/event/event.ts';
import { MAY_VOTE } from '#domain/review/independence.ts';
import { mayComment } from '#domain/review/voter.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Checkpoints } from '#server/audit/audit.checkpoint.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { type Change, lookAtBucket, openNewest, type OpenBucket, revisionOf } from '#server/bucket/bucket.open.ts';
import { recordingBucketRefusals } from '#server/bucket/bucket.refusal.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot, transaction, type Trx } from '#server/db/transaction.ts';
import { cursorMoment, readCursor, writeCursor } from '#server/http/cursor.ts';
import { announce } from '#server/live/live.service.ts';
import { requireKnownPerson, requireStillAllowed } from '#server/user/user.service.ts';
import { commentOnDraft, type SentComment, type SentVote, voteOnDraft } from './review.change.ts';
import { collectEvidence, type Evidence } from './review.evidence.ts';
import { listWaiting, type Waiting } from './review.list.store.ts';
import type { TellReview } from './review.news.ts';
import { presentReview, presentRounds } from './review.present.ts';
import { type Address, listRounds } from './review.store.ts';
import { type DirectoryKind, readDependents } from './review.voter.ts';

type Options = Readonly<{
  db: Db;
  now: () => Date;
  tell: TellReview;
  /** Whose the directory is: ours is asked again whether a person may still vote. */
  directory: DirectoryKind;
  /** Signs the end of the audit chain with every activation. */
  checkpoints: Pick<Checkpoints, 'add' | 'announce' | 'compare'>;
}>;
type Paged = Readonly<{ cursor?: string | undefined; limit: number }>;
type Told = Exclude<LiveEvent['kind'], 'dial_published' | 'resync'>;
type Made = Readonly<{ events: readonly BucketEvent[]; told: readonly Told[]; at: Date }>;
type By = Change & Readonly<{ by: PersonRef }>;
export type ReviewService = ReturnType<typeof reviewService>;

const positionSchema = z.object({ at: cursorMoment, id: z.uuid() });

export function reviewService({ db, now, tell, directory, checkpoints }: Options) {
  /** What is said, all that comes of it, the news and the records, in one transaction on the locked bucket. */
  async function make(
    actor: Actor,
    address: Address,
    attempt: ReviewAttempt,
    work: (change: By, open: OpenBucket) => Promise<Made>,
  ): Promise<Review> {
    const { review, checkpoint } = await recordingBucketRefusals({ db, now, actor, address, attempt }, () =>
      transaction(db, async (trx) => {
        const by = await requireKnownPerson(trx, actor);
        const open = await openNewest({ trx }, address);
        // Read under the lock: what waited for another is later than that one.
        const { events, told, at } = await work({ trx, actor, at: now(), by }, open);
        const review = await presentReview(trx, (open.draft ?? open.live).id, actor, directory);
        const revision = told.length === 0 ? '' : await revisionOf(trx, address);
        for (const kind of told) await announce(trx, { kind, ...address, revision, by, at: at.toISOString() });
        await recordAudit(trx, actor.id, events, at);
        const checkpoint = told.includes('activated') ? await checkpoints.add(trx) : undefined;
        return { review, checkpoint };
      }),
    );
    checkpoints.announce(checkpoint);
    return review;
  }

  async function vote(change: By, open: OpenBucket, sent: SentVote): Promise<Made> {
    const { trx, actor, by } = change;
    if (directory === 'embedded') await requireStillAllowed(trx, actor, MAY_VOTE);
    const { events, outcome, discounted, at } = await voteOnDraft(change, open, sent, directory);
    if (events.length === 0 || open.draft === undefined) return { events: [], told: [], at };
    const news = { by, at, bucket: open.head, versionId: open.draft.id };
    await tell(trx, { kind: 'voted', choice: sent.choice, ...news });
    for (const gone of discounted) await tell(trx, { ...news, kind: 'vote_discounted', except: by.id, ...gone });
    if (outcome === null) return { events, told: ['voted'], at };
    const kind = outcome === 'approved' ? 'activated' : 'sent_back';
    await tell(trx, { kind, ...news });
    return { events, told: ['voted', kind], at };
  }

  return {
    get: (actor: Actor, address: Address): Promise<Review> =>
      snapshot(db, async (trx) => presentReview(trx, await newestVersion(trx, address), actor, directory)),

    castVote: (actor: Actor, address: Address, sent: SentVote): Promise<Review> =>
      make(actor, address, 'vote', (change, open) => vote(change, open, sent)),

    addComment: (actor: Actor, address: Address, sent: SentComment): Promise<Review> =>
      make(actor, address, 'comment', async (change, open) => {
        if (!mayComment(actor)) throw new Problem('not-allowed', 'This needs create on review, or edit on bucket.');
        return { events: [await commentOnDraft(change, open, sent)], told: ['commented'], at: change.at };
      }),

    async list(actor: Actor, { cursor, limit }: Paged): Promise<Page<PendingReview> & { total: number }> {
      const { rows, total } = await listWaiting(db, actor.id, limit + 1, readCursor(positionSchema, cursor));
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const next =
        rows.length > limit && last ? writeCursor({ at: last.submitted_at.toISOString(), id: last.id }) : null;
      const dependentsOf = await readDependents(db, directory, page);
      const barOf = (row: Waiting) =>
        row.authors.includes(actor.id) ? 'author' : dependentsOf(row).has(actor.id) ? 'dependent' : null;
      return { items: page.map((row) => presentWaiting(row, barOf(row))), next, total };
    },

    rounds: (address: Address, { cursor, limit }: Paged): Promise<Page<ReviewRound>> =>
      snapshot(db, async (trx) => {
        await newestVersion(trx, address);
        const found = await listRounds(trx, address, limit + 1, readCursor(positionSchema, cursor));
        const page = found.slice(0, limit);
        const last = page.at(-1);
        const next =
          found.length > limit && last ? writeCursor({ at: last.submitted_at.toISOString(), id: last.id }) : null;
        return { items: await presentRounds(trx, page), next };
      }),

    evidence: (actor: Actor, { number, ...address }: Address & { number: number }): Promise<Evidence> =>
      snapshot(db, async (trx) => {
        const by = await requireKnownPerson(trx, actor);
        return collectEvidence(trx, { actor, by, at: now(), address, number }, checkpoints);
      }),
  };
}

/** The draft, or the live version where there is none. */
async function newestVersion(trx: Trx, address: Address): Promise<string> {
  const { live, draft } = await lookAtBucket(trx, address);
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
});
