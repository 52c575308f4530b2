import type { RoundOutcome } from '#domain/bucket/state.ts';

export const CHOICES = ['approve', 'reject'] as const;
export type Choice = (typeof CHOICES)[number];

/** One person's word in one round, on the exact content they saw. */
export type Vote = Readonly<{ person: string; choice: Choice; hash: string; comment: string }>;

/** From Submit for Review until approved, rejected or cancelled. Its votes are its own: another round starts with none. */
export type Round = Readonly<{
  /** Of the content that was submitted. */
  hash: string;
  /** Who submitted it, and everyone who edited the draft. */
  authors: readonly string[];
  /** How many approvals make it Active, and how many rejections send it back. */
  required: number;
  /** One per person. */
  votes: readonly Vote[];
  outcome: RoundOutcome | null;
}>;

export type RoundStart = Readonly<{ hash: string; submitter: string; editors: readonly string[]; required: number }>;

export function startRound({ hash, submitter, editors, required }: RoundStart): Round {
  return { hash, authors: [...new Set([submitter, ...editors])], required, votes: [], outcome: null };
}

export type Refusal = 'round-closed' | 'author' | 'other-content' | 'comment-missing';

export const REFUSALS = {
  'round-closed': 'This review has ended. Please look at what became of it.',
  author: 'You edited or submitted this draft. Two other people decide about it.',
  'other-content': 'The draft is not the one you looked at. Please read it again before you vote.',
  'comment-missing': 'Please say why in a comment: it is required to reject.',
} as const satisfies Record<Refusal, string>;

/** Why this vote cannot be taken; nothing when it can. Asked by the screen, and by the server on the locked round. */
export function refuseVote(round: Round, { person, choice, hash, comment }: Vote): Refusal | undefined {
  if (round.outcome !== null) return 'round-closed';
  if (round.authors.includes(person)) return 'author';
  if (hash !== round.hash) return 'other-content';
  if (choice === 'reject' && comment.trim() === '') return 'comment-missing';
  return undefined;
}

/** The vote, in the place of the one that person gave before, and what the round has come to by it. */
export function castVote(round: Round, vote: Vote): Round {
  const votes = [...round.votes.filter(({ person }) => person !== vote.person), vote];
  return { ...round, votes, outcome: outcomeOf({ ...round, votes }) };
}

/** Back to Draft; the votes so far are kept, and count for nothing. */
export const cancelRound = (round: Round): Round =>
  round.outcome === null ? { ...round, outcome: 'cancelled' } : round;

/** The first count reached decides. Only votes on the submitted content, by people who are no authors, count at all. */
export function outcomeOf(round: Round): RoundOutcome | null {
  if (round.outcome !== null) return round.outcome;
  if (countVotes(round, 'approve') >= round.required) return 'approved';
  if (countVotes(round, 'reject') >= round.required) return 'rejected';
  return null;
}

export function countVotes({ votes, hash, authors }: Round, choice: Choice): number {
  const counting = votes.filter(
    (vote) => vote.choice === choice && vote.hash === hash && !authors.includes(vote.person),
  );
  return new Set(counting.map(({ person }) => person)).size;
}

/** What the next vote of this kind, by someone who has not voted, would do: "One more approval makes it Active". */
export const missingVotes = (round: Round, choice: Choice): number =>
  Math.max(0, round.required - countVotes(round, choice));
