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

/** Hashes the stored content again: a vote must be for exactly what was submitted, and end the stop it names. */
export function assertSubmittedContent(
  { head, draft }: OpenBucket,
  round: Pick<StoredRound, 'content_hash' | 'live_on' | 'restart'>,
): void {
  if (draft?.state !== 'pending_review') throw new Error(`The open review of the bucket ${head.id} has no draft.`);
  if (hashOf(draft.entries, round) !== round.content_hash)
    throw new Problem('conflict', ACTIVATION_REFUSALS.otherContent);
  const refusal = refuseRestart(round.restart, head.stop_id);
  if (refusal !== undefined) throw new Problem('conflict', refusal);
}

/** Locks the dials, so that nobody deletes one meanwhile. */
export async function assertCanGoLive(
  trx: Trx,
  opened: readonly OpenBucket[],
  dayFor: (open: OpenBucket) => string,
  stepFor: (open: OpenBucket) => ActivationStep = () => 'vote',
): Promise<void> {
  const entriesOf = ({ draft }: OpenBucket): Draft['entries'] => draft?.entries ?? [];
  const all = opened.flatMap(entriesOf);
  await lockDialsForUse(trx, [...new Set(all.map(({ dial_id }) => dial_id))]);
  const factsOf = await loadDialFacts(trx, all);
  const noted = opened.map((open) => ({ ...open, notes: entryNotes(entriesOf(open), factsOf, dayFor(open)) }));
  const named = noted.flatMap((open) =>
    entriesOf(open).filter(({ dial_id }) =>
      open.notes.some((note) => note.dial_id === dial_id && ENTRY_NOTES[note.kind].stops),
    ),
  );
  const dataOf = await readPinnedData(trx, named);
  const names = new Map(named.map((entry) => [entry.dial_id, dataOf(entry).name]));
  await forEachBucket(noted, ({ notes, ...open }) => {
    const refusal = refuseActivation(notes, (id) => names.get(id) ?? id, stepFor(open));
    if (refusal !== undefined) throw new Problem('conflict', refusal);
  });
}
