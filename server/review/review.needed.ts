import { MAY_VOTE } from '#domain/user/permission.ts';
import { signerOn } from '#domain/authority/deputy.ts';
import { type CountedVote, isApprovalNeeded, missingSignersOf, type RoundNeeds } from '#domain/review/round.ts';
import { missingVoters } from '#domain/review/voter.ts';
import type { Db } from '#server/db/connect.ts';
import { findPeopleAllowed } from '#server/person/person.service.ts';
import { listDeputiesInForce } from './authority/authority.store.ts';
import { type GovernedRound, signersOf } from './review.authority.ts';
import { type GovernedWaiting, listGoverned, listVotingRounds } from './review.queue.store.ts';
import { findVotes, type StoredVote } from './review.vote.store.ts';
import { type AuthoredRound, readCounterparts, readWithAuthors } from './review.voter.ts';

type VotingRound = AuthoredRound & GovernedRound & Readonly<{ round: string; required: number }>;
type Voting = Readonly<{ today: string }>;

const needsOf = (round: Pick<VotingRound, 'required' | 'authority' | 'shares'>): RoundNeeds => ({
  required: round.required,
  signers: signersOf(round),
});

/** Those that count. */
export const countedVotesOf = (votes: readonly StoredVote[] = []): CountedVote[] =>
  votes
    .filter(({ discounted }) => discounted === null)
    .map(({ person_id: person, choice, discounted, acts_for: actsFor }) => ({ person, choice, discounted, actsFor }));

/** Who can still add something by a vote in these rounds, and what was voted. */
export async function readVoting<R extends VotingRound>(db: Db, { today }: Voting, rounds: readonly R[]) {
  const votes = await readVotes(db, rounds);
  const voters = (await findPeopleAllowed(db, MAY_VOTE)).map(({ id }) => id);
  const deputies = rounds.length === 0 ? [] : await listDeputiesInForce(db, today);
  const principals = deputies.map(({ person }) => person);
  const voted = [...votes.values()].flat().map(({ person_id }) => person_id);
  const counterpartsOf = await readCounterparts(db, rounds, { people: [...voters, ...voted, ...principals] });
  return (round: R) => {
    const counted = countedVotesOf(votes.get(round.round));
    const { circle, dependence, withAuthors } = counterpartsOf(round);
    const needs = needsOf(round);
    const authors = withAuthors(principals);
    const signer = (id: string) => signerOn(deputies, id, today, authors);
    const missing = missingVoters({
      voters,
      authors: round.authors,
      isDependent: (person) => dependence(person) !== undefined,
      voted: counted.map(({ person }) => person),
      circle,
    }).filter((id) => isApprovalNeeded(counted, needs, signer(id)));
    const signatures = missingSignersOf(counted, needs).map((one) =>
      missing.filter((id) => [id, ...signer(id).actsFor].some((person) => one.people.includes(person))),
    );
    return { approvals: counted.filter(({ choice }) => choice === 'approve').length, missing, signatures };
  };
}

export async function readVotes(
  db: Db,
  rounds: readonly Readonly<{ round: string }>[],
): Promise<Map<string, StoredVote[]>> {
  const ids = rounds.map(({ round }) => round);
  return Map.groupBy(ids.length === 0 ? [] : await findVotes(db, ids), ({ round_id }) => round_id);
}

/** The rounds that take votes, with those who can still give one. Of a set each bucket. */
export async function listOpenVoting(db: Db, voting: Voting) {
  const rounds = await listVotingRounds(db);
  const votingOf = await readVoting(db, voting, rounds);
  return rounds.map((round) => ({ ...round, ...votingOf(round) }));
}

/** What the rules of authority say of a row of the queue. */
export type SigningState = Readonly<{
  /** Who must still sign. */
  missing: readonly string[];
  /** Enough others approved all its buckets, and this person is no signer. */
  isNotNeeded: boolean;
}>;

/** By row: the id of a set, or of a single round. `buckets`: how many of the row wait. */
export async function readSigning(
  db: Db,
  rows: readonly Readonly<{ row: string; buckets: number }>[],
  { person, today }: Readonly<{ person: string; today: string }>,
): Promise<Map<string, SigningState>> {
  const governed =
    rows.length === 0
      ? []
      : await listGoverned(
          db,
          rows.map(({ row }) => row),
        );
  const votes = await readVotes(db, governed);
  const deputies = governed.length === 0 ? [] : await listDeputiesInForce(db, today);
  const withAuthors = await readWithAuthors(
    db,
    governed.flatMap(({ authors }) => authors),
    deputies.map((one) => one.person),
  );
  const isAsked = (round: GovernedWaiting): boolean => {
    const counted = countedVotesOf(votes.get(round.round));
    if (round.authors.includes(person) || counted.some((vote) => vote.person === person)) return false;
    return isApprovalNeeded(counted, needsOf(round), signerOn(deputies, person, today, withAuthors(round.authors)));
  };
  const byRow = Map.groupBy(governed, ({ row }) => row);
  return new Map(
    rows.map(({ row, buckets }) => {
      const of = byRow.get(row) ?? [];
      const missing = of.flatMap((round) => missingSignersOf(countedVotesOf(votes.get(round.round)), needsOf(round)));
      const isNotNeeded = of.length === buckets && !of.some(isAsked);
      return [row, { missing: [...new Set(missing.flatMap(({ people }) => people))], isNotNeeded }];
    }),
  );
}
