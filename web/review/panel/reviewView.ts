import type { Review, ReviewRound } from '#contract/review.ts';
import { takesVotes } from '#domain/review/schedule.ts';
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

/** Of all rounds of the draft. */
export const commentsIn = (review: Review | undefined) =>
  [...(review?.earlier ?? []), review?.round].flatMap((round) => round?.comments ?? []);
