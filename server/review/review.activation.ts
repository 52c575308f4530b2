import { Problem } from '#contract/problem.ts';
import { ENTRY_NOTES, entryNotes } from '#domain/bucket/check.ts';
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

type Activation = Readonly<{
  dayFor: (open: OpenBucket) => string;
  stepFor?: ((open: OpenBucket) => ActivationStep) | undefined;
}>;

/** Why each draft cannot go live; undefined if it can. Locks the dials, so that nobody deletes one meanwhile. */
export async function readGoLiveRefusals(
  trx: Trx,
  opened: readonly OpenBucket[],
  { dayFor, stepFor = () => 'vote' }: Activation,
): Promise<(open: OpenBucket) => string | undefined> {
  const entriesOf = ({ draft }: OpenBucket): Draft['entries'] => draft?.entries ?? [];
  const all = opened.flatMap(entriesOf);
  await lockDialsForUse(trx, [...new Set(all.map(({ dial_id }) => dial_id))]);
  const factsOf = await loadDialFacts(trx, all);
  const notesOf = new Map(opened.map((open) => [open, entryNotes(entriesOf(open), factsOf, dayFor(open))]));
  const named = opened.flatMap((open) =>
    entriesOf(open).filter(({ dial_id }) =>
      notesOf.get(open)?.some((note) => note.dial_id === dial_id && ENTRY_NOTES[note.kind].stops),
    ),
  );
  const dataOf = await readPinnedData(trx, named);
  const names = new Map(named.map((entry) => [entry.dial_id, dataOf(entry).name]));
  return (open) => refuseActivation(notesOf.get(open) ?? [], (id) => names.get(id) ?? id, stepFor(open));
}

export async function assertCanGoLive(
  trx: Trx,
  opened: readonly OpenBucket[],
  dayFor: Activation['dayFor'],
  stepFor?: Activation['stepFor'],
): Promise<void> {
  const refusalOf = await readGoLiveRefusals(trx, opened, { dayFor, stepFor });
  await forEachBucket(opened, (open) => {
    const refusal = refusalOf(open);
    if (refusal !== undefined) throw new Problem('conflict', refusal);
  });
}
