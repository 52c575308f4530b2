import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import type { ReviewSet, reviewSetRoutes } from '#contract/review-set.ts';
import type { rolloutRoutes } from '#contract/rollout.ts';
import type { Answer, Checked } from '#contract/route.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { applyEdits, type BucketEdit, EDIT_REFUSALS } from '#domain/bucket/rollout.ts';
import { type Attempt, type BucketAddress, bucketEvent, type BucketEvent, bucketId } from '#domain/event/event.ts';
import { MAY_VOTE } from '#domain/review/independence.ts';
import { type SetSubject, titleOfSet } from '#domain/review/set.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Checkpoints } from '#server/audit/audit.checkpoint.ts';
import { savedIn, saveDrafts } from '#server/bucket/bucket.change.ts';
import { openBuckets, type OpenBucket, reopenBuckets } from '#server/bucket/bucket.open.ts';
import { findRevisions } from '#server/bucket/bucket.service.ts';
import { findEditorsOf } from '#server/bucket/bucket.version.service.ts';
import { type AttemptRecord, type ChangeKit, runChange, type ChangeContext } from '#server/change/change.ts';
import { forEachBucket } from '#server/change/together.ts';
import { snapshot } from '#server/db/transaction.ts';
import { loadDialFacts } from '#server/dial/dial.pin.service.ts';
import { submitDrafts } from '#server/review/review.change.ts';
import { commentOnDrafts } from '#server/review/review.comment.ts';
import type { ReviewImpactService } from '#server/review/review.impact.ts';
import { participation } from '#server/review/review.participation.ts';
import { findDialNames } from '#server/review/review.store.ts';
import { voteOnDrafts } from '#server/review/review.vote.ts';
import { presentSet } from './set.present.ts';
import { insertSet } from './set.store.ts';

type Options = Readonly<{
  kit: ChangeKit;
  checkpoints: Pick<Checkpoints, 'add' | 'announce'>;
  impact: Pick<ReviewImpactService, 'afterSubmit' | 'viewOf'>;
}>;
type SaveDraftsInput = Checked<typeof rolloutRoutes.saveDrafts>['body'];
type SavedDrafts = Answer<typeof rolloutRoutes.saveDrafts>;
type SetVoteInput = Checked<typeof reviewSetRoutes.voteOnSet>['body'];
type SetCommentInput = Checked<typeof reviewSetRoutes.commentOnSet>['body'];

const addressOf = ({ partner, cob }: BucketAddress) => ({ address: { partner, cob } });

/** Changes several buckets in one transaction, locked in one order, all or nothing. */
export function setService({ kit, checkpoints, impact }: Options) {
  const { db, directory } = kit;
  const participate = participation(kit, checkpoints);

  return {
    get: (actor: Actor, setId: string): Promise<ReviewSet> =>
      snapshot(db, (trx) => presentSet(trx, setId, actor, { directory, viewOf: impact.viewOf })),

    async saveDrafts(actor: Actor, { buckets, submit }: SaveDraftsInput): Promise<SavedDrafts> {
      if (submit?.description === '')
        throw new Problem('invalid-input', 'Please describe the changes for those who review them.', {
          errors: [{ path: 'submit.description', message: BUCKET_REFUSALS.description }],
        });
      const saved = await runChange(kit, {
        actor,
        attempt: attemptIn(submit ? 'bucket_submitted' : 'bucket_draft_saved', buckets),
        work: async ({ trx, actor: current, now }) => {
          const requests = buckets.map(({ revision, ...bucket }) => ({ ...addressOf(bucket), revision }));
          const opened = await openBuckets(trx, requests);
          const context = { trx, actor: current, at: now() };
          const edits = new Map(buckets.map((bucket) => [bucketId(bucket), bucket.edits]));
          const events = await editDrafts(context, opened, (open) => edits.get(bucketId(open.address)) ?? []);
          let set: string | null = null;
          if (submit) {
            set = opened.length > 1 ? await startSet(context, [...edits.values()], submit.description) : null;
            events.push(...(await submitDrafts(context, await reopenBuckets(trx, opened), submit.description, set)));
          }
          const revisions = await findRevisions(trx, [...edits.keys()]);
          const answer = buckets.map(({ partner, cob }) => ({
            partner,
            cob,
            revision: revisions.get(bucketId({ partner, cob })) ?? '',
          }));
          return { events, at: context.at, answer: { set, buckets: answer } };
        },
      });
      const addresses = buckets.map((bucket) => addressOf(bucket).address);
      if (submit) await impact.afterSubmit(addresses);
      return saved;
    },

    vote: (actor: Actor, setId: string, { buckets, ...input }: SetVoteInput): Promise<ReviewSet> =>
      participate({
        actor,
        attempt: attemptIn('bucket_voted', buckets),
        work: async ({ trx, actor: current, now, require }) => {
          const opened = await openBuckets(trx, buckets.map(addressOf));
          await require(MAY_VOTE);
          const hashes = new Map(buckets.map((bucket) => [bucketId(bucket), bucket.hash]));
          const seen = opened.map((open) => ({ open, hash: hashes.get(bucketId(open.address)) ?? '' }));
          const voted = await voteOnDrafts({ trx, actor: current, at: now() }, seen, input, { directory, setId });
          return { ...voted, answer: await presentSet(trx, setId, current, { directory, viewOf: impact.viewOf }) };
        },
      }),

    comment: (actor: Actor, setId: string, { buckets, text }: SetCommentInput): Promise<ReviewSet> =>
      participate({
        actor,
        attempt: attemptIn('bucket_commented', buckets),
        work: async ({ trx, actor: current, now }) => {
          const opened = await openBuckets(trx, buckets.map(addressOf));
          const at = now();
          const sent = { text, dial_id: null, reply_to: null };
          const events = await commentOnDrafts({ trx, actor: current, at }, opened, sent, setId);
          return { events, at, answer: await presentSet(trx, setId, current, { directory, viewOf: impact.viewOf }) };
        },
      }),
  };
}

