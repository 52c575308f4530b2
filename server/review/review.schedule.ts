import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import { Problem } from '#contract/problem.ts';
import { type BucketAddress, bucketEvent, type BucketEvent } from '#domain/event/event.ts';
import { goLiveDay, isDue, isScheduled, refusePutOff, SCHEDULE_REFUSALS } from '#domain/review/schedule.ts';
import type { Checkpoints } from '#server/audit/audit.checkpoint.ts';
import { reviseBuckets, takeOutOfReview } from '#server/bucket/bucket.change.ts';
import { openBuckets, type OpenBucket } from '#server/bucket/bucket.open.ts';
import { type ChangeContext, type ChangeKit, runChange } from '#server/change/change.ts';
import type { Trx } from '#server/db/transaction.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { approveDrafts, newestId } from './review.change.ts';
import { listDue, updateSchedule } from './review.schedule.store.ts';
import * as store from './review.store.ts';
import { assertCanGoLive, assertSubmittedContent } from './review.vote.ts';

type ScheduledRound = store.StoredRound & Readonly<{ day: string }>;

async function requireScheduled(trx: Trx, open: OpenBucket): Promise<ScheduledRound> {
  const round = open.draft && (await store.findNewestRound(trx, open.draft.id));
  const day = round && goLiveDay(round);
  if (!round || !isScheduled(round) || !day) throw new Problem('conflict', SCHEDULE_REFUSALS.notWaiting);
  return { ...round, day };
}

/** Lets an approved draft go live on a later day. */
export async function putOff(
  { trx, at }: ChangeContext,
  open: OpenBucket,
  { day, reason }: Readonly<{ day: string; reason: string }>,
): Promise<BucketEvent[]> {
  const round = await requireScheduled(trx, open);
  const refusal = refusePutOff(round, day, dayOf(at));
  if (refusal !== undefined) throw new Problem('conflict', refusal, { errors: [{ path: 'day', message: refusal }] });
  await assertCanGoLive(trx, [open], () => day);
  await updateSchedule(trx, round.id, { put_off_to: day, stopped_because: null });
  await reviseBuckets(trx, [open]);
  return [bucketEvent('bucket_put_off', open.address, { round: round.number, was: round.day, became: day, reason })];
}

/** Sends an approved draft back to Draft. Its votes are kept in history. */
export async function callOff(context: ChangeContext, open: OpenBucket, reason: string): Promise<BucketEvent[]> {
  const { id, number, day } = await requireScheduled(context.trx, open);
  await takeOutOfReview(context, [open]);
  await updateSchedule(context.trx, id, { stopped_because: null });
  await store.closeRounds(context.trx, [newestId(open)], 'cancelled', context.at);
  return [bucketEvent('bucket_called_off', open.address, { round: number, live_on: day, reason })];
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
        (await store.findNewestRounds(trx, opened.map(newestId))).map((round) => [round.bucket_version_id, round]),
      );
      const clock = now();
      // The lock is held now: another server may have activated them, or somebody put them off.
      const due = opened.flatMap((open) => {
        const round = rounds.get(newestId(open));
        return round && isScheduled(round) && isDue(round, dayOf(clock)) ? [{ open, round }] : [];
      });
      const at = new Date(Math.max(clock.getTime(), ...due.map(({ round }) => round.approved_at?.getTime() ?? 0)));
      const ready: OpenBucket[] = [];
      const events: BucketEvent[] = [];
      for (const { open, round } of due) {
        const message = await explainRefusal(trx, open, round, dayOf(clock));
        if (message === undefined) ready.push(open);
        else if (message !== round.stopped_because) {
          await updateSchedule(trx, round.id, { stopped_because: message });
          const stopped = { round: round.number, live_on: goLiveDay(round) ?? dayOf(clock), message };
          events.push(bucketEvent('bucket_go_live_stopped', open.address, stopped));
        }
      }
      if (ready.length > 0) {
        const dayFor = (open: OpenBucket) => {
          const round = rounds.get(newestId(open));
          return round ? goLiveDay(round) : null;
        };
        events.push(...(await approveDrafts({ trx, at }, ready, dayFor)));
      }
      return { events, at, answer: undefined as SignedCheckpoint | undefined };
    },
    finish: async (trx, { events, answer }) =>
      events.some(({ action }) => action === 'bucket_activated') ? checkpoints.add(trx) : answer,
  });
  checkpoints.announce(checkpoint);
}

/** Why an approved draft cannot go live today; undefined if it can. */
async function explainRefusal(
  trx: Trx,
  open: OpenBucket,
  round: store.StoredRound,
  today: string,
): Promise<string | undefined> {
  try {
    assertSubmittedContent(open, round);
    await assertCanGoLive(trx, [open], () => today);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}
