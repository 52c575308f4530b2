import { MAY_VOTE } from '#domain/user/permission.ts';
import { bucketId, readBucketId } from '#domain/event/event.ts';
import type { RoundFacts } from '#domain/event/projection.ts';
import { findParticipants } from '#domain/review/comment.ts';
import { goLiveDay } from '#domain/review/schedule.ts';
import type { AudienceRequest } from '#server/change/publish.ts';
import type { Trx } from '#server/db/transaction.ts';
import { findPeopleAllowed } from '#server/person/person.service.ts';
import { findDraftPeople } from './review.comment.store.ts';
import { findRoundsByNumber } from './review.store.ts';
import { findVotes } from './review.vote.store.ts';
import { readCounterparts } from './review.voter.ts';

/** The round of each bucket that a change is about, with the facts that notifications need. */
export const readRoundFacts = async (
  trx: Trx,
  buckets: ReadonlyMap<string, number | undefined>,
  audience: AudienceRequest,
): Promise<Map<string, RoundFacts>> => {
  const found = await findRoundsByNumber(
    trx,
    [...buckets].map(([id, round]) => ({ ...readBucketId(id), round })),
  );
  const rounds = found.map((round) => ({
    ...round,
    bucket: bucketId({ partner: round.partner_number, cob: round.cob }),
  }));
  const roundIds = rounds.map(({ id }) => id);
  const votesOf = Map.groupBy(await findVotes(trx, roundIds), ({ round_id }) => round_id);
  const submitted = rounds.filter(({ bucket }) => audience.electorate.has(bucket));
  const allowed = submitted.length === 0 ? [] : (await findPeopleAllowed(trx, MAY_VOTE)).map(({ id }) => id);
  const counterpartsOf = await readCounterparts(trx, submitted, { people: allowed });
  /** Everyone who may vote, except the authors and their dependents. */
  const electorateOf = (round: (typeof rounds)[number]): string[] =>
    audience.electorate.has(round.bucket)
      ? allowed.filter((id) => !round.authors.includes(id) && !counterpartsOf(round).isBarred(id))
      : [];
  const commented = rounds.filter(({ bucket }) => audience.participants.has(bucket));
  const peopleOf = await findDraftPeople(
    trx,
    commented.map(({ bucket_version_id: id }) => id),
  );
  return new Map(
    rounds.map((round) => [
      round.bucket,
      {
        set: round.set_id,
        partner: { number: round.partner_number, name: round.partner_name },
        cob: round.cob,
        number: round.number,
        description: round.description,
        submitted_at: round.submitted_at.toISOString(),
        submitted_by: { id: round.submitted_by, name: round.submitter_name },
        outcome: round.outcome,
        content_hash: round.content_hash,
        live_on: goLiveDay(round),
        restart: round.restart,
        authors: round.authors,
        voters: (votesOf.get(round.id) ?? []).map(({ person_id, name }) => ({ id: person_id, name })),
        electorate: electorateOf(round),
        participants: findParticipants(peopleOf(round.bucket_version_id)),
      },
    ]),
  );
};
