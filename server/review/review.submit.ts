import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { sameEntries } from '#domain/bucket/entry.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { STOP_REFUSALS } from '#domain/bucket/stop.ts';
import { applyEdits, type BucketEdit, EDIT_REFUSALS } from '#domain/bucket/rollout.ts';
import { bucketEvent, type BucketEvent, bucketId } from '#domain/event/event.ts';
import { REQUIRED_APPROVALS } from '#domain/review/round.ts';
import { refuseLiveOn } from '#domain/review/schedule.ts';
import {
  explainUnacknowledged,
  findUnacknowledged,
  needsReply,
  REPLY_MISSING,
  type SubmissionNotes,
} from '#domain/review/submission.ts';
import { type SetSubject, titleOfRestarts, titleOfSet } from '#domain/review/set.ts';
import { putInReview, savedIn, saveDrafts, startDrafts } from '#server/bucket/bucket.change.ts';
import { type ChangeSet, findCommonSet } from '#server/bucket/bucket.set.ts';
import { type OpenBucket, reopenBuckets } from '#server/bucket/bucket.open.ts';
import { findEditorsOf, hashOf } from '#server/bucket/bucket.version.service.ts';
import type { ChangeContext } from '#server/change/change.ts';
import { forEachBucket } from '#server/change/together.ts';
import { loadDialFacts } from '#server/dial/dial.pin.service.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { findBrokenExamples } from '#server/example/example.service.ts';
import { readAuthors } from './review.author.ts';
import { assertCanGoLive } from './review.activation.ts';
import { findComments, insertComments } from './review.comment.store.ts';
import { findUnsignable, readAuthority } from './review.authority.ts';
import type { ReadProofs } from './review.proof.ts';
import * as store from './review.store.ts';

type Submission = Readonly<{
  description: string;
  /** Undefined for the demo, which knows what it breaks. */
  notes?: SubmissionNotes;
  required?: number;
  /** Whether it ends the stops of those that are stopped. */
  restart?: boolean;
  /** The day each goes live; by default as soon as it is approved. */
  liveOnOf?: (open: OpenBucket) => string | null;
  set?: string | null;
  /** Whether the rules of authority hold; not for the demo's time before there were any. */
  isGoverned?: boolean;
  /** How limits are proved. */
  proofs: ReadProofs;
}>;

/** Starts rounds without votes; the authors are fixed now. */
export async function submitDrafts(
  context: ChangeContext,
  found: readonly OpenBucket[],
  submission: Submission,
): Promise<BucketEvent[]> {
  const { trx, actor, at } = context;
  const { description, notes, required = REQUIRED_APPROVALS.default, set = null } = submission;
  const { liveOnOf = () => null, restart = false, isGoverned = true, proofs } = submission;
  await assertDays(found, liveOnOf, dayOf(at));
  const stopped = restart ? found.filter(({ head }) => head.stop_id !== null) : [];
  if (restart && stopped.length === 0) throw refuseField('restart', STOP_REFUSALS.notStopped);
  const started = await startDrafts(
    context,
    stopped.filter(({ draft }) => draft === undefined),
  );
  const opened = started.length === 0 ? found : await reopenBuckets(trx, found);
  // Approvals of it would be refused.
  await assertCanGoLive(trx, opened, 'submit');
  const submitted = await putInReview(context, opened, { description, liveOnOf, restart });
  const brokenIn = await findBrokenExamples(trx, submitted);
  const replies = notes === undefined ? [] : await requireNotes(context, submitted, notes, brokenIn);
  const authorsOf = await readAuthors(context, submitted);
  const authorityOf = isGoverned ? await readAuthority(trx, submitted, { proofs, owner: actor.id }) : () => null;
  await store.insertRounds(
    trx,
    submitted.map(({ open, draft, content_hash, restart: ended }) => ({
      id: randomUUID(),
      bucket_version_id: draft.id,
      description,
      content_hash,
      content: draft.entries,
      authors: authorsOf(open),
      submitted_at: at,
      submitted_by: actor.id,
      required,
      set_id: set,
      live_on: liveOnOf(open),
      restart: ended,
      broken_examples: brokenIn(open),
      authority: authorityOf(open),
    })),
  );
  const unsignable = await findUnsignable(
    context,
    await store.findCurrentRounds(
      trx,
      submitted.filter(({ open }) => (authorityOf(open)?.rules.length ?? 0) > 0).map(({ draft }) => draft.id),
    ),
  );
  const events = submitted.map(({ open, changes, content_hash, restart: ended }) => {
    const broken = brokenIn(open).map(({ name }) => name);
    const liveOn = liveOnOf(open);
    return bucketEvent('bucket_submitted', open.address, {
      description,
      content_hash,
      changes,
      ...(liveOn !== null && { live_on: liveOn }),
      ...(ended !== null && { restart: ended }),
      ...(set !== null && { set }),
      ...(broken.length > 0 && { broken_examples: broken }),
    });
  });
  return [...started, ...replies, ...events, ...unsignable];
}

