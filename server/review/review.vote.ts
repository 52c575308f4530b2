import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { type Deputy, signerOn } from '#domain/authority/deputy.ts';
import { bucketEvent, type BucketEvent, bucketId } from '#domain/event/event.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';
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
  type VoteStanding,
} from '#domain/review/round.ts';
import { goLiveDay, isDue } from '#domain/review/schedule.ts';
import { type Discount, findDiscount } from '#domain/review/voter.ts';
import type { Actor } from '#domain/user/person.ts';
import { reviseBuckets, takeOutOfReview } from '#server/bucket/bucket.change.ts';
import type { OpenBucket } from '#server/bucket/bucket.open.ts';
import type { ChangeContext } from '#server/change/change.ts';
import { forEachBucket } from '#server/change/together.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import type { Trx } from '#server/db/transaction.ts';
import { type DirectoryKind, lockPersonStates } from '#server/person/person.service.ts';
import { listDeputiesInForce, shareAuthority } from './authority/authority.store.ts';
import { assertCanGoLive, assertSubmittedContent } from './review.activation.ts';
import { approveDrafts, readRounds, type ReadRound } from './review.change.ts';
import { explainBar } from './review.present.ts';
import { insertComments } from './review.comment.store.ts';
import { findScheduledRounds, scheduleRounds } from './review.schedule.store.ts';
import * as store from './review.store.ts';
import { discountVote, putVotes } from './review.vote.store.ts';
import { type Counterparts, discountsOf, readCounterparts } from './review.voter.ts';

/** `set`: the set all drafts must belong to. */
type VoteInput = Readonly<{ choice: Choice; comment: string; set: string | null }>;
/** A draft, and the content hash the voter saw. */
type DraftSnapshot = Readonly<{ open: OpenBucket; hash: string }>;
/** `at` is never before earlier votes of the rounds, even if the clocks of two servers differ. */
export type VoteResult = Readonly<{ events: readonly BucketEvent[]; at: Date }>;

const KINDS = {
  'round-closed': 'conflict',
  author: 'not-allowed',
  dependent: 'not-allowed',
  'other-content': 'stale',
  'comment-missing': 'invalid-input',
} as const satisfies Record<Refusal, string>;

type ValidVote = ReadRound &
  Readonly<{
    open: OpenBucket;
    vote: Vote;
    /** An unverified or unconfirmed person may vote; the vote is stored, but does not count. */
    ownDiscount: Discount | null;
    /** For whom no deputy signs: the authors, and who counts as one person with one. */
    authors: readonly string[];
  }>;
type StandingVote = ValidVote & Readonly<{ standing: VoteStanding }>;
type CountedVote = StandingVote &
  Readonly<{
    outcome: RoundOutcome | null;
    discounted: readonly Readonly<{ person: string; choice: Choice; because: Discount }>[];
  }>;

/**
 * Casts one person's vote on each of these locked buckets and applies the outcome, all or nothing. Idempotent. A
 * deciding vote re-checks all voters; votes that no longer count are discounted, and the round may continue.
 */
