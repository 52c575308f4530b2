import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { bucketEvent, type BucketEvent } from '#domain/event/event.ts';
import { entryNotes } from '#domain/bucket/check.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { ACTIVATION_REFUSALS, refuseActivation } from '#domain/review/activation.ts';
import { findAuthors, findNewVersions } from '#domain/review/author.ts';
import type { Dependence } from '#domain/review/independence.ts';
import {
  castVote,
  type Choice,
  recountVotes,
  type Refusal,
  REFUSALS,
  REQUIRED_APPROVALS,
  refuseVote,
  type Round,
} from '#domain/review/round.ts';
import type { Actor } from '#domain/user/person.ts';
import { activateDraft, putInReview, takeOutOfReview } from '#server/bucket/bucket.change.ts';
import type { Draft, OpenBucket } from '#server/bucket/bucket.open.ts';
import { findDraftEditors, hashOf } from '#server/bucket/bucket.version.service.ts';
import type { Step } from '#server/change/change.ts';
import { findDialWriters, loadDialFacts, lockDialsForUse, readPinnedData } from '#server/dial/dial.pin.service.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import type { Trx } from '#server/db/transaction.ts';
import { type DirectoryKind, lockPeopleAsTheyAre } from '#server/person/person.service.ts';
import { explainBar } from './review.present.ts';
import * as store from './review.store.ts';
import { findDiscounts, readDependents } from './review.voter.ts';

export type SentVote = Readonly<{ choice: Choice; comment: string; hash: string }>;
export type SentComment = Readonly<{ text: string; dial_id: string | null }>;
/** `at` is never before what was said earlier in the round, whatever the clocks of two servers say. */
type Participated = Readonly<{ events: BucketEvent[]; at: Date }>;

const KINDS = {
  'round-closed': 'conflict',
  author: 'not-allowed',
  dependent: 'not-allowed',
  'other-content': 'stale',
  'comment-missing': 'invalid-input',
} as const satisfies Record<Refusal, string>;

/**
 * One person's word on the locked bucket, and what the draft comes to by it. Said again, it changes nothing. Where it
 * decides, everyone who voted is read again; a vote that no longer counts is marked, and the round may go on.
 */
export async function voteOnDraft(
  change: Step,
  open: OpenBucket,
  sent: SentVote,
  directory: DirectoryKind,
): Promise<Participated> {
  const { trx, actor } = change;
  const { stored, round, votes } = await readRound(change, open);
  const { choice, hash } = sent;
  const comment = sent.comment.trim();
  const vote = { person: actor.id, choice, hash, comment };
  const dependence = (await readDependents(trx, directory, [stored]))(stored).get(actor.id);
  const refusal = refuseVote(round, vote, dependence !== undefined);
  if (refusal !== undefined) throw await problemOf(trx, refusal, { stored, actor, dependence });
  const draft = assertSubmittedContent(open, round);
  const at = latest(change.at, stored.submitted_at, ...votes.map(({ voted_at }) => voted_at));
  const isSaidAgain = round.votes.some(
    (one) => one.person === actor.id && one.choice === choice && one.comment === comment && one.discounted === null,
  );
  if (isSaidAgain) return { events: [], at };
  const about = { round_id: stored.id, person_id: actor.id };
  await store.putVote(trx, { ...about, choice, comment, content_hash: hash, voted_at: at });
  if (comment !== '') await store.insertComment(trx, { id: randomUUID(), ...about, text: comment, at, vote: choice });
  const { outcome, discounted } = await recount({ trx, directory, stored }, castVote(round, vote));
  const of = { round: stored.number, content_hash: hash };
  const events = [
    bucketEvent('bucket_voted', open.address, { ...of, choice, comment }),
    ...discounted.map((gone) => bucketEvent('bucket_vote_discounted', open.address, { ...of, ...gone })),
  ];
  if (outcome === null) return { events, at };
  const decided = outcome === 'approved' ? activate : sendBack;
  return { events: [...events, await decided({ ...change, at }, open, draft, of)], at };
}

type OfRound = Readonly<{ round: number; content_hash: string }>;

async function activate(step: Step, open: OpenBucket, draft: Draft): Promise<BucketEvent> {
  await assertCanGoLive(step, draft);
  return approveDraft(step, open, draft);
}

/** The draft goes live, and its round ends as approved; the votes were counted. */
export async function approveDraft(step: Step, open: OpenBucket, { id }: Pick<Draft, 'id'>): Promise<BucketEvent> {
  const event = await activateDraft(step, open);
  await store.closeRound(step.trx, id, 'approved', step.at);
  return event;
}

async function sendBack(step: Step, open: OpenBucket, draft: Draft, of: OfRound): Promise<BucketEvent> {
  await takeOutOfReview(step, open);
  await store.closeRound(step.trx, draft.id, 'rejected', step.at);
  return bucketEvent('bucket_sent_back', open.address, of);
}

