import {
  MAX_EARLIER_ROUNDS,
  type Review,
  type ReviewAuthor,
  type ReviewComment,
  type ReviewRound,
} from '#contract/review.ts';
import { explainAboveBefore } from '#domain/authority/requirement.ts';
import { explainAuthor, MAX_NAMED } from '#domain/review/author.ts';
import { reviewAbilities } from '#domain/review/round.ts';
import { takesVotes } from '#domain/review/schedule.ts';
import { roundBefore } from '#domain/review/thread.ts';
import { countedVoteOf } from '#domain/review/votes.ts';
import type { Actor } from '#domain/user/person.ts';
import type { OpenBucket } from '#server/bucket/bucket.open.ts';
import { presentStop } from '#server/bucket/bucket.stop.service.ts';
import type { Db } from '#server/db/connect.ts';
import { type DirectoryKind, findPersonNames, readPeople } from '#server/person/person.service.ts';
import { presentSigners, readSignatoryIds } from './review.authority.ts';
import { findComments, type StoredComment } from './review.comment.store.ts';
import { type Discounts, findSignedFor, nameSignersFor, presentVote } from './review.present.vote.ts';
import * as store from './review.store.ts';
import { findVotes, type StoredVote } from './review.vote.store.ts';
import {
  type Counterparts,
  discountsOf,
  explainBarred,
  explainUncounted,
  type Explanation,
  readCounterparts,
  writeExplanations,
} from './review.voter.ts';

const NO_DISCOUNTS: Discounts = new Map();

type Voting = Readonly<{ directory: DirectoryKind; today: string }>;
type VotingFacts = Voting &
  Readonly<{
    discountsOf: (round: store.StoredRound) => Discounts;
    counterpartsOf: (round: store.StoredRound) => Counterparts;
  }>;

/** Loads everything for these rounds in a constant number of queries. `voting`: for those that take votes. */
export async function presentRounds(
  db: Db,
  rounds: readonly store.StoredRound[],
  voting?: VotingFacts,
): Promise<ReviewRound[]> {
  if (rounds.length === 0) return [];
  const ids = rounds.map(({ id }) => id);
  const votes = Map.groupBy(await findVotes(db, ids), ({ round_id }) => round_id);
  const comments = Map.groupBy(await findComments(db, ids), ({ round_id }) => round_id);
  const authorsOf = await presentAuthors(db, rounds);
  const setOf = await presentSets(db, rounds);
  const shownVotes = rounds.map((round) => {
    const discounts = voting?.discountsOf(round) ?? NO_DISCOUNTS;
    return (votes.get(round.id) ?? []).map((vote) => presentVote(vote, discounts));
  });
  const signed = rounds.map((round, index) => ({
    ...round,
    isOpen: takesVotes(round),
    votes: (shownVotes[index] ?? []).map(countedVoteOf),
  }));
  const signersOf = await presentSigners(db, signed, voting);
  const signers = signed.map(signersOf);
  const nameOf = await nameSignersFor(db, shownVotes);
  return rounds.map((round, index) => ({
    number: round.number,
    description: round.description,
    submitted_at: round.submitted_at.toISOString(),
    submitted_by: { id: round.submitted_by, name: round.submitter_name },
    closed_at: round.closed_at?.toISOString() ?? null,
    outcome: round.outcome,
    hash: round.content_hash,
    required: round.required,
    signers: signers[index] ?? [],
    above_before: round.authority === null ? [] : explainAboveBefore(round.authority),
    live_on: round.live_on,
    approved_at: round.approved_at?.toISOString() ?? null,
    put_off_to: round.put_off_to,
    stopped_because: round.stopped_because,
    restart: presentStop(round),
    brings_forward: round.brings_forward,
    broken_examples: [...round.broken_examples],
    votes: (shownVotes[index] ?? []).map((vote) => ({
      ...vote,
      signs_for: findSignedFor(vote, signers[index] ?? [], nameOf),
    })),
    authors: authorsOf(round),
    comments: (comments.get(round.id) ?? []).map(presentComment),
    set: setOf(round),
  }));
}

