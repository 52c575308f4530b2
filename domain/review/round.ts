import { findMissingSigners, type RequiredSigner, satisfiesAny, type Signer } from '#domain/authority/requirement.ts';
import { joinWords } from '#domain/authority/rule.ts';
import type { DraftState, RoundOutcome } from '#domain/bucket/state.ts';
import { writeDay } from '#domain/day/day.ts';
import { allows, holds, MAY_VOTE } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { EDITED_OR_SUBMITTED } from './author.ts';
import { numberWord } from './number.ts';

export { numberWord };
import { acceptsComments } from './comment.ts';
import type { Discount } from './voter.ts';

/** Approvals to activate a draft, and rejections to send it back. */
export const REQUIRED_APPROVALS = { min: 2, max: 5, default: 2 } as const;
export const COMMENT_LIMIT = 2000;

export const CHOICES = ['approve', 'reject'] as const;
export type Choice = (typeof CHOICES)[number];

/** One person's vote in a round, bound to the content they saw. */
export type Vote = Readonly<{ person: string; choice: Choice; hash: string; comment: string }>;
/** `discounted`: why it does not count. `actsFor`: those whose deputy the person was on the day of the vote. */
export type StoredVote = Vote & Readonly<{ discounted: Discount | null; actsFor: readonly string[] }>;

/** What a round needs to be approved: a number of approvals, among them one by each of these signers. */
export type RoundNeeds = Readonly<{
  /** Approvals to activate it, and rejections to send it back. */
  required: number;
  signers: readonly Pick<RequiredSigner, 'people'>[];
}>;

/** From Submit for Review until approved, rejected or cancelled. Votes do not carry over to the next round. */
export type Round = RoundNeeds &
  Readonly<{
    /** Hash of the submitted content. */
    hash: string;
    /** Authors cannot vote. */
    authors: readonly string[];
    /** One per person. */
    votes: readonly StoredVote[];
    outcome: RoundOutcome | null;
    /** Approved, and waiting for its day. */
    isScheduled: boolean;
  }>;

export type Refusal = 'round-closed' | 'author' | 'dependent' | 'other-content' | 'comment-missing';

export const REFUSALS = {
  'round-closed': 'This review has ended. Reload to see the outcome.',
  author: EDITED_OR_SUBMITTED,
  dependent: 'You can’t vote: an author of this draft granted your access.',
  'other-content': 'The draft has changed since you opened it. Review it again before you vote.',
  'comment-missing': 'Please say why in a comment: it is required to reject.',
} as const satisfies Record<Refusal, string>;

/** `isDependent`: an author granted their access, see `findDependents`. */
export type VoterStanding = Readonly<{ isOpen: boolean; isAuthor: boolean; isDependent: boolean }>;

/** Why a person cannot vote at all; undefined if they can. */
export function refuseVoter({ isOpen, isAuthor, isDependent }: VoterStanding): Refusal | undefined {
  if (!isOpen) return 'round-closed';
  if (isAuthor) return 'author';
  return isDependent ? 'dependent' : undefined;
}

/** Reviewers and bucket editors may comment; other viewers only read. */
export const mayComment = ({ permissions }: Actor): boolean =>
  holds(permissions.review, 'view') && (holds(permissions.review, 'create') || holds(permissions.bucket, 'edit'));

/** `state`: of the reviewed version. */
export const reviewAbilities = (actor: Actor, standing: VoterStanding & Readonly<{ state: string }>) => ({
  vote: allows(actor.permissions, MAY_VOTE) && refuseVoter(standing) === undefined,
  comment: acceptsComments(standing.state) && mayComment(actor),
});

/**
 * Whether a person may submit, withdraw (`discard_review`), reschedule or call off (`reschedule`) or view the review of a
 * draft. `asksEarlier`: beside the approved day, people are asked to approve an earlier one.
 */
