import { Problem } from '#contract/problem.ts';
import { refuseRestart } from '#domain/bucket/stop.ts';
import { ACTIVATION_REFUSALS, type ActivationStep, refuseActivation } from '#domain/review/activation.ts';
import type { Draft, OpenBucket } from '#server/bucket/bucket.open.ts';
import { hashOf } from '#server/bucket/bucket.version.service.ts';
import { forEachBucket } from '#server/change/together.ts';
import type { Trx } from '#server/db/transaction.ts';
import { loadDialFacts, lockDialsForUse, readPinnedData } from '#server/dial/dial.pin.service.ts';
import type { StoredRound } from './review.store.ts';

type SubmittedRound = Pick<StoredRound, 'content_hash' | 'live_on' | 'restart'>;

/** Hashes the stored content again: a vote must be for exactly what was submitted, and end the stop it names. */
export function findOtherContent({ head, draft }: OpenBucket, round: SubmittedRound): string | undefined {
  if (draft?.state !== 'pending_review') throw new Error(`The open review of the bucket ${head.id} has no draft.`);
  if (hashOf(draft.entries, round) !== round.content_hash) return ACTIVATION_REFUSALS.otherContent;
  return refuseRestart(round.restart, head.stop_id);
}

export function assertSubmittedContent(open: OpenBucket, round: SubmittedRound): void {
  const refusal = findOtherContent(open, round);
  if (refusal !== undefined) throw new Problem('conflict', refusal);
}

/** Why each draft cannot go live; undefined if it can. Locks the dials, so that nobody deletes one meanwhile. */
export async function readGoLiveRefusals(
  trx: Trx,
  opened: readonly OpenBucket[],
  step: ActivationStep = 'vote',
): Promise<(open: OpenBucket) => string | undefined> {
  const entriesOf = ({ draft }: OpenBucket): Draft['entries'] => draft?.entries ?? [];
  const all = opened.flatMap(entriesOf);
  await lockDialsForUse(trx, [...new Set(all.map(({ dial_id }) => dial_id))]);
  const factsOf = await loadDialFacts(trx, all);
  const listDeleted = (open: OpenBucket) => entriesOf(open).filter((entry) => factsOf(entry)?.deleted ?? true);
  const dataOf = await readPinnedData(trx, opened.flatMap(listDeleted));
  return (open) =>
    refuseActivation(
      listDeleted(open).map((entry) => dataOf(entry).name),
      step,
    );
}

export async function assertCanGoLive(trx: Trx, opened: readonly OpenBucket[], step?: ActivationStep): Promise<void> {
  const refusalOf = await readGoLiveRefusals(trx, opened, step);
  await forEachBucket(opened, (open) => {
    const refusal = refusalOf(open);
    if (refusal !== undefined) throw new Problem('conflict', refusal);
  });
}
