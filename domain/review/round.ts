import type { DraftState, RoundOutcome } from '#domain/bucket/state.ts';
import { allows, holds } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { EDITED_OR_SUBMITTED } from './author.ts';
import { takesComments } from './comment.ts';
import { MAY_VOTE } from './independence.ts';
import type { Discount } from './voter.ts';

/** How many approvals make a draft Active, and how many rejections send it back. */
export const REQUIRED_APPROVALS = 2;
/** How long a comment can be, with a vote or by itself. */
export const COMMENT_LIMIT = 2000;

export const CHOICES = ['approve', 'reject'] as const;
export type Choice = (typeof CHOICES)[number];

/** One person's word in one round, on the exact content they saw. */
export type Vote = Readonly<{ person: string; choice: Choice; hash: string; comment: string }>;
/** As it is kept; `discounted`: why it does not count. */
export type KeptVote = Vote & Readonly<{ discounted: Discount | null }>;

/** From Submit for Review until approved, rejected or cancelled. Its votes are its own: another round starts with none. */
export type Round = Readonly<{
  /** Of the content that was submitted. */
  hash: string;
  /** None of them votes. */
  authors: readonly string[];
  /** How many approvals make it Active, and how many rejections send it back. */
  required: number;
  /** One per person. */
  votes: readonly KeptVote[];
  outcome: RoundOutcome | null;
}>;

export type Refusal = 'round-closed' | 'author' | 'dependent' | 'other-content' | 'comment-missing';

export const REFUSALS = {
  'round-closed': 'This review has ended. Please look at what became of it.',
  author: EDITED_OR_SUBMITTED,
  dependent: 'An author of this draft made it possible for you to vote. Other people decide about it.',
  'other-content': 'The draft is not the one you looked at. Please read it again before you vote.',
  'comment-missing': 'Please say why in a comment: it is required to reject.',
} as const satisfies Record<Refusal, string>;

/** How a person stands to a round; `isDependent`: they depend on an author. */
export type Standing = Readonly<{ isOpen: boolean; isAuthor: boolean; isDependent: boolean }>;

/** Why a person cannot vote in a round, whatever their vote; nothing when they can. */
export function refuseVoter({ isOpen, isAuthor, isDependent }: Standing): Refusal | undefined {
  if (!isOpen) return 'round-closed';
  if (isAuthor) return 'author';
  return isDependent ? 'dependent' : undefined;
}

/** Reviewers and those who edit buckets talk; who only looks on reads. */
export const mayComment = ({ permissions }: Actor): boolean =>
  holds(permissions.review, 'view') && (holds(permissions.review, 'create') || holds(permissions.bucket, 'edit'));

/** What a person may do in a round of review; `state` is that of the version that it is about. */
export const reviewAbilities = (actor: Actor, standing: Standing & Readonly<{ state: string }>) => ({
  vote: allows(actor.permissions, MAY_VOTE) && refuseVoter(standing) === undefined,
  comment: takesComments(standing.state) && mayComment(actor),
});

/** What a person may do about the review of a draft: ask for it, take it back (`discard_review`), look at it. */
export function submissionAbilities({ permissions }: Actor, draft: Readonly<{ state: DraftState }> | null) {
  const mayEdit = holds(permissions.bucket, 'edit');
  const isPending = draft?.state === 'pending_review';
  return {
    submit: mayEdit && draft?.state === 'draft',
    discard_review: mayEdit && isPending,
    review: isPending && holds(permissions.review, 'view'),
  };
}

/** Why this vote cannot be taken; nothing when it can. */
export function refuseVote(round: Round, vote: Vote, isDependent: boolean): Refusal | undefined {
  const { person, choice, hash, comment } = vote;
  const barred = refuseVoter({
    isOpen: round.outcome === null,
    isAuthor: round.authors.includes(person),
    isDependent,
  });
  if (barred !== undefined) return barred;
  if (hash !== round.hash) return 'other-content';
  if (choice === 'reject' && comment.trim() === '') return 'comment-missing';
  return undefined;
}