/** The set of each round, with its other buckets. */
async function presentSets(db: Db, rounds: readonly store.StoredRound[]) {
  const ids = [...new Set(rounds.flatMap(({ set_id }) => set_id ?? []))];
  const members = Map.groupBy(ids.length === 0 ? [] : await store.findMembers(db, ids), ({ set_id }) => set_id);
  return ({ set_id: id, bucket_id }: store.StoredRound): ReviewRound['set'] => {
    const all = (id !== null && members.get(id)) || [];
    const [first] = all;
    if (id === null || first === undefined) return null;
    const others = all.filter((one) => one.bucket_id !== bucket_id);
    return { id, title: first.title, others: others.map(({ partner, cob, outcome }) => ({ partner, cob, outcome })) };
  };
}

const presentComment = (row: StoredComment): ReviewComment => ({
  id: row.id,
  by: { id: row.person_id, name: row.name },
  at: row.at.toISOString(),
  text: row.text,
  dial: row.dial_id === null ? null : { id: row.dial_id, name: row.dial_name ?? '' },
  vote: row.vote,
  reply_to: row.reply_to,
  resolved:
    row.resolved === true && row.resolved_at !== null
      ? { by: { id: row.resolved_by ?? '', name: row.resolver_name ?? '' }, at: row.resolved_at.toISOString() }
      : null,
});

type PresentedReview = Review & Readonly<{ round: ReviewRound }>;

/** The review of a bucket whose draft was never submitted. */
export const presentUnsubmitted = ({ cob, number, name }: OpenBucket['head']): Review => ({
  cob,
  partner: { number, name },
  round: null,
  earlier: [],
  since: null,
  number: null,
  mine: null,
  abilities: { vote: false, comment: false },
  refusal: null,
  vote_not_counted: null,
});

/** These rounds as the caller sees them, with the earlier ones of their drafts; a constant number of queries. */
export async function presentReviews(
  db: Db,
  rounds: readonly store.StoredRound[],
  actor: Actor,
  voting: Voting,
): Promise<PresentedReview[]> {
  const open = rounds.filter(takesVotes);
  const ids = open.map(({ id }) => id);
  const votersOf = Map.groupBy(ids.length === 0 ? [] : await findVotes(db, ids), ({ round_id }) => round_id);
  const voters = [...votersOf.values()].flat().map(({ person_id }) => person_id);
  const signatories = await readSignatoryIds(db, open, voting.today);
  const counterpartsOf = await readCounterparts(db, open, { people: [actor.id, ...voters, ...signatories] });
  const discounts = await readDiscounts(db, open, { votersOf, counterpartsOf, directory: voting.directory });
  const earlierOf = await readEarlier(db, rounds);
  const all = [...rounds, ...rounds.flatMap(earlierOf)];
  const discountsIn = ({ id }: store.StoredRound) => discounts.get(id) ?? NO_DISCOUNTS;
  const shown = await presentRounds(db, all, { ...voting, discountsOf: discountsIn, counterpartsOf });
  const shownOf = new Map(all.map(({ id }, index) => [id, shown[index] as ReviewRound]));
  const explained = rounds.map((stored, index) => {
    const round = shown[index] as ReviewRound;
    if (!takesVotes(stored)) return {};
    const voters = round.votes.filter(({ discounted }) => discounted === null).map(({ by }) => by.id);
    const counterparts = counterpartsOf(stored);
    return {
      refusal: explainPresented(round, actor.id, counterparts),
      uncounted: explainUncounted(counterparts, { person: actor.id, voters }),
    };
  });
  const write = await writeExplanations(
    db,
    explained.flatMap(({ refusal, uncounted }) => [refusal, uncounted]),
  );
  return rounds.map((stored, index): PresentedReview => {
    const round = shownOf.get(stored.id) as ReviewRound;
    const earlier = earlierOf(stored);
    const isOpen = takesVotes(stored);
    const isAuthor = stored.authors.includes(actor.id);
    const isDependent = isOpen && counterpartsOf(stored).isBarred(actor.id);
    return {
      cob: stored.cob,
      partner: { number: stored.partner_number, name: stored.partner_name },
      round,
      earlier: earlier.flatMap(({ id }) => shownOf.get(id) ?? []),
      since: roundBefore(stored, earlier),
      number: stored.outcome === 'approved' ? stored.version_number : null,
      mine: round.votes.find(({ by, discounted }) => by.id === actor.id && discounted === null)?.choice ?? null,
      abilities: reviewAbilities(actor, { isOpen, isAuthor, isDependent, state: stored.state }),
      refusal: write(explained[index]?.refusal),
      vote_not_counted: write(explained[index]?.uncounted),
    };
  });
}

