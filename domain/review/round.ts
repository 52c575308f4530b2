import type { RoundOutcome } from '#domain/bucket/state.ts';
import { EDITED_OR_SUBMITTED } from './author.ts';
import type { Discount } from './voter.ts';

export const CHOICES = ['approve', 'reject'] as const;
export type Choice = (typeof CHOICES)[number];

/** One person's word in one round, on the exact content they saw. */
export type Vote = Readonly<{ person: string; choice: Choice; hash: string; comment: string }>;
/** As it is kept; `discounted`: why it no longer counts. */
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

export type RoundStart = Readonly<{ hash: string; authors: readonly string[]; required: number }>;

export const startRound = (start: RoundStart): Round => ({ ...start, votes: [], outcome: null });

export type Refusal = 'round-closed' | 'author' | 'dependent' | 'other-content' | 'comment-missing';

export const REFUSALS = {
  'round-closed': 'This review has ended. Please look at what became of it.',
  author: EDITED_OR_SUBMITTED,
  dependent: 'An author of this draft made it possible for you to vote. Other people decide about it.',
  'other-content': 'The draft is not the one you looked at. Please read it again before you vote.',
  'comment-missing': 'Please say why in a comment: it is required to reject.',
} as const satisfies Record<Refusal, string>;

/** Why this vote cannot be taken; nothing when it can. `isDependent`: whether the voter depends on an author. */
export function refuseVote(round: Round, vote: Vote, isDependent: boolean): Refusal | undefined {
  const { person, choice, hash, comment } = vote;
  if (round.outcome !== null) return 'round-closed';
  if (round.authors.includes(person)) return 'author';
  if (isDependent) return 'dependent';
  if (hash !== round.hash) return 'other-content';
  if (choice === 'reject' && comment.trim() === '') return 'comment-missing';
  return undefined;
}

/** The vote, in the place of the one that person gave before, and what the round has come to by it. */
export function castVote(round: Round, vote: Vote): Round {
  const votes = [...round.votes.filter(({ person }) => person !== vote.person), { ...vote, discounted: null }];
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

type Counted = Pick<KeptVote, 'choice' | 'discounted'>;

/** How many of these votes count for this choice. */
export const countChoice = (votes: readonly Counted[], choice: Choice): number =>
  votes.filter((vote) => vote.choice === choice && vote.discounted === null).length;

/** How many more it takes to decide: "One more approval makes it Active". */
export const missingVotes = (votes: readonly Counted[], required: number, choice: Choice): number =>
  Math.max(0, required - countChoice(votes, choice));
