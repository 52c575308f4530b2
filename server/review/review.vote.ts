import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { bucketEvent, type BucketEvent, bucketId } from '#domain/event/event.ts';
import { entryNotes } from '#domain/bucket/check.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import { ACTIVATION_REFUSALS, refuseActivation } from '#domain/review/activation.ts';
import type { Dependence } from '#domain/review/independence.ts';
import {
  castVote,
  type Choice,
  isRepeatedVote,
  recountVotes,
  type Refusal,
  REFUSALS,
  refuseVote,
  type Round,
  type Vote,
} from '#domain/review/round.ts';
import type { Discount } from '#domain/review/voter.ts';
import type { Actor } from '#domain/user/person.ts';
import { takeOutOfReview } from '#server/bucket/bucket.change.ts';
import type { Draft, OpenBucket } from '#server/bucket/bucket.open.ts';
import { hashOf } from '#server/bucket/bucket.version.service.ts';
import type { Step } from '#server/change/change.ts';
import { forEachBucket } from '#server/change/together.ts';
import { loadDialFacts, lockDialsForUse, readPinnedData } from '#server/dial/dial.pin.service.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import type { Trx } from '#server/db/transaction.ts';
import { type DirectoryKind, lockPeopleAsTheyAre, readPeople } from '#server/person/person.service.ts';
import { approveDrafts, readRounds, type ReadRound } from './review.change.ts';
import { explainBar } from './review.present.ts';
import { insertComments } from './review.comment.store.ts';
import * as store from './review.store.ts';
import { findDiscounts, readDependents } from './review.voter.ts';

/** What a person says of several drafts at once. */
export type VoteInput = Readonly<{ choice: Choice; comment: string }>;
/** A draft, and the hash of what was read of it. */
export type SeenDraft = Readonly<{ open: OpenBucket; hash: string }>;
/** `setId`: the set that all of them must be in. */
type VoteOptions = Readonly<{ directory: DirectoryKind; setId?: string | undefined }>;
export type SentVote = VoteInput & Readonly<{ hash: string }>;
/** `at` is never before what was said earlier in the rounds, whatever the clocks of two servers say. */
export type VoteResult = Readonly<{ events: readonly BucketEvent[]; at: Date }>;

const KINDS = {
  'round-closed': 'conflict',
  author: 'not-allowed',
  dependent: 'not-allowed',
  'other-content': 'stale',
  'comment-missing': 'invalid-input',
} as const satisfies Record<Refusal, string>;

type TakenVote = ReadRound & Readonly<{ open: OpenBucket; vote: Vote }>;
type CountedVote = TakenVote &
  Readonly<{
    outcome: RoundOutcome | null;
    discounted: readonly Readonly<{ person: string; choice: Choice; because: Discount }>[];
  }>;

/**
 * One person's word on each of these locked buckets, and what the drafts come to by it: all of it or nothing. Said again,
 * it changes nothing. Where it decides, everyone who voted is read again; a vote that no longer counts is marked, and the
 * round may go on.
 */
export async function voteOnDrafts(
  change: Step,
  seen: readonly SeenDraft[],
  sent: VoteInput,
  { directory, setId }: VoteOptions,
): Promise<VoteResult> {
  const { trx, actor } = change;
  const taken = await takeVotes(change, seen, sent, { directory, setId });
  const at = latest(
    change.at,
    ...taken.flatMap(({ stored, votes }) => [stored.submitted_at, ...votes.map(({ voted_at }) => voted_at)]),
  );
  const ownDiscount = await findOwnDiscount(trx, actor, directory);
  const fresh = taken.filter(({ round, vote }) => !isRepeatedVote(round, vote, ownDiscount));
  if (fresh.length === 0) return { events: [], at };
  await store.putVotes(
    trx,
    fresh.map(({ stored, vote: { choice, comment, hash } }) => ({
      round_id: stored.id,
      person_id: actor.id,
      choice,
      comment,
      content_hash: hash,
      voted_at: at,
      discounted: ownDiscount,
    })),
  );
  await insertComments(
    trx,
    fresh
      .filter(({ vote }) => vote.comment !== '')
      .map(({ stored, vote: { choice, comment } }) => ({
        id: randomUUID(),
        round_id: stored.id,
        person_id: actor.id,
        text: comment,
        at,
        vote: choice,
      })),
  );
  const counted = await recount(trx, fresh, ownDiscount, directory);
  const ends = await decide({ ...change, at }, counted);
  return {
    events: counted.flatMap((one) => [...eventsOf(one), ...(ends.get(bucketId(one.open.address)) ?? [])]),
    at,
  };
}

