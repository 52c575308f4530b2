import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { bucketEvent, type BucketEvent } from '#domain/event/event.ts';
import { refuseReply, REPLY_REFUSALS, takesComments } from '#domain/review/comment.ts';
import { mayComment, REFUSALS } from '#domain/review/round.ts';
import { NOT_IN_SET } from '#domain/review/set.ts';
import { canBeResolved } from '#domain/review/thread.ts';
import type { OpenBucket } from '#server/bucket/bucket.open.ts';
import type { Step } from '#server/change/change.ts';
import { forEachBucket } from '#server/change/together.ts';
import type { Trx } from '#server/db/transaction.ts';
import * as store from './review.comment.store.ts';
import { findNewestOfEach, type StoredRound } from './review.store.ts';

export type SentComment = Readonly<{ text: string; dial_id: string | null; reply_to: string | null }>;
type CommentedDraft = Readonly<{ open: OpenBucket; stored: StoredRound }>;

/** The same words on each of these drafts; `setId`: the set that all of them must be in. */
export async function commentOnDrafts(
  step: Step,
  opened: readonly OpenBucket[],
  sent: SentComment,
  setId?: string,
): Promise<BucketEvent[]> {
  const { trx, actor, at } = step;
  const drafts = await readCommented(step, opened, setId);
  const { text, dial_id, reply_to } = sent;
  const said = await forEachBucket(
    drafts.map((draft) => ({ ...draft, address: draft.open.address })),
    async ({ open, stored, address }) => {
      if (dial_id !== null && !isAbout(open, dial_id)) throw refuseField('dial_id', 'This dial is not in the draft');
      const answered = reply_to === null ? null : await readAnswered(trx, sent, stored.bucket_version_id);
      // A reply stands with what it answers, whatever round the draft is in by now.
      const round = answered ? { id: answered.round_id, number: answered.number } : stored;
      return { address, round };
    },
  );
  await store.insertComments(
    trx,
    said.map(({ round }) => ({
      id: randomUUID(),
      round_id: round.id,
      person_id: actor.id,
      dial_id,
      text,
      at,
      reply_to,
    })),
  );
  return said.map(({ address, round: { number } }) =>
    bucketEvent('bucket_commented', address, { round: number, text, dial_id, ...(reply_to !== null && { reply_to }) }),
  );
}

/** The drafts, each with its newest round: whoever asks may talk about them, and they are still talked about. */
async function readCommented(
  { trx, actor }: Step,
  opened: readonly OpenBucket[],
  setId?: string,
): Promise<CommentedDraft[]> {
  if (!mayComment(actor)) throw new Problem('not-allowed', 'This needs create on review, or edit on bucket.');
  const found = await findNewestOfEach(
    trx,
    opened.map(({ draft, live }) => (draft ?? live).id),
  );
  return forEachBucket(opened, (open) => {
    const stored = found.get((open.draft ?? open.live).id);
    if (stored === undefined) throw new Problem('conflict', BUCKET_REFUSALS.notPending);
    if (setId !== undefined && stored.set_id !== setId) throw new Problem('conflict', NOT_IN_SET);
    if (!takesComments(stored.state)) throw new Problem('conflict', REFUSALS['round-closed']);
    return { open, stored };
  });
}

async function readAnswered(trx: Trx, { reply_to, dial_id }: SentComment, draftId: string) {
  if (dial_id !== null) throw refuseField('dial_id', REPLY_REFUSALS.about);
  const answered = await store.findComment(trx, reply_to ?? '');
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

/** A dial that the draft takes out is talked about, too. */
const isAbout = ({ live, draft }: OpenBucket, dialId: string): boolean =>
  [...live.entries, ...(draft?.entries ?? [])].some((entry) => entry.dial_id === dialId);

/** Said again, it changes nothing. */
export async function resolveComment(
  step: Step,
  open: OpenBucket,
  { id, resolved }: Readonly<{ id: string; resolved: boolean }>,
): Promise<BucketEvent[]> {
  const { trx, actor, at } = step;
  const [draft] = await readCommented(step, [open]);
  const comment = await store.findComment(trx, id);
  if (comment === undefined || comment.bucket_version_id !== draft?.stored.bucket_version_id)
    throw new Problem('not-found', 'There is no such comment on this draft.');
  if (!canBeResolved(comment)) throw new Problem('conflict', 'Replies and approvals are not resolved.');
  if ((comment.resolved ?? false) === resolved) return [];
  await store.insertResolution(trx, { comment_id: id, resolved, person_id: actor.id, at });
  const detail = { round: comment.number, comment: id, text: comment.text };
  return [bucketEvent(resolved ? 'bucket_comment_resolved' : 'bucket_comment_reopened', open.address, detail)];
}
