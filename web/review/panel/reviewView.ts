import type { Bucket } from '#contract/bucket.ts';
import { totalChanges } from '#domain/bucket/change-kind.ts';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import { writeDay } from '#domain/day/day.ts';
import { utcToday } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import type { Review, ReviewRound } from '#contract/review.ts';
import { isScheduled, takesVotes } from '#domain/review/schedule.ts';
import type { Signer } from '#domain/authority/requirement.ts';
import type { RoundNeeds } from '#domain/review/round.ts';
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
  votedOf: (member) => ({ name: member.partner.name, ...member.round, ...needsOf(member.round) }),
});

/** What the domain needs to know of a round to tell what a vote does. */
export const needsOf = ({ required, signers }: Pick<ReviewRound, 'required' | 'signers'>): RoundNeeds => ({
  required,
  signers: signers.map(({ people }) => ({ people: people.map(({ id }) => id) })),
});

/** Of a person whom a rule names. */
export const nameOfSigner = (rounds: readonly Pick<ReviewRound, 'signers'>[], person: string): string =>
  rounds.flatMap(({ signers }) => signers.flatMap(({ people }) => people)).find(({ id }) => id === person)?.name ??
  person;

export const roundsOf = (members: readonly ReviewMember[]): readonly ReviewRound[] => members.map(({ round }) => round);

/** The person, and those for whom they are a deputy today. */
export const signerIn = (rounds: readonly Pick<ReviewRound, 'signers'>[], person: string): Signer => ({
  person,
  actsFor: rounds.flatMap(({ signers }) =>
    signers.flatMap(({ deputies }) =>
      deputies.filter(({ deputy }) => deputy.id === person).map((one) => one.person.id),
    ),
  ),
});

/** The approved round whose day stands while people vote on an earlier one. */
export const findStanding = ({ earlier }: Review): ReviewRound | undefined => earlier.find(isScheduled);

/** Of all rounds of the draft. */
export const commentsIn = (review: Review | undefined) =>
  [...(review?.earlier ?? []), review?.round].flatMap((round) => round?.comments ?? []);

/** The later day that an approval would make it wait for. */
export const waitsFor = ({ live_on }: Pick<ReviewRound, 'live_on'>): string | null =>
  live_on !== null && live_on > utcToday() ? live_on : null;

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
