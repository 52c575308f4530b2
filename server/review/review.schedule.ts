import { randomUUID } from 'node:crypto';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import { Problem } from '#contract/problem.ts';
import { type BucketAddress, bucketEvent, type BucketEvent } from '#domain/event/event.ts';
import {
  goLiveDay,
  hasBegun,
  isDue,
  refuseBringForward,
  refusePutOff,
  SCHEDULE_REFUSALS,
  takesVotes,
} from '#domain/review/schedule.ts';
import type { Checkpoints } from '#server/audit/audit.checkpoint.ts';
import { reviseBuckets, takeOutOfReview } from '#server/bucket/bucket.change.ts';
import { type Draft, openBuckets, type OpenBucket } from '#server/bucket/bucket.open.ts';
import { hashOf } from '#server/bucket/bucket.version.service.ts';
import { type ChangeContext, type ChangeKit, runChange } from '#server/change/change.ts';
import type { Trx } from '#server/db/transaction.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { assertCanGoLive, assertSubmittedContent, findOtherContent, readGoLiveRefusals } from './review.activation.ts';
import { type ApprovedDraft, approveDrafts, newestId } from './review.change.ts';
import { readAuthors } from './review.author.ts';
import { findUnsignable, readAuthority } from './review.authority.ts';
import type { ReadProofs } from './review.proof.ts';
import { findScheduledRounds, listDue, updateSchedule } from './review.schedule.store.ts';
import * as store from './review.store.ts';

type WaitingDraft = Readonly<{
  draft: Draft;
  round: store.StoredRound;
  /** The day that stands. */
  day: string;
  /** The earlier day that people are asked to approve. */
  earlier: string | null;
}>;

async function requireScheduled(
  { trx, at }: Pick<ChangeContext, 'trx' | 'at'>,
  { draft }: OpenBucket,
): Promise<WaitingDraft> {
  const { current, scheduled } = draft ? await store.findDraftRounds(trx, draft.id) : {};
  const day = scheduled && goLiveDay(scheduled);
  if (!draft || !scheduled || !day) throw new Problem('conflict', SCHEDULE_REFUSALS.notWaiting);
  if (hasBegun(scheduled, dayOf(at))) throw new Problem('conflict', SCHEDULE_REFUSALS.begun);
  return { draft, round: scheduled, day, earlier: current && takesVotes(current) ? current.live_on : null };
}

function assertDay(refusal: string | undefined): void {
  if (refusal !== undefined) throw new Problem('conflict', refusal, { errors: [{ path: 'day', message: refusal }] });
}

type DayInput = Readonly<{ day: string; reason: string }>;

/** Lets an approved draft go live on a later day. */
export async function putOff(
  { trx, at }: ChangeContext,
  open: OpenBucket,
  { day, reason }: DayInput,
): Promise<BucketEvent[]> {
  const { round, day: was, earlier } = await requireScheduled({ trx, at }, open);
  assertDay(refusePutOff(round, day, dayOf(at), earlier));
  await assertCanGoLive(trx, [open], 'reschedule');
  await updateSchedule(trx, round.id, { put_off_to: day, stopped_because: null });
  await reviseBuckets(trx, [open]);
  return [bucketEvent('bucket_put_off', open.address, { round: round.number, was, became: day, reason })];
}

type ApprovalNeeds = Readonly<{ required: number; proofs: ReadProofs }>;

/** Starts a round over the same content for an earlier day. The approved round waits for its own day until it is approved. */
export async function bringForward(
  context: ChangeContext,
  open: OpenBucket,
  { day, reason, required, proofs }: DayInput & ApprovalNeeds,
): Promise<BucketEvent[]> {
  const { trx, actor, at } = context;
  const { draft, round: standing, day: stands, earlier } = await requireScheduled(context, open);
  assertDay(refuseBringForward(standing, day, dayOf(at), earlier));
  assertSubmittedContent(open, standing);
  await assertCanGoLive(trx, [open], 'reschedule');
  const { restart } = standing;
  const content_hash = hashOf(draft.entries, { live_on: day, restart });
  const authority = (await readAuthority(trx, [{ open, draft, restart }], { proofs, owner: actor.id }))(open);
  await store.insertRounds(trx, [
    {
      id: randomUUID(),
      bucket_version_id: draft.id,
      description: reason,
      content_hash,
      content: draft.entries,
      authors: (await readAuthors(context, [{ open, draft }]))(open),
      submitted_at: at,
      submitted_by: actor.id,
      required,
      live_on: day,
      brings_forward: standing.number,
      restart,
      broken_examples: standing.broken_examples,
      authority,
    },
  ]);
  await reviseBuckets(trx, [open]);
  const { current } = await store.findDraftRounds(trx, draft.id);
  const detail = { round: current?.number ?? 0, live_on: day, stands, reason, content_hash };
  const unsignable = await findUnsignable(context, current === undefined ? [] : [current]);
  return [bucketEvent('bucket_earlier_day_asked', open.address, detail), ...unsignable];
}

