import { readBucketId } from '#domain/event/event.ts';
import type { RoundFacts } from '#domain/event/projection.ts';
import { MAY_VOTE } from '#domain/review/independence.ts';
import type { Trx } from '#server/db/transaction.ts';
import { type DirectoryKind, findPeopleAllowed } from '#server/person/person.service.ts';
import { findNewestRoundOf, findVotes, type StoredRound } from './review.store.ts';
import { readDependents } from './review.voter.ts';

/** The newest round of a bucket, as those who are told of a review know it. */
export const roundReader =
  (directory: DirectoryKind) =>
  async (trx: Trx, bucketId: string, withElectorate: boolean): Promise<RoundFacts> => {
    const round = await findNewestRoundOf(trx, readBucketId(bucketId));
    if (round === undefined) throw new Error(`The bucket ${bucketId} has no review.`);
    const { authors, number, description, outcome, content_hash } = round;
    const votes = await findVotes(trx, [round.id]);
    return {
      bucketId: round.bucket_id,
      partner: { number: round.partner_number, name: round.partner_name },
      cob: round.cob,
      number,
      description,
      submitted_at: round.submitted_at.toISOString(),
      submitted_by: { id: round.submitted_by, name: round.submitter_name },
      outcome,
      content_hash,
      authors,
      voters: votes.map(({ person_id, name }) => ({ id: person_id, name })),
      electorate: withElectorate ? await findElectorate(trx, round, directory) : [],
    };
  };

/** Whoever may vote, but for the authors and those who depend on one. */
async function findElectorate(trx: Trx, round: StoredRound, directory: DirectoryKind): Promise<string[]> {
  const dependents = (await readDependents(trx, directory, [round]))(round);
  const allowed = await findPeopleAllowed(trx, MAY_VOTE);
  return allowed.filter((id) => !round.authors.includes(id) && !dependents.has(id));
}
