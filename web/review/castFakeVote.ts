import type { ReviewRound, ReviewVote } from '#contract/review.ts';
import { findPrincipal } from '#domain/authority/requirement.ts';
import { type Choice, missingSignersOf, outcomeOf } from '#domain/review/round.ts';
import { countedVoteOf } from '#domain/review/votes.ts';
import { nameOfSigner, needsOf, signerIn } from '#web/review/panel/reviewView.ts';

type FakeVote = Readonly<{ by: ReviewVote['by']; choice: Choice; comment: string }>;

/** The round of a fake server after a vote, as the contract says. `earlier`: the votes before it. */
export function castFakeVote(
  round: ReviewRound,
  { by, choice, comment }: FakeVote,
  earlier = round.votes,
): ReviewRound {
  const voter = signerIn([round], by.id);
  const principal = findPrincipal(needsOf(round).signers, voter);
  const vote: ReviewVote = {
    by,
    choice,
    comment,
    at: '2026-11-14T12:00:00.000Z',
    discounted: null,
    acts_for: voter.actsFor,
    signs_for: principal === undefined ? null : { id: principal, name: nameOfSigner([round], principal) },
  };
  const votes = [...earlier.filter((one) => one.by.id !== by.id), vote];
  const counted = votes.map(countedVoteOf);
  const signers = round.signers.map((signer) => ({
    ...signer,
    is_missing: missingSignersOf(counted, needsOf({ ...round, signers: [signer] })).length > 0,
  }));
  const outcome = outcomeOf({
    hash: round.hash,
    authors: round.authors.map(({ id }) => id),
    ...needsOf(round),
    votes: votes.map((each) => ({ ...each, ...countedVoteOf(each), hash: round.hash })),
    outcome: null,
    isScheduled: false,
  });
  return { ...round, votes, signers, outcome };
}
