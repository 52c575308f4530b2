import type { Bucket } from '#contract/bucket.ts';
import { totalChanges } from '#domain/bucket/change-kind.ts';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import { writeDay } from '#domain/day/day.ts';
import { plural } from '#web/kit/plural.ts';
import type { Review, ReviewRound } from '#contract/review.ts';
import { isScheduled, takesVotes } from '#domain/review/schedule.ts';
import type { VotedBucket } from '#domain/review/votes.ts';

/** A bucket under review. */
export type ReviewMember = Review & Readonly<{ round: ReviewRound }>;

/** The reviews on one page: of one bucket, or of those submitted together. */
export type ReviewView = Readonly<{
  /** Null on the page of one bucket. */
  setId: string | null;
  /** Those that have not left. */
  members: readonly ReviewMember[];
  votedOf: (member: ReviewMember) => VotedBucket;
}>;

export const keyOf = ({ partner, cob }: Pick<Review, 'partner' | 'cob'>): string => `${partner.number}/${cob}`;
export const isOpen = ({ round }: ReviewMember): boolean => takesVotes(round);
const isMember = (review: Review): review is ReviewMember => review.round !== null;

export const viewReview = (review: Review | undefined): ReviewView => ({
  setId: null,
  members: review !== undefined && isMember(review) ? [review] : [],
  votedOf: (member) => ({ name: member.partner.name, ...member.round }),
});

/** The approved round whose day stands while people vote on an earlier one. */
export const findStanding = ({ earlier }: Review): ReviewRound | undefined => earlier.find(isScheduled);

/** Of all rounds of the draft. */
export const commentsIn = (review: Review | undefined) =>
  [...(review?.earlier ?? []), review?.round].flatMap((round) => round?.comments ?? []);

/** "Your approval makes v13 live, with 4 changes." */
export function liveText({ live, draft }: Bucket, day: string | null): string {
  const restarts = draft?.review?.restart === true;
  const changes = totalChanges(countChanges(diffEntries(live.entries, draft?.entries ?? live.entries)));
  return [
    `Your approval makes v${live.number + 1} live${day === null ? '' : ` on ${writeDay(day)}`}, with ${restarts && changes === 0 ? 'the same dials' : plural(changes, 'change')}.`,
    restarts && 'The bucket answers risks again.',
  ]
    .filter(Boolean)
    .join(' ');
}