/** Whether the person voted so before, in the same words. */
export const isRepeatedVote = (
  { votes }: Round,
  { person, choice, comment }: Vote,
  discounted: Discount | null = null,
): boolean =>
  votes.some(
    (one) => one.person === person && one.choice === choice && one.comment === comment && one.discounted === discounted,
  );

/**
 * The vote, in the place of the one that person gave before, and what the round has come to by it. `discounted`: why it
 * does not count.
 */
export function castVote(round: Round, vote: Vote, discounted: Discount | null = null): Round {
  const votes = [...round.votes.filter(({ person }) => person !== vote.person), { ...vote, discounted }];
  return { ...round, votes, outcome: outcomeOf({ ...round, votes }) };
}

/** The votes that no longer count are marked, and the outcome is what the others come to. */
export function recountVotes(round: Round, discounts: ReadonlyMap<string, Discount>): Round {
  const votes = round.votes.map((vote) => ({
    ...vote,
    discounted: vote.discounted ?? discounts.get(vote.person) ?? null,
  }));
  return { ...round, votes, outcome: outcomeOf({ ...round, votes, outcome: null }) };
}

/** The first count reached decides. Only votes on the submitted content, by people who are no authors, count at all. */
export function outcomeOf(round: Round): RoundOutcome | null {
  if (round.outcome !== null) return round.outcome;
  if (countVotes(round, 'approve') >= round.required) return 'approved';
  if (countVotes(round, 'reject') >= round.required) return 'rejected';
  return null;
}

export function countVotes({ votes, hash, authors }: Round, choice: Choice): number {
  const counting = votes.filter((vote) => vote.hash === hash && !authors.includes(vote.person));
  return countChoice(counting, choice);
}

export type CountedVote = Pick<KeptVote, 'choice' | 'discounted'>;

/** How many of these votes count for this choice. */
export const countChoice = (votes: readonly CountedVote[], choice: Choice): number =>
  votes.filter((vote) => vote.choice === choice && vote.discounted === null).length;

/** How many more it takes to decide. */
const missingVotes = (votes: readonly CountedVote[], required: number, choice: Choice): number =>
  Math.max(0, required - countChoice(votes, choice));

/** Whether one more vote for this choice decides, beside the votes of the others. */
export const isDeciding = (others: readonly CountedVote[], required: number, choice: Choice): boolean =>
  missingVotes(others, required, choice) <= 1;

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'] as const;
/** "Two", and figures beyond ten. */
export const numberWord = (count: number): string => NUMBERS[count] ?? String(count);

/**
 * What the votes that are still missing would do, one sentence per free slot: there are as many as votes that are
 * needed at least until the round is decided.
 */
export function describeFreeSlots(votes: readonly CountedVote[], required: number): string[] {
  const approvals = missingVotes(votes, required, 'approve');
  const rejections = missingVotes(votes, required, 'reject');
  const hasVotes = votes.some(({ discounted }) => discounted === null);
  const free = Math.min(approvals, rejections);
  if (free <= 0) return [];
  if (approvals === 1 && rejections === 1)
    return ['One more approval makes it Active, one more rejection sends it back to Draft'];
  const said = [approvalText(approvals, hasVotes), rejectionText(rejections, hasVotes)];
  const nearest = approvals <= rejections ? said : said.toReversed();
  return Array.from({ length: free }, (_, index) => nearest[index] ?? 'Waiting for a vote');
}

function approvalText(missing: number, more: boolean): string {
  const what = `${numberWord(missing)}${more ? ' more' : ''}`;
  return missing === 1 ? `${what} approval makes it Active` : `${what} approvals make it Active`;
}

function rejectionText(missing: number, more: boolean): string {
  const what = `${numberWord(missing)}${more ? ' more' : ''}`;
  return missing === 1 ? `${what} rejection sends it back to Draft` : `${what} rejections send it back to Draft`;
}
