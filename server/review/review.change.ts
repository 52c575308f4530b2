import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import type { BucketEvent } from '#domain/audit/event.ts';
import { entryNotes } from '#domain/bucket/check.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { ACTIVATION_REFUSALS, refuseActivation } from '#domain/review/activation.ts';
import { castVote, type Choice, type Refusal, REFUSALS, refuseVote, type Round } from '#domain/review/round.ts';
import { activateDraft, sendBackDraft } from '#server/bucket/bucket.activate.ts';
import { hashOf } from '#server/bucket/bucket.change.ts';
import { bucketEvent } from '#server/bucket/bucket.event.ts';
import type { Change, Draft, OpenBucket } from '#server/bucket/bucket.open.ts';
import { knowDials, lockDialsForUse, readPinnedData } from '#server/dial/dial.pin.service.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import * as store from './review.store.ts';

export type SentVote = Readonly<{ choice: Choice; comment: string; hash: string }>;
export type SentComment = Readonly<{ text: string; dial_id: string | null }>;
export type Said = Readonly<{ events: BucketEvent[]; outcome: Round['outcome'] }>;

const KINDS = {
  'round-closed': 'conflict',
  author: 'not-allowed',
  'other-content': 'stale',
  'comment-missing': 'invalid-input',
} as const satisfies Record<Refusal, string>;

/** One person's word on the locked bucket, and what the draft comes to by it. Said again, it changes nothing. */
export async function voteOnDraft(change: Change, open: OpenBucket, sent: SentVote): Promise<Said> {
  const { trx, actor, at } = change;
  const { stored, round } = await readRound(change, open);
  const { choice, hash } = sent;
  const comment = sent.comment.trim();
  const vote = { person: actor.id, choice, hash, comment };
  const refusal = refuseVote(round, vote);
  if (refusal !== undefined) throw problemOf(refusal);
  const draft = requireSubmitted(open, round);
  if (round.votes.some((one) => one.person === actor.id && one.choice === choice && one.comment === comment))
    return { events: [], outcome: null };
  const about = { round_id: stored.id, person_id: actor.id };
  await store.putVote(trx, { ...about, choice, comment, content_hash: hash, voted_at: at });
  if (comment !== '') await store.insertComment(trx, { id: randomUUID(), ...about, text: comment, at, vote: choice });
  const voted = bucketEvent('bucket_voted', open.address, {
    round: stored.number,
    choice,
    comment,
    content_hash: hash,
  });
  const { outcome } = castVote(round, vote);
  if (outcome === 'approved') {
    await requireActivable(change, draft);
    return { events: [voted, await activateDraft(change, open)], outcome };
  }
  if (outcome === 'rejected') return { events: [voted, await sendBackDraft(change, open, stored.number)], outcome };
  return { events: [voted], outcome };
}

export async function commentOnDraft(change: Change, open: OpenBucket, sent: SentComment): Promise<BucketEvent> {
  const { trx, actor, at } = change;
  const { stored, round } = await readRound(change, open);
  if (round.outcome !== null) throw problemOf('round-closed');
  const { text, dial_id } = sent;
  if (dial_id !== null && !isAbout(open, dial_id)) {
    const errors = [{ path: 'dial_id', message: 'This dial is not in the draft' }];
    throw new Problem('invalid-input', 'Please choose a dial of this draft, or comment on the whole of it.', {
      errors,
    });
  }
  await store.insertComment(trx, { id: randomUUID(), round_id: stored.id, person_id: actor.id, dial_id, text, at });
  return bucketEvent('bucket_commented', open.address, { round: stored.number, text, dial_id });
}

/** A dial that the draft takes out is talked about, too. */
const isAbout = ({ live, draft }: OpenBucket, dialId: string): boolean =>
  [...live.entries, ...(draft?.entries ?? [])].some((entry) => entry.dial_id === dialId);

/** The newest round of the draft, or of what went live by it. */
async function readRound({ trx }: Change, { live, draft }: OpenBucket) {
  const stored = await store.findNewestRound(trx, (draft ?? live).id);
  if (stored === undefined) throw new Problem('conflict', BUCKET_REFUSALS.notPending);
  const votes = (await store.findVotes(trx, [stored.id])).map(({ person_id, choice, content_hash, comment }) => ({
    person: person_id,
    choice,
    hash: content_hash,
    comment,
  }));
  const { content_hash: hash, authors, required, outcome } = stored;
  return { stored, round: { hash, authors, required, outcome, votes } satisfies Round };
}

function problemOf(refusal: Refusal): Problem {
  const errors = [{ path: 'comment', message: REFUSALS[refusal] }];
  return new Problem(KINDS[refusal], REFUSALS[refusal], refusal === 'comment-missing' ? { errors } : {});
}

/** What is stored is hashed again: votes are for what was submitted, and for nothing that came to be there otherwise. */
function requireSubmitted({ head, draft }: OpenBucket, { hash }: Round): Draft {
  if (draft?.state !== 'pending_review') throw new Error(`The open review of the bucket ${head.id} has no draft.`);
  if (hashOf(draft.entries) !== hash) throw new Problem('conflict', ACTIVATION_REFUSALS.otherContent);
  return draft;
}

/** Nobody deletes one of its dials meanwhile. */
async function requireActivable({ trx, at }: Change, { entries }: Draft): Promise<void> {
  await lockDialsForUse(
    trx,
    entries.map(({ dial_id }) => dial_id),
  );
  const notes = entryNotes(entries, await knowDials(trx, entries), dayOf(at));
  const noted = entries.filter(({ dial_id }) => notes.some((note) => note.dial_id === dial_id));
  const dataOf = await readPinnedData(trx, noted);
  const names = new Map(noted.map((entry) => [entry.dial_id, dataOf(entry).name]));
  const refusal = refuseActivation(notes, (id) => names.get(id) ?? id);
  if (refusal !== undefined) throw new Problem('conflict', refusal);
}