export async function voteOnDrafts(
  change: ChangeContext,
  seen: readonly DraftSnapshot[],
  sent: VoteInput,
  directory: DirectoryKind,
): Promise<VoteResult> {
  const { trx, actor } = change;
  await shareAuthority(trx);
  const deputies = await listDeputiesInForce(trx, dayOf(change.at));
  const valid = await checkVotes(change, seen, sent, deputies);
  const at = latest(
    change.at,
    ...valid.flatMap(({ stored, votes }) => [stored.submitted_at, ...votes.map(({ voted_at }) => voted_at)]),
  );
  const standing = valid.map((one) => {
    const { actsFor } = signerOn(deputies, actor.id, dayOf(at), one.authors);
    return { ...one, standing: { discounted: one.ownDiscount, actsFor } };
  });
  // Votes may suffice since a measurement showed that a signer is not required.
  const fresh = standing.filter(
    ({ round, vote, standing: of }) => !isRepeatedVote(round, vote, of) || castVote(round, vote, of).outcome !== null,
  );
  if (fresh.length === 0) return { events: [], at };
  await putVotes(
    trx,
    fresh.map(({ stored, vote: { choice, comment, hash }, standing: { actsFor, discounted } }) => ({
      round_id: stored.id,
      person_id: actor.id,
      choice,
      comment,
      content_hash: hash,
      voted_at: at,
      discounted,
      acts_for: [...actsFor],
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
  const counted = await recount(trx, fresh, directory);
  const ends = await decide({ ...change, at }, counted);
  return {
    events: counted.flatMap((one) => [...eventsOf(one), ...(ends.get(bucketId(one.open.address)) ?? [])]),
    at,
  };
}

/** One refusal refuses the vote for all: not allowed to vote, or voted on other content. */
async function checkVotes(
  { trx, actor }: ChangeContext,
  seen: readonly DraftSnapshot[],
  { choice, comment, set }: VoteInput,
  deputies: readonly Deputy[],
): Promise<ValidVote[]> {
  const rounds = await readRounds(trx, seen, set);
  const stored = rounds.map((one) => one.stored);
  const principals = deputies.map(({ person }) => person);
  const counterpartsOf = await readCounterparts(trx, stored, { people: [actor.id, ...principals] });
  return forEachBucket(rounds, async (one) => {
    const vote = { person: actor.id, choice, hash: one.hash, comment: comment.trim() };
    const counterparts = counterpartsOf(one.stored);
    const refusal = refuseVote(one.round, vote, counterparts.isBarred(actor.id));
    if (refusal !== undefined) throw await problemOf(trx, refusal, { stored: one.stored, actor, counterparts });
    assertSubmittedContent(one.open, one.stored);
    const state = { isActive: true, mayVote: true, dependence: undefined, bond: counterparts.bond(actor.id) };
    const ownDiscount = findDiscount({ ...state, isVerified: counterparts.circle.isVerified(actor.id) }) ?? null;
    return { ...one, vote, ownDiscount, authors: counterparts.withAuthors(principals) };
  });
}

function eventsOf({ open, stored, vote, standing: { actsFor }, discounted }: CountedVote): BucketEvent[] {
  const { choice, comment, hash } = vote;
  const of = { round: stored.number, content_hash: hash };
  return [
    bucketEvent('bucket_voted', open.address, {
      ...of,
      choice,
      comment,
      ...(actsFor.length > 0 && { acts_for: actsFor }),
    }),
    ...discounted.map((gone) => bucketEvent('bucket_vote_discounted', open.address, { ...of, ...gone })),
  ];
}

/** The events of the drafts that the votes decided, by bucket. */
async function decide(context: ChangeContext, counted: readonly CountedVote[]): Promise<Map<string, BucketEvent[]>> {
  const of = (outcome: RoundOutcome) => counted.filter((one) => one.outcome === outcome);
  const [approved, rejected] = [of('approved'), of('rejected')];
  const events: BucketEvent[] = [];
  const today = dayOf(context.at);
  const [waiting = [], due = []] = [false, true].map((is) =>
    approved.filter(({ stored }) => isDue(stored, today) === is),
  );
  if (due.length > 0) {
    const opened = due.map(({ open }) => open);
    await assertCanGoLive(context.trx, opened);
    events.push(...(await approveDrafts(context, due)));
  }
  if (waiting.length > 0) events.push(...(await scheduleDrafts(context, waiting)));
  if (rejected.length > 0) events.push(...(await rejectDrafts(context, rejected)));
  return Map.groupBy(events, ({ object }) => object.id);
}

/** Sends the drafts back. Where an earlier day was asked for, the draft keeps waiting for the day that stands. */
async function rejectDrafts(context: ChangeContext, rejected: readonly CountedVote[]): Promise<BucketEvent[]> {
  const { trx, at } = context;
  const standing = await readStanding(trx, rejected);
  const back = rejected.filter(({ open }) => !standing.has(open.head.id));
  if (back.length > 0)
    await takeOutOfReview(
      context,
      back.map(({ open }) => open),
    );
  await reviseBuckets(
    trx,
    rejected.flatMap(({ open }) => (standing.has(open.head.id) ? [open] : [])),
  );
  await store.closeRounds(
    trx,
    rejected.map(({ stored }) => stored.id),
    { outcome: 'rejected', at },
  );
  return rejected.map(({ open, stored, vote }) => {
    const of = { round: stored.number, content_hash: vote.hash };
    const stands = standing.get(open.head.id)?.day;
    return stands === undefined
      ? bucketEvent('bucket_sent_back', open.address, of)
      : bucketEvent('bucket_earlier_day_rejected', open.address, { ...of, live_on: stored.live_on ?? '', stands });
  });
}

/** The rounds that wait for their day, by bucket, where an earlier day was voted on. */
async function readStanding(trx: Trx, voted: readonly Pick<CountedVote, 'open' | 'stored'>[]) {
  const asking = voted.filter(({ stored }) => stored.brings_forward !== null);
  const ids = asking.map(({ stored }) => stored.bucket_version_id);
  const rounds = ids.length === 0 ? [] : await findScheduledRounds(trx, ids);
  return new Map(rounds.map((round) => [round.bucket_id, { id: round.id, day: goLiveDay(round) ?? '' }]));
}

/** Locks everyone who voted until commit, then reads their grants. */
async function recount(trx: Trx, valid: readonly StandingVote[], directory: DirectoryKind): Promise<CountedVote[]> {
  const cast = valid.map((one) => ({ ...one, cast: castVote(one.round, one.vote, one.standing) }));
  const deciding = cast.filter((one) => one.cast.outcome !== null);
  const voters = new Set(deciding.flatMap((one) => countedVoters(one.cast)));
  const locked = deciding.length === 0 ? [] : await lockPersonStates(trx, [...voters]);
  const people = new Map(locked.map((person) => [person.id, person]));
  const stored = deciding.map((one) => one.stored);
  const counterpartsOf = await readCounterparts(trx, stored, { people: [...voters] });
  const counted = cast.map(({ cast: round, ...one }): CountedVote => {
    if (!deciding.some(({ stored: { id } }) => id === one.stored.id))
      return { ...one, outcome: round.outcome, discounted: [] };
    const own = countedVoters(round).flatMap((id) => people.get(id) ?? []);
    const discounts = discountsOf(own, one.stored, counterpartsOf(one.stored), directory);
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
      await discountVote(trx, { round_id: id, person_id: person, discounted: because });
  // The own vote was stored as what it is.
  return counted.map(({ discounted, ...one }) => {
    const { person, choice } = one.vote;
    const own = one.ownDiscount === null ? [] : [{ person, choice, because: one.ownDiscount }];
    return { ...one, discounted: [...discounted, ...own] };
  });
}

const countedVoters = ({ votes }: Round): string[] =>
  votes.filter(({ discounted }) => discounted === null).map(({ person }) => person);

const latest = (...moments: readonly Date[]): Date => new Date(Math.max(...moments.map((moment) => moment.getTime())));

type Refused = Readonly<{ stored: store.StoredRound; actor: Actor; counterparts: Counterparts }>;

async function problemOf(trx: Trx, refusal: Refusal, { stored, actor, counterparts }: Refused): Promise<Problem> {
  const barred = refusal === 'author' || refusal === 'dependent';
  const message = (barred && (await explainBar(trx, stored, actor.id, counterparts))) || REFUSALS[refusal];
  const errors = [{ path: 'comment', message: message }];
  return new Problem(KINDS[refusal], message, refusal === 'comment-missing' ? { errors } : {});
}

/** Approved before their day: they wait for it, frozen as in review. An earlier day takes the place of the one before. */
async function scheduleDrafts(
  { trx, at }: ChangeContext,
  waiting: readonly Pick<CountedVote, 'open' | 'stored'>[],
): Promise<BucketEvent[]> {
  const dayOfRound = new Map(waiting.map(({ open, stored }) => [open.head.id, goLiveDay(stored) ?? dayOf(at)]));
  const goesLiveOn = ({ head }: OpenBucket): string => dayOfRound.get(head.id) ?? dayOf(at);
  const opened = waiting.map(({ open }) => open);
  await assertCanGoLive(trx, opened);
  const standing = await readStanding(trx, waiting);
  const before = [...standing.values()].map(({ id }) => id);
  await store.closeRounds(trx, before, { outcome: 'cancelled', at });
  const ids = waiting.map(({ stored }) => stored.id);
  await scheduleRounds(trx, ids, at);
  await reviseBuckets(trx, opened);
  return waiting.map(({ open, stored: { number, content_hash } }) => {
    const stood = standing.get(open.head.id);
    return bucketEvent('bucket_scheduled', open.address, {
      round: number,
      live_on: goesLiveOn(open),
      content_hash,
      ...(stood && { instead_of: stood.day }),
    });
  });
}
