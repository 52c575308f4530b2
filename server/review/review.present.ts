import {
  MAX_EARLIER_ROUNDS,
  type Review,
  type ReviewAuthor,
  type ReviewComment,
  type ReviewRound,
  type ReviewVote,
} from '#contract/review.ts';
import { explainAuthor, MAX_NAMED } from '#domain/review/author.ts';
import { type Dependence, explainDependence } from '#domain/review/independence.ts';
import { reviewAbilities } from '#domain/review/round.ts';
import type { Discount } from '#domain/review/voter.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Db } from '#server/db/connect.ts';
import { type DirectoryKind, findPersonNames, readPeople } from '#server/person/person.service.ts';
import * as store from './review.store.ts';
import { type Dependents, findDiscounts, readDependents } from './review.voter.ts';

type Discounts = ReadonlyMap<string, Discount>;

/** Rounds as they are read, in the order they come, in four queries however many they are. */
export async function presentRounds(
  db: Db,
  rounds: readonly store.StoredRound[],
  discounts: Discounts = new Map(),
): Promise<ReviewRound[]> {
  if (rounds.length === 0) return [];
  const ids = rounds.map(({ id }) => id);
  const votes = Map.groupBy(await store.findVotes(db, ids), ({ round_id }) => round_id);
  const comments = Map.groupBy(await store.findComments(db, ids), ({ round_id }) => round_id);
  const authorsOf = await presentAuthors(db, rounds);
  return rounds.map((round) => ({
    number: round.number,
    description: round.description,
    submitted_at: round.submitted_at.toISOString(),
    submitted_by: { id: round.submitted_by, name: round.submitter_name },
    closed_at: round.closed_at?.toISOString() ?? null,
    outcome: round.outcome,
    hash: round.content_hash,
    required: round.required,
    votes: (votes.get(round.id) ?? []).map((vote) => presentVote(vote, discounts)),
    authors: authorsOf(round),
    comments: (comments.get(round.id) ?? []).map(presentComment),
  }));
}

const presentVote = (vote: store.StoredVote, discounts: Discounts): ReviewVote => ({
  by: { id: vote.person_id, name: vote.name },
  choice: vote.choice,
  comment: vote.comment,
  at: vote.voted_at.toISOString(),
  discounted: vote.discounted ?? discounts.get(vote.person_id) ?? null,
});

const presentComment = (row: store.StoredComment): ReviewComment => ({
  id: row.id,
  by: { id: row.person_id, name: row.name },
  at: row.at.toISOString(),
  text: row.text,
  dial: row.dial_id === null ? null : { id: row.dial_id, name: row.dial_name ?? '' },
  vote: row.vote,
});

const NO_REVIEW: Review = {
  round: null,
  earlier: [],
  mine: null,
  abilities: { vote: false, comment: false },
  refusal: null,
};

/** The newest round of this version of a bucket as the person who asks sees it, and those before it. */
export async function presentReview(
  db: Db,
  versionId: string,
  actor: Actor,
  directory: DirectoryKind,
): Promise<Review> {
  const [stored, ...before] = await store.findNewestRounds(db, versionId, MAX_EARLIER_ROUNDS + 1);
  if (stored === undefined) return NO_REVIEW;
  const isOpen = stored.outcome === null;
  const dependents = (await readDependents(db, directory, isOpen ? [stored] : []))(stored);
  const discounts = isOpen && directory === 'embedded' ? await readDiscounts(db, stored.id, dependents) : undefined;
  const [round = null] = await presentRounds(db, [stored], discounts);
  const earlier = await presentRounds(db, before.toReversed());
  const [isAuthor, dependence] = [stored.authors.includes(actor.id), dependents.get(actor.id)];
  return {
    round,
    earlier,
    mine: round?.votes.find(({ by, discounted }) => by.id === actor.id && discounted === null)?.choice ?? null,
    abilities: reviewAbilities(actor, { isOpen, isAuthor, isDependent: dependence !== undefined }),
    refusal: isOpen ? await explainBar(db, stored, actor.id, dependence) : null,
  };
}

/** What would be found if a vote decided now. */
async function readDiscounts(db: Db, roundId: string, dependents: Dependents): Promise<Discounts> {
  const voters = (await store.findVotes(db, [roundId])).map(({ person_id }) => person_id);
  return findDiscounts(await readPeople(db, voters), dependents);
}

type AuthoredRound = Pick<store.StoredRound, 'authors' | 'author_reasons'>;

/** The authors of these rounds as they are shown, the first few of their dials by name. */
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

/** Why this person does not vote in this round, said to them; nothing where they may. */
export async function explainBar(
  db: Db,
  round: store.StoredRound,
  personId: string,
  dependence: Dependence | undefined,
): Promise<string | null> {
  const own = (await presentAuthors(db, [round]))(round).find(({ id }) => id === personId);
  if (own !== undefined) return explainAuthor(own);
  if (dependence === undefined) return null;
  const names = await findPersonNames(db, [dependence.by, dependence.author]);
  return explainDependence(dependence, (id) => names.get(id) ?? '');
}