/** Whoever may not vote on one of them, or did not see what is there, is refused for all. */
async function takeVotes(
  { trx, actor }: Step,
  seen: readonly SeenDraft[],
  { choice, comment }: VoteInput,
  { directory, setId }: VoteOptions,
): Promise<TakenVote[]> {
  const opened = seen.map(({ open }) => open);
  const roundOf = await readRounds(trx, opened, setId);
  const asked = await forEachBucket(
    seen.map(({ open, hash }) => ({ open, hash, address: open.address })),
    ({ open, hash, address }) => ({ address, seen: { ...roundOf(open), open }, hash }),
  );
  const stored = asked.map(({ seen: one }) => one.stored);
  const dependentsOf = await readDependents(trx, directory, stored);
  return forEachBucket(asked, async ({ hash, seen: one }) => {
    const vote = { person: actor.id, choice, hash, comment: comment.trim() };
    const dependence = dependentsOf(one.stored).get(actor.id);
    const refusal = refuseVote(one.round, vote, dependence !== undefined);
    if (refusal !== undefined) throw await problemOf(trx, refusal, { stored: one.stored, actor, dependence });
    assertSubmittedContent(one.open, one.round);
    return { ...one, vote };
  });
}

/** Anyone who may vote is heard; a vote of someone whose identity is not verified is kept and does not count. */
async function findOwnDiscount(trx: Trx, { id }: Actor, directory: DirectoryKind): Promise<Discount | null> {
  if (directory === 'hosted') return null;
  const [person] = await readPeople(trx, [id]);
  return person === undefined || person.verified_at === null ? 'not_verified' : null;
}

function eventsOf({ open, stored, vote, discounted }: CountedVote): BucketEvent[] {
  const { choice, comment, hash } = vote;
  const of = { round: stored.number, content_hash: hash };
  return [
    bucketEvent('bucket_voted', open.address, { ...of, choice, comment }),
    ...discounted.map((gone) => bucketEvent('bucket_vote_discounted', open.address, { ...of, ...gone })),
  ];
}

/** What became of the drafts whose votes have decided, by bucket. */
async function decide(step: Step, counted: readonly CountedVote[]): Promise<Map<string, BucketEvent[]>> {
  const of = (outcome: RoundOutcome) => counted.filter((one) => one.outcome === outcome);
  const [approved, rejected] = [of('approved'), of('rejected')];
  const events: BucketEvent[] = [];
  if (approved.length > 0) {
    const opened = approved.map(({ open }) => open);
    await assertCanGoLive(step, opened);
    events.push(...(await approveDrafts(step, opened)));
  }
  if (rejected.length > 0) {
    const opened = rejected.map(({ open }) => open);
    const ids = (await takeOutOfReview(step, opened)).map(({ id }) => id);
    await store.closeRounds(step.trx, ids, 'rejected', step.at);
    for (const { open, stored, vote } of rejected)
      events.push(bucketEvent('bucket_sent_back', open.address, { round: stored.number, content_hash: vote.hash }));
  }
  return Map.groupBy(events, ({ object }) => object.id);
}