export function submissionAbilities(
  { permissions }: Actor,
  draft: Readonly<{ state: DraftState }> | null,
  { isScheduled, asksEarlier }: Readonly<{ isScheduled: boolean; asksEarlier: boolean }>,
) {
  const mayEdit = holds(permissions.bucket, 'edit');
  const isPending = draft?.state === 'pending_review';
  return {
    submit: mayEdit && draft?.state === 'draft',
    discard_review: mayEdit && isPending && (!isScheduled || asksEarlier),
    reschedule: mayEdit && isPending && isScheduled,
    review: isPending && holds(permissions.review, 'view'),
  };
}

/** Why this vote is refused; undefined if it is accepted. */
export function refuseVote(round: Round, vote: Vote, isDependent: boolean): Refusal | undefined {
  const { person, choice, hash, comment } = vote;
  const refusal = refuseVoter({
    isOpen: round.outcome === null && !round.isScheduled,
    isAuthor: round.authors.includes(person),
    isDependent,
  });
  if (refusal !== undefined) return refusal;
  if (hash !== round.hash) return 'other-content';
  if (choice === 'reject' && comment.trim() === '') return 'comment-missing';
  return undefined;
}

export type VoteStanding = Pick<StoredVote, 'discounted' | 'actsFor'>;

/** Whether the person already cast the same vote with the same comment, for the same people. */
export const isRepeatedVote = (
  { votes }: Round,
  { person, choice, comment }: Vote,
  { discounted = null, actsFor = [] }: Partial<VoteStanding> = {},
): boolean =>
  votes.some(
    (one) =>
      one.person === person &&
      one.choice === choice &&
      one.comment === comment &&
      one.discounted === discounted &&
      one.actsFor.join() === actsFor.join(),
  );

/** Adds the vote, replacing the person's previous one, and updates the outcome. */
export function castVote(
  round: Round,
  vote: Vote,
  { discounted = null, actsFor = [] }: Partial<VoteStanding> = {},
): Round {
  const votes = [...round.votes.filter(({ person }) => person !== vote.person), { ...vote, discounted, actsFor }];
  return { ...round, votes, outcome: outcomeOf({ ...round, votes }) };
}

/** Marks votes that no longer count, and recomputes the outcome. */
export function recountVotes(round: Round, discounts: ReadonlyMap<string, Discount>): Round {
  const votes = round.votes.map((vote) => ({
    ...vote,
    discounted: vote.discounted ?? discounts.get(vote.person) ?? null,
  }));
  return { ...round, votes, outcome: outcomeOf({ ...round, votes, outcome: null }) };
}

/**
 * The first threshold reached decides. Only votes of non-authors on the submitted content count. Enough approvals without
 * those of the required signers do not decide: the round stays open.
 */
export function outcomeOf(round: Round): RoundOutcome | null {
  if (round.outcome !== null) return round.outcome;
  const counting = countingVotes(round);
  if (isApproved(counting, round)) return 'approved';
  return countChoice(counting, 'reject') >= round.required ? 'rejected' : null;
}

const countingVotes = ({ votes, hash, authors }: Round): StoredVote[] =>
  votes.filter((vote) => vote.hash === hash && !authors.includes(vote.person));

export type CountedVote = Pick<StoredVote, 'choice' | 'discounted'> & Signer;

export const countChoice = (votes: readonly Pick<StoredVote, 'choice' | 'discounted'>[], choice: Choice): number =>
  votes.filter((vote) => vote.choice === choice && vote.discounted === null).length;

const missingVotes = (votes: readonly CountedVote[], { required }: RoundNeeds, choice: Choice): number =>
  Math.max(0, required - countChoice(votes, choice));

/** The signers whose approval is still missing. */
export const missingSignersOf = (votes: readonly CountedVote[], { signers }: RoundNeeds): RoundNeeds['signers'] =>
  findMissingSigners(
    signers,
    votes.filter(({ choice, discounted }) => choice === 'approve' && discounted === null),
  );

