import type { Review, ReviewComment, ReviewRound, ReviewVote } from '#contract/review.ts';
import { holds } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { REFUSALS } from '#domain/review/round.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import * as store from './review.store.ts';

/** Rounds as they are read, in the order they come, in three queries however many they are. */
export async function presentRounds(db: Db | Trx, rounds: readonly store.StoredRound[]): Promise<ReviewRound[]> {
  if (rounds.length === 0) return [];
  const ids = rounds.map(({ id }) => id);
  const votes = Map.groupBy(await store.findVotes(db, ids), ({ round_id }) => round_id);
  const comments = Map.groupBy(await store.findComments(db, ids), ({ round_id }) => round_id);
  const names = await store.findNames(db, [...new Set(rounds.flatMap(({ authors }) => authors))]);
  return rounds.map((round) => ({
    number: round.number,
    description: round.description,
    submitted_at: round.submitted_at.toISOString(),
    submitted_by: { id: round.submitted_by, name: round.submitter_name },
    closed_at: round.closed_at?.toISOString() ?? null,
    outcome: round.outcome,
    hash: round.content_hash,
    required: round.required,
    votes: (votes.get(round.id) ?? []).map(presentVote),
    authors: round.authors.map((id) => ({ id, name: names.get(id) ?? '' })),
    comments: (comments.get(round.id) ?? []).map(presentComment),
  }));
}

const presentVote = ({ person_id, name, choice, comment, voted_at }: store.StoredVote): ReviewVote => ({
  by: { id: person_id, name },
  choice,
  comment,
  at: voted_at.toISOString(),
});

const presentComment = (row: store.StoredComment): ReviewComment => ({
  id: row.id,
  by: { id: row.person_id, name: row.name },
  at: row.at.toISOString(),
  text: row.text,
  dial: row.dial_id === null ? null : { id: row.dial_id, name: row.dial_name ?? '' },
  vote: row.vote,
});

/** Reviewers and those who edit buckets talk; who only looks on reads. */
export const mayComment = ({ permissions }: Actor): boolean =>
  holds(permissions.review, 'view') && (holds(permissions.review, 'create') || holds(permissions.bucket, 'edit'));

/** The newest round of this version of a bucket, as the person who asks sees it. */
export async function presentReview(db: Db | Trx, versionId: string, actor: Actor): Promise<Review> {
  const stored = await store.findNewestRound(db, versionId);
  const [round = null] = await presentRounds(db, stored ? [stored] : []);
  const isOpen = round !== null && round.outcome === null;
  const isAuthor = stored?.authors.includes(actor.id) ?? false;
  return {
    round,
    mine: round?.votes.find(({ by }) => by.id === actor.id)?.choice ?? null,
    abilities: {
      vote: isOpen && !isAuthor && holds(actor.permissions.review, 'create'),
      comment: isOpen && mayComment(actor),
    },
    refusal: isOpen && isAuthor ? REFUSALS.author : null,
  };
}
