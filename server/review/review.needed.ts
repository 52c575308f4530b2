import { MAY_VOTE } from '#domain/review/independence.ts';
import { missingVoters } from '#domain/review/voter.ts';
import type { Db } from '#server/db/connect.ts';
import { type DirectoryKind, findPeopleAllowed } from '#server/person/person.service.ts';
import { listVotingRounds } from './review.queue.store.ts';
import { findVotes } from './review.vote.store.ts';
import { type AuthoredRound, readDependents } from './review.voter.ts';

type VotingRound = AuthoredRound & Readonly<{ round: string }>;

/** Who can still vote in these rounds, and what was voted. */
export async function readVoting<R extends VotingRound>(db: Db, directory: DirectoryKind, rounds: readonly R[]) {
  const votes = Map.groupBy(
    await findVotes(
      db,
      rounds.map(({ round }) => round),
    ),
    ({ round_id }) => round_id,
  );
  const allowed = await findPeopleAllowed(db, MAY_VOTE);
  const voters = allowed.filter(({ verified_at }) => verified_at !== null).map(({ id }) => id);
  const dependentsOf = await readDependents(db, directory, rounds);
  return (round: R) => {
    const counted = (votes.get(round.round) ?? []).filter(({ discounted }) => discounted === null);
    const dependents = dependentsOf(round);
    const missing = missingVoters({
      voters,
      authors: round.authors,
      isDependent: (person) => dependents.has(person),
      voted: counted.map(({ person_id }) => person_id),
    });
    return { approvals: counted.filter(({ choice }) => choice === 'approve').length, missing };
  };
}

/** The rounds that take votes, with those who can still give one. Of a set each bucket. */
export async function listOpenVoting(db: Db, directory: DirectoryKind) {
  const rounds = await listVotingRounds(db);
  const votingOf = await readVoting(db, directory, rounds);
  return rounds.map((round) => ({ ...round, ...votingOf(round) }));
}