/** One day for all is refused once. */
async function assertDays(
  opened: readonly OpenBucket[],
  liveOnOf: (open: OpenBucket) => string | null,
  today: string,
): Promise<void> {
  const isOne = new Set(opened.map(liveOnOf)).size === 1;
  await forEachBucket(isOne ? opened.slice(0, 1) : opened, (open) => {
    const refusal = refuseLiveOn(liveOnOf(open), today);
    if (refusal !== undefined) throw refuseField('live_on', refusal);
  });
}

type Submitted = Awaited<ReturnType<typeof putInReview>>[number];

/** Refuses what the submitter has to say first, and stores the replies to rejections. */
async function requireNotes(
  { trx, actor, at }: ChangeContext,
  submitted: readonly Submitted[],
  notes: SubmissionNotes,
  brokenIn: (open: OpenBucket) => readonly NamedExample[],
): Promise<BucketEvent[]> {
  const rounds = await store.findCurrentRounds(
    trx,
    submitted.map(({ draft }) => draft.id),
  );
  const lastOf = new Map(rounds.map((round) => [round.bucket_version_id, round]));
  const replied = await forEachBucket(
    submitted.map((one) => ({ ...one, address: one.open.address })),
    ({ open, address, draft }) => {
      const unknown = findUnacknowledged(brokenIn(open), notes);
      if (unknown.length > 0)
        throw refuseField('broken_examples', explainUnacknowledged(unknown), { examples: brokenIn(open) });
      const last = lastOf.get(draft.id);
      // Another day alone is no change of the draft.
      if (last === undefined || !needsReply(last, hashOf(draft.entries, last))) return [];
      if (notes.reply === '') throw refuseField('reply', REPLY_MISSING);
      return [{ address, last }];
    },
  );
  const answers = replied.flat();
  const comments = await findComments(
    trx,
    answers.map(({ last }) => last.id),
  );
  const rows = answers.map(({ address, last }) => {
    const rejection = comments.findLast(({ round_id, vote }) => round_id === last.id && vote === 'reject');
    return { address, round: last, reply_to: rejection?.id ?? null };
  });
  await insertComments(
    trx,
    rows.map(({ round, reply_to }) => ({
      id: randomUUID(),
      round_id: round.id,
      person_id: actor.id,
      dial_id: null,
      text: notes.reply,
      at,
      reply_to,
    })),
  );
  return rows.map(({ address, round, reply_to }) => {
    const detail = { round: round.number, text: notes.reply, dial_id: null, ...(reply_to !== null && { reply_to }) };
    return bucketEvent('bucket_commented', address, detail);
  });
}

const refuseField = (
  path: keyof SubmissionNotes | 'live_on' | 'restart',
  message: string,
  more: { examples?: readonly NamedExample[] } = {},
) => new Problem('conflict', message, { errors: [{ path, message }], ...more });

type NamedExample = Readonly<{ id: string; name: string }>;

/** Saves the edited drafts and notifies the previous editors of drafts that others change. */
export async function editDrafts(
  context: ChangeContext,
  opened: readonly OpenBucket[],
  editsOf: (open: OpenBucket) => readonly BucketEdit[],
  set: string | null,
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
  const events = await saveDrafts(context, lists, set);
  const saved = new Set(events.map(({ object }) => object.id));
  const joined = opened.flatMap(({ address, draft }) => {
    const others = ((draft && editors.get(draft.id)) ?? []).filter((id) => id !== actor.id);
    if (others.length === 0 || !saved.has(bucketId(address))) return [];
    return [bucketEvent('bucket_draft_joined', address, { editors: others })];
  });
  return [...events, ...joined];
}

/** Describes drafts that change together. Drafts that one change saved, and that are only submitted now, stay its set. */
export async function describeSet(
  { trx }: ChangeContext,
  opened: readonly OpenBucket[],
  edits: readonly (readonly BucketEdit[])[],
  restart = false,
): Promise<ChangeSet> {
  const isUnedited = edits.every(({ length }) => length === 0);
  const isSame = opened.every((open) => sameEntries(savedIn(open), open.live.entries));
  if (restart && isUnedited && isSame)
    return { id: randomUUID(), title: titleOfRestarts(edits.length), dial_id: null, dial_version: null };
  const ids = opened.flatMap(({ draft }) => draft?.id ?? []);
  const saved = isUnedited ? await findCommonSet(trx, ids) : undefined;
  if (saved !== undefined) return (await store.findSet(trx, saved.id)) ? { ...saved, id: randomUUID() } : saved;
  const dial = subjectOf(edits.flat());
  const name = dial && (await store.findDialNames(trx, [dial.dial_id])).get(dial.dial_id);
  const subject: SetSubject | undefined = dial && name !== undefined ? { name, version: dial.version } : undefined;
  return {
    id: randomUUID(),
    title: titleOfSet(subject, edits.length),
    dial_id: subject && dial ? dial.dial_id : null,
    dial_version: subject?.version ?? null,
  };
}

export const startSet = ({ trx, actor, at }: ChangeContext, set: ChangeSet, description: string): Promise<void> =>
  store.insertSet(trx, { ...set, description, submitted_at: at, submitted_by: actor.id });

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
