import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { type BucketAddress, bucketEvent, type BucketEvent } from '#domain/event/event.ts';
import { refuseReply, REPLY_REFUSALS, acceptsComments } from '#domain/review/comment.ts';
import { mayComment, REFUSALS } from '#domain/review/round.ts';
import { canBeResolved } from '#domain/review/thread.ts';
import type { OpenBucket } from '#server/bucket/bucket.open.ts';
import type { ChangeContext } from '#server/change/change.ts';
import { forEachBucket } from '#server/change/together.ts';
import type { Trx } from '#server/db/transaction.ts';
import * as store from './review.comment.store.ts';
import { readCurrentRounds } from './review.change.ts';
import type { StoredRound } from './review.store.ts';

/** `set`: the set all drafts must belong to. */
type CommentInput = Readonly<{ text: string; dial_id: string | null; reply_to: string | null; set: string | null }>;
type CommentedDraft = Readonly<{ open: OpenBucket; address: BucketAddress; stored: StoredRound }>;

/** Adds the same comment to each draft. */
export async function commentOnDrafts(
  context: ChangeContext,
  opened: readonly OpenBucket[],
  sent: CommentInput,
): Promise<BucketEvent[]> {
  const { trx, actor, at } = context;
  const drafts = await readCommented(context, opened, sent.set);
  const { text, dial_id, reply_to } = sent;
  const comments = await forEachBucket(drafts, async ({ open, stored, address }) => {
    if (dial_id !== null && !isAbout(open, dial_id)) throw refuseField('dial_id', 'This dial is not in the draft');
    const answered = reply_to === null ? undefined : await readAnswered(trx, sent, stored.bucket_version_id);
    // A reply belongs to the round of the comment it answers, even if a newer round is open.
    const round = answered ? { id: answered.round_id, number: answered.number } : stored;
    return { address, round, answered: answered?.id ?? null };
  });
  await store.insertComments(
    trx,
    comments.map(({ round, answered }) => ({
      id: randomUUID(),
      round_id: round.id,
      person_id: actor.id,
      dial_id,
      text,
      at,
      reply_to: answered,
    })),
  );
  return comments.map(({ address, round: { number }, answered }) =>
    bucketEvent('bucket_commented', address, {
      round: number,
      text,
      dial_id,
      ...(answered !== null && { reply_to: answered }),
    }),
  );
}

/** The drafts, each with its current round, if the actor may comment and comments are still open. */
async function readCommented(
  { trx, actor }: ChangeContext,
  opened: readonly OpenBucket[],
  set: string | null,
): Promise<CommentedDraft[]> {
  if (!mayComment(actor)) throw new Problem('not-allowed', 'This needs create on review, or edit on bucket.');
  const roundOf = await readCurrentRounds(trx, opened, set);
  return forEachBucket(opened, (open) => {
    const stored = roundOf(open);
    if (!acceptsComments(stored.state)) throw new Problem('conflict', REFUSALS['round-closed']);
    return { open, address: open.address, stored };
  });
}

async function readAnswered(trx: Trx, { reply_to, dial_id }: CommentInput, draftId: string) {
  if (dial_id !== null) throw refuseField('dial_id', REPLY_REFUSALS.about);
  const answered = await store.findCopy(trx, reply_to ?? '', draftId);
  const refusal = refuseReply(answered, draftId);
  if (refusal !== undefined) throw refuseField('reply_to', REPLY_REFUSALS[refusal]);
  return answered;
}

const FIELD_HELP = {
  dial_id: 'Please choose a dial of this draft, or comment on the whole of it.',
  reply_to: 'Please choose another comment to reply to.',
};

const refuseField = (path: keyof typeof FIELD_HELP, message: string) =>
  new Problem('invalid-input', FIELD_HELP[path], { errors: [{ path, message }] });

/** Dials that the draft removes can be commented on, too. */
const isAbout = ({ live, draft }: OpenBucket, dialId: string): boolean =>
  [...live.entries, ...(draft?.entries ?? [])].some((entry) => entry.dial_id === dialId);

/** Resolves or reopens a comment, and its copies on the other drafts. Idempotent. */
export async function resolveComments(
  context: ChangeContext,
  opened: readonly OpenBucket[],
  { id, resolved }: Readonly<{ id: string; resolved: boolean }>,
): Promise<BucketEvent[]> {
  const { trx, actor, at } = context;
  const drafts = await readCommented(context, opened, null);
  const comments = await forEachBucket(drafts, async ({ address, stored }) => {
    const comment = await store.findCopy(trx, id, stored.bucket_version_id);
    if (comment === undefined) throw new Problem('not-found', 'There is no such comment on this draft.');
    if (!canBeResolved(comment)) throw new Problem('conflict', 'Replies and approvals are not resolved.');
    return { address, comment };
  });
  const changed = comments.filter(({ comment }) => (comment.resolved ?? false) !== resolved);
  await store.insertResolutions(
    trx,
    changed.map(({ comment }) => ({ comment_id: comment.id, resolved, person_id: actor.id, at })),
  );
  return changed.map(({ address, comment }) =>
    bucketEvent(resolved ? 'bucket_comment_resolved' : 'bucket_comment_reopened', address, {
      round: comment.number,
      comment: comment.id,
      text: comment.text,
    }),
  );
}