/** The round starts without any vote, with the authors of this moment. */
export async function submitDraft(step: Step, open: OpenBucket, description: string): Promise<BucketEvent> {
  const { trx, actor, at } = step;
  const { head, address, live } = open;
  const { draft, changes, content_hash } = await putInReview(step, open, description);
  const basedOn = draft.based_on ?? 1;
  const authors = findAuthors({
    savers: await findDraftEditors(trx, head.id, basedOn),
    submitters: [...(await store.findSubmitters(trx, head.id, basedOn)), actor.id],
    dialWriters: await findDialWriters(trx, findNewVersions(live.entries, draft.entries)),
  });
  const submitted = { submitted_at: at, submitted_by: actor.id, required: REQUIRED_APPROVALS };
  await store.insertRound(trx, {
    id: randomUUID(),
    bucket_version_id: draft.id,
    description,
    content_hash,
    authors,
    ...submitted,
  });
  return bucketEvent('bucket_submitted', address, { description, content_hash, changes });
}

export async function cancelReviews(step: Step, open: OpenBucket): Promise<BucketEvent> {
  const { id, description } = await takeOutOfReview(step, open);
  await store.closeRound(step.trx, id, 'cancelled', step.at);
  return bucketEvent('bucket_reviews_cancelled', open.address, { description });
}

type RecountParts = Readonly<{ trx: Trx; directory: DirectoryKind; stored: store.StoredRound }>;

/** The directory keeps everyone who voted as they are until this is committed; then their grants are read. */
async function recount({ trx, directory, stored }: RecountParts, cast: Round) {
  if (cast.outcome === null || directory === 'hosted') return { outcome: cast.outcome, discounted: [] };
  const counted = cast.votes.filter(({ discounted }) => discounted === null).map(({ person }) => person);
  const people = await lockPeopleAsTheyAre(trx, counted);
  const discounts = findDiscounts(people, (await readDependents(trx, directory, [stored]))(stored));
  const { outcome, votes } = recountVotes(cast, discounts);
  const discounted = votes.flatMap(({ person, choice }) => {
    const because = discounts.get(person);
    return because === undefined ? [] : [{ person, choice, because }];
  });
  for (const { person, because } of discounted)
    await store.discountVote(trx, { round_id: stored.id, person_id: person, discounted: because });
  return { outcome, discounted };
}

const latest = (...moments: readonly Date[]): Date => new Date(Math.max(...moments.map((moment) => moment.getTime())));

export async function commentOnDraft(change: Step, open: OpenBucket, sent: SentComment): Promise<BucketEvent> {
  const { trx, actor, at } = change;
  const { stored, round } = await readRound(change, open);
  if (round.outcome !== null) throw new Problem('conflict', REFUSALS['round-closed']);
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
async function readRound({ trx }: Step, { live, draft }: OpenBucket) {
  const stored = await store.findNewestRound(trx, (draft ?? live).id);
  if (stored === undefined) throw new Problem('conflict', BUCKET_REFUSALS.notPending);
  const votes = await store.findVotes(trx, [stored.id]);
  const kept = votes.map(({ person_id, choice, content_hash, comment, discounted }) => ({
    person: person_id,
    choice,
    hash: content_hash,
    comment,
    discounted,
  }));
  const { content_hash: hash, authors, required, outcome } = stored;
  return { stored, votes, round: { hash, authors, required, outcome, votes: kept } satisfies Round };
}

type Refused = Readonly<{ stored: store.StoredRound; actor: Actor; dependence: Dependence | undefined }>;

async function problemOf(trx: Trx, refusal: Refusal, { stored, actor, dependence }: Refused): Promise<Problem> {
  const barred = refusal === 'author' || refusal === 'dependent';
  const told = (barred && (await explainBar(trx, stored, actor.id, dependence))) || REFUSALS[refusal];
  const errors = [{ path: 'comment', message: told }];
  return new Problem(KINDS[refusal], told, refusal === 'comment-missing' ? { errors } : {});
}

/** What is stored is hashed again: votes are for what was submitted, and for nothing that came to be there otherwise. */
function assertSubmittedContent({ head, draft }: OpenBucket, { hash }: Round): Draft {
  if (draft?.state !== 'pending_review') throw new Error(`The open review of the bucket ${head.id} has no draft.`);
  if (hashOf(draft.entries) !== hash) throw new Problem('conflict', ACTIVATION_REFUSALS.otherContent);
  return draft;
}

/** Nobody deletes one of its dials meanwhile. */
async function assertCanGoLive({ trx, at }: Step, { entries }: Draft): Promise<void> {
  const ids = entries.map(({ dial_id }) => dial_id);
  await lockDialsForUse(trx, ids);
  const notes = entryNotes(entries, await loadDialFacts(trx, entries), dayOf(at));
  const noted = entries.filter(({ dial_id }) => notes.some((note) => note.dial_id === dial_id));
  const dataOf = await readPinnedData(trx, noted);
  const names = new Map(noted.map((entry) => [entry.dial_id, dataOf(entry).name]));
  const refusal = refuseActivation(notes, (id) => names.get(id) ?? id);
  if (refusal !== undefined) throw new Problem('conflict', refusal);
}