/** Records a refusal with each refused bucket, or with all if none is named. */
const attemptIn =
  (attempt: Attempt, buckets: readonly BucketAddress[]) =>
  ({ document }: Problem): AttemptRecord[] =>
    document.refused
      ? document.refused.map((one) => ({ attempt, id: bucketId(one), told: one.detail }))
      : buckets.map((bucket) => ({ attempt, id: bucketId(bucket) }));

/** Saves the edited drafts and notifies the previous editors of drafts that others change. */
async function editDrafts(
  context: ChangeContext,
  opened: readonly OpenBucket[],
  editsOf: (open: OpenBucket) => readonly BucketEdit[],
): Promise<BucketEvent[]> {
  const { trx, actor } = context;
  const pins = opened.flatMap((open) => [
    ...savedIn(open),
    ...editsOf(open).flatMap((edit) => ('version' in edit ? [edit] : [])),
  ]);
  const factsOf = await loadDialFacts(trx, pins);
  const lists = await forEachBucket(opened, (open) => {
    if (open.draft?.state === 'pending_review') throw new Problem('conflict', BUCKET_REFUSALS.pending);
    const edited = applyEdits(savedIn(open), editsOf(open), (pin) => factsOf(pin)?.values);
    if ('refusal' in edited) throw new Problem('conflict', EDIT_REFUSALS[edited.refusal]);
    return { open, entries: edited.entries };
  });
  const editors = await findEditorsOf(
    trx,
    opened.flatMap(({ draft }) => draft?.id ?? []),
  );
  const events = await saveDrafts(context, lists);
  const saved = new Set(events.map(({ object }) => object.id));
  const joined = opened.flatMap(({ address, draft }) => {
    const others = ((draft && editors.get(draft.id)) ?? []).filter((id) => id !== actor.id);
    if (others.length === 0 || !saved.has(bucketId(address))) return [];
    return [bucketEvent('bucket_draft_joined', address, { editors: others })];
  });
  return [...events, ...joined];
}

async function startSet(
  { trx, actor, at }: ChangeContext,
  edits: readonly (readonly BucketEdit[])[],
  description: string,
): Promise<string> {
  const id = randomUUID();
  const dial = subjectOf(edits.flat());
  const name = dial && (await findDialNames(trx, [dial.dial_id])).get(dial.dial_id);
  const subject: SetSubject | undefined = dial && name !== undefined ? { name, version: dial.version } : undefined;
  await insertSet(trx, {
    id,
    title: titleOfSet(subject, edits.length),
    description,
    submitted_at: at,
    submitted_by: actor.id,
    dial_id: subject && dial ? dial.dial_id : null,
    dial_version: subject?.version ?? null,
  });
  return id;
}

/** The one dial and version that all edits are about; the version is null if they remove it. */
function subjectOf(edits: readonly BucketEdit[]): Readonly<{ dial_id: string; version: number | null }> | undefined {
  const [first, ...rest] = edits.map((edit) => ({
    dial_id: edit.dial_id,
    version: 'version' in edit ? edit.version : null,
  }));
  if (first === undefined) return undefined;
  return rest.every(({ dial_id, version }) => dial_id === first.dial_id && version === first.version)
    ? first
    : undefined;
}