/** The other rounds of each draft, oldest first. */
async function readEarlier(db: Db, rounds: readonly store.StoredRound[]) {
  const versions = [...new Set(rounds.map(({ bucket_version_id }) => bucket_version_id))];
  const found = versions.length === 0 ? [] : await store.findRecentRounds(db, versions, MAX_EARLIER_ROUNDS + 1);
  const byDraft = Map.groupBy(found.toReversed(), ({ bucket_version_id }) => bucket_version_id);
  return ({ bucket_version_id, id }: store.StoredRound): store.StoredRound[] =>
    (byDraft.get(bucket_version_id) ?? []).filter((round) => round.id !== id);
}

type DiscountFacts = Readonly<{
  votersOf: ReadonlyMap<string, readonly StoredVote[]>;
  counterpartsOf: (round: store.StoredRound) => Counterparts;
  directory: DirectoryKind;
}>;

/** The votes of each round that would be discounted if the round were decided now. */
async function readDiscounts(
  db: Db,
  rounds: readonly store.StoredRound[],
  { votersOf, counterpartsOf, directory }: DiscountFacts,
): Promise<Map<string, Discounts>> {
  const ids = [...votersOf.values()].flat().map(({ person_id }) => person_id);
  const people = new Map((await readPeople(db, [...new Set(ids)])).map((person) => [person.id, person]));
  return new Map(
    rounds.map((round) => {
      const own = (votersOf.get(round.id) ?? []).filter(({ discounted }) => discounted === null);
      const voters = own.flatMap(({ person_id }) => people.get(person_id) ?? []);
      return [round.id, discountsOf(voters, round, counterpartsOf(round), directory)];
    }),
  );
}

type AuthoredRound = Pick<store.StoredRound, 'authors' | 'author_reasons'>;

/** The authors of these rounds, with the names of their first few dials. */
export async function presentAuthors(
  db: Db,
  rounds: readonly AuthoredRound[],
): Promise<(round: AuthoredRound) => ReviewAuthor[]> {
  const names = await findPersonNames(db, [...new Set(rounds.flatMap(({ authors }) => authors))]);
  const shown = rounds.flatMap(({ author_reasons }) =>
    author_reasons.flatMap(({ dials }) => dials.slice(0, MAX_NAMED)),
  );
  const dialNames = await store.findDialNames(db, [...new Set(shown)]);
  return ({ authors, author_reasons }) =>
    authors.map((id) => {
      const reasons = author_reasons.find(({ person }) => person === id);
      const dials = reasons?.dials ?? [];
      return {
        id,
        name: names.get(id) ?? '',
        saved: reasons?.saved ?? false,
        submitted: reasons?.submitted ?? false,
        dials: dials.slice(0, MAX_NAMED).map((dial) => ({ id: dial, name: dialNames.get(dial) ?? '' })),
        dial_count: dials.length,
      };
    });
}

/** Why this person may not vote in this round; null if they may. */
export async function explainBar(
  db: Db,
  round: store.StoredRound,
  personId: string,
  counterparts: Counterparts,
): Promise<string | null> {
  const authors = (await presentAuthors(db, [round]))(round);
  const found = explainPresented({ authors, required: round.required }, personId, counterparts);
  return (await writeExplanations(db, [found]))(found);
}

function explainPresented(
  { authors, required }: Pick<ReviewRound, 'authors' | 'required'>,
  personId: string,
  counterparts: Counterparts,
): Explanation | undefined {
  const own = authors.find(({ id }) => id === personId);
  if (own === undefined) return explainBarred(counterparts, personId);
  return { people: [], text: () => explainAuthor(own, required) };
}