const isApproved = (votes: readonly CountedVote[], needs: RoundNeeds): boolean =>
  missingVotes(votes, needs, 'approve') === 0 && missingSignersOf(votes, needs).length === 0;

/**
 * Whether an approval of this person adds anything: enough others may have approved without a required signer. A signer
 * who is no longer required leaves a round that any vote decides.
 */
export function isApprovalNeeded(votes: readonly CountedVote[], needs: RoundNeeds, voter: Signer): boolean {
  const signers = missingSignersOf(votes, needs);
  return missingVotes(votes, needs, 'approve') > 0 || signers.length === 0 || satisfiesAny(signers, voter);
}

/** Whether one more vote for this choice, by this person, decides the round. */
export const isDeciding = (
  others: readonly CountedVote[],
  needs: RoundNeeds,
  choice: Choice,
  voter: Signer,
): boolean => {
  const votes = [...others, { ...voter, choice, discounted: null }];
  return choice === 'approve' ? isApproved(votes, needs) : missingVotes(votes, needs, 'reject') === 0;
};

type SlotContext = Readonly<{
  /** The later day that it goes live. */
  liveOn?: string | null;
  /** The approved day, while an earlier one is asked for. */
  stands?: string | null;
  nameOf?: (person: string) => string;
}>;

/**
 * One sentence per free slot on what the missing votes would do. The number of slots is the fewest votes that can decide
 * the round.
 */
export function describeFreeSlots(
  votes: readonly CountedVote[],
  needs: RoundNeeds,
  { liveOn = null, stands = null, nameOf = (person) => person }: SlotContext = {},
): string[] {
  const signers = missingSignersOf(votes, needs);
  const approvals = Math.max(missingVotes(votes, needs, 'approve'), signers.length === 0 ? 0 : 1);
  const rejections = missingVotes(votes, needs, 'reject');
  const hasVotes = votes.some(({ discounted }) => discounted === null);
  const free = Math.min(approvals, rejections);
  if (free <= 0) return [];
  const names = signers.map(({ people }) => joinWords(people.map(nameOf), 'or'));
  if (approvals === 1 && signers.length === 1) return [`Must be ${names[0]}. Makes it ${liveOrActive(liveOn)}`];
  if (signers.length > 0)
    return Array.from({ length: free }, (_, index) => {
      const name = names[index];
      if (name !== undefined) return `${free === 1 ? 'Must' : 'One must'} be ${name}`;
      return approvalText(approvals, hasVotes, liveOn);
    });
  if (approvals === 1 && rejections === 1)
    return [
      `One more approval makes it ${liveOrActive(liveOn)}, one more rejection ${stands === null ? 'sends it back to Draft' : `keeps ${writeDay(stands)}`}`,
    ];
  const texts = [approvalText(approvals, hasVotes, liveOn), rejectionText(rejections, hasVotes, stands)];
  const nearest = approvals <= rejections ? texts : texts.toReversed();
  return Array.from({ length: free }, (_, index) => nearest[index] ?? 'One more vote');
}

/** "Active", "live on 1 Jan 2027". */
export const liveOrActive = (liveOn: string | null): string =>
  liveOn === null ? 'Active' : `live on ${writeDay(liveOn)}`;

function approvalText(missing: number, more: boolean, liveOn: string | null): string {
  const what = `${numberWord(missing)}${more ? ' more' : ''}`;
  return `${what} ${missing === 1 ? 'approval makes' : 'approvals make'} it ${liveOrActive(liveOn)}`;
}

function rejectionText(missing: number, more: boolean, stands: string | null): string {
  const what = `${numberWord(missing)}${more ? ' more' : ''}`;
  if (stands !== null) return `${what} ${missing === 1 ? 'rejection keeps' : 'rejections keep'} ${writeDay(stands)}`;
  return missing === 1 ? `${what} rejection sends it back to Draft` : `${what} rejections send it back to Draft`;
}