/** The directory keeps everyone who voted as they are until this is committed; then their grants are read. */
async function recount(
  trx: Trx,
  taken: readonly TakenVote[],
  ownDiscount: Discount | null,
  directory: DirectoryKind,
): Promise<CountedVote[]> {
  const cast = taken.map((one) => ({ ...one, cast: castVote(one.round, one.vote, ownDiscount) }));
  const ownOf = ({ vote: { person, choice } }: TakenVote) =>
    ownDiscount === null ? [] : [{ person, choice, because: ownDiscount }];
  const deciding = directory === 'hosted' ? [] : cast.filter((one) => one.cast.outcome !== null);
  const voters = new Set(deciding.flatMap((one) => countedVoters(one.cast)));
  const people = deciding.length === 0 ? [] : await lockPeopleAsTheyAre(trx, [...voters]);
  const stored = deciding.map((one) => one.stored);
  const dependentsOf = await readDependents(trx, directory, stored);
  const counted = cast.map(({ cast: round, ...one }): CountedVote => {
    if (!deciding.some(({ stored: { id } }) => id === one.stored.id))
      return { ...one, outcome: round.outcome, discounted: ownOf(one) };
    const own = new Set(countedVoters(round));
    const discounts = findDiscounts(
      people.filter(({ id }) => own.has(id)),
      dependentsOf(one.stored),
    );
    const { outcome, votes } = recountVotes(round, discounts);
    const discounted = votes.flatMap(({ person, choice }) => {
      const because = discounts.get(person);
      return because === undefined ? [] : [{ person, choice, because }];
    });
    return { ...one, outcome, discounted };
  });
  for (const {
    stored: { id },
    discounted,
  } of counted)
    for (const { person, because } of discounted)
      await store.discountVote(trx, { round_id: id, person_id: person, discounted: because });
  return counted;
}

const countedVoters = ({ votes }: Round): string[] =>
  votes.filter(({ discounted }) => discounted === null).map(({ person }) => person);

const latest = (...moments: readonly Date[]): Date => new Date(Math.max(...moments.map((moment) => moment.getTime())));

type Refused = Readonly<{ stored: store.StoredRound; actor: Actor; dependence: Dependence | undefined }>;

async function problemOf(trx: Trx, refusal: Refusal, { stored, actor, dependence }: Refused): Promise<Problem> {
  const barred = refusal === 'author' || refusal === 'dependent';
  const told = (barred && (await explainBar(trx, stored, actor.id, dependence))) || REFUSALS[refusal];
  const errors = [{ path: 'comment', message: told }];
  return new Problem(KINDS[refusal], told, refusal === 'comment-missing' ? { errors } : {});
}

/** What is stored is hashed again: votes are for what was submitted, and for nothing that came to be there otherwise. */
function assertSubmittedContent({ head, draft }: OpenBucket, { hash }: Round): void {
  if (draft?.state !== 'pending_review') throw new Error(`The open review of the bucket ${head.id} has no draft.`);
  if (hashOf(draft.entries) !== hash) throw new Problem('conflict', ACTIVATION_REFUSALS.otherContent);
}

/** Nobody deletes one of their dials meanwhile. */
async function assertCanGoLive({ trx, at }: Step, opened: readonly OpenBucket[]): Promise<void> {
  const entriesOf = ({ draft }: OpenBucket): Draft['entries'] => draft?.entries ?? [];
  const all = opened.flatMap(entriesOf);
  await lockDialsForUse(trx, [...new Set(all.map(({ dial_id }) => dial_id))]);
  const factsOf = await loadDialFacts(trx, all);
  const noted = opened.map((open) => ({ ...open, notes: entryNotes(entriesOf(open), factsOf, dayOf(at)) }));
  const named = noted.flatMap((open) =>
    entriesOf(open).filter(({ dial_id }) => open.notes.some((note) => note.dial_id === dial_id)),
  );
  const dataOf = await readPinnedData(trx, named);
  const names = new Map(named.map((entry) => [entry.dial_id, dataOf(entry).name]));
  await forEachBucket(noted, ({ notes }) => {
    const refusal = refuseActivation(notes, (id) => names.get(id) ?? id);
    if (refusal !== undefined) throw new Problem('conflict', refusal);
  });
}