/** Sends an approved draft back to Draft. Its votes are kept in history. A request for an earlier day ends with it. */
export async function callOff(context: ChangeContext, open: OpenBucket, reason: string): Promise<BucketEvent[]> {
  const { trx, at } = context;
  const { round, day, draft } = await requireScheduled(context, open);
  await takeOutOfReview(context, [open]);
  await updateSchedule(trx, round.id, { stopped_because: null });
  await store.closeOpenRounds(trx, [draft.id], { outcome: 'cancelled', at });
  return [bucketEvent('bucket_called_off', open.address, { round: round.number, live_on: day, reason })];
}

type Options = Readonly<{ kit: ChangeKit; checkpoints: Pick<Checkpoints, 'add' | 'announce'> }>;

/**
 * Activates the approved drafts whose day has come, those of a set in one transaction. Every server runs it: the lock of
 * the bucket makes it happen once, and days that were missed are caught up.
 */
export async function activateDue({ kit, checkpoints }: Options, signal: AbortSignal): Promise<void> {
  const due = await listDue(kit.db, dayOf(kit.now()));
  const failures: unknown[] = [];
  for (const group of Map.groupBy(due, ({ together }) => together).values()) {
    if (signal.aborted) break;
    const addresses = group.map(({ partner, cob }) => ({ partner, cob }));
    await activateTogether(kit, checkpoints, addresses).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Approved drafts could not go live.');
}

async function activateTogether(
  kit: ChangeKit,
  checkpoints: Options['checkpoints'],
  addresses: readonly BucketAddress[],
): Promise<void> {
  const checkpoint = await runChange(kit, {
    actor: null,
    work: async ({ trx, now }) => {
      const opened = await openBuckets(
        trx,
        addresses.map((address) => ({ address })),
      );
      const rounds = new Map(
        (await findScheduledRounds(trx, opened.map(newestId))).map((round) => [round.bucket_version_id, round]),
      );
      const clock = now();
      // The lock is held now: another server may have activated them, or somebody put them off.
      const due = opened.flatMap((open) => {
        const round = rounds.get(newestId(open));
        if (!round || !isDue(round, dayOf(clock))) return [];
        return [{ open, round }];
      });
      const refusalOf = await readRefusals(trx, due);
      const at = new Date(Math.max(clock.getTime(), ...due.map(({ round }) => round.approved_at?.getTime() ?? 0)));
      const ready: ApprovedDraft[] = [];
      const events: BucketEvent[] = [];
      for (const { open, round } of due) {
        const message = refusalOf(open);
        if (message === undefined) ready.push({ open, stored: round, waitedFor: goLiveDay(round) });
        else if (message !== round.stopped_because) {
          await updateSchedule(trx, round.id, { stopped_because: message });
          const stopped = { round: round.number, live_on: goLiveDay(round) ?? dayOf(clock), message };
          events.push(bucketEvent('bucket_go_live_stopped', open.address, stopped));
        }
      }
      if (ready.length > 0) events.push(...(await approveDrafts({ trx, at }, ready)));
      return { events, at, answer: undefined as SignedCheckpoint | undefined };
    },
    finish: async (trx, { events, answer }) =>
      events.some(({ action }) => action === 'bucket_activated') ? checkpoints.add(trx) : answer,
  });
  checkpoints.announce(checkpoint);
}

type DueDraft = Readonly<{ open: OpenBucket; round: store.StoredRound }>;

/** Why approved drafts cannot go live; undefined if they can. A constant number of queries. */
async function readRefusals(trx: Trx, due: readonly DueDraft[]): Promise<(open: OpenBucket) => string | undefined> {
  const of = new Map(due.map((one) => [one.open.head.id, one]));
  const refusalOf = await readGoLiveRefusals(
    trx,
    due.map(({ open }) => open),
  );
  return (open) => {
    const round = of.get(open.head.id)?.round;
    return (round && findOtherContent(open, round)) ?? refusalOf(open);
  };
}
