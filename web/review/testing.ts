import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { Problem } from '#contract/problem.ts';
import type {
  Evidence,
  PendingReview,
  Review,
  ReviewAuthor,
  ReviewComment,
  ReviewRound,
  ReviewVote,
} from '#contract/review.ts';
import { outcomeOf, REFUSALS } from '#domain/review/round.ts';
import { ADDRESS, ME, OTHER } from '#web/bucket/testing.tsx';

type Api = Client<ApiContract>;

export const REVIEWER = { id: 'u3', name: 'Demo Reviewer One' };
export const HASH = 'a'.repeat(64);
export const SUBMITTED_AT = '2026-11-14T09:00:00.000Z';

export const makeAuthor = (more: Partial<ReviewAuthor> = {}): ReviewAuthor => ({
  ...OTHER,
  saved: true,
  submitted: true,
  dials: [],
  dial_count: 0,
  ...more,
});

/** On the whole draft, by the signed-in person. */
export const makeComment = (id: string, more: Partial<ReviewComment> = {}): ReviewComment => ({
  id,
  by: ME,
  at: SUBMITTED_AT,
  text: 'Why?',
  dial: null,
  vote: null,
  reply_to: null,
  resolved: null,
  ...more,
});

export const AGREEMENT: Evidence['agreement'] = {
  verdict: 'agrees',
  sentence: 'The content of this version, its activation record, its review and the signed checkpoint agree.',
  checkpoint: {
    seq: 8,
    hash: 'd'.repeat(64),
    count: 8,
    at: SUBMITTED_AT,
    key: 'k'.repeat(43),
    signature: 's'.repeat(86),
  },
};

export const makeRound = (more: Partial<ReviewRound> = {}): ReviewRound => ({
  number: 1,
  description: 'Tighten US healthcare.',
  submitted_at: SUBMITTED_AT,
  submitted_by: OTHER,
  closed_at: null,
  outcome: null,
  hash: HASH,
  required: 2,
  votes: [],
  authors: [makeAuthor()],
  comments: [],
  set: null,
  ...more,
});

export const makeReview = (round: ReviewRound | null = makeRound(), more: Partial<Review> = {}): Review => ({
  round,
  earlier: [],
  since: null,
  mine: null,
  abilities: { vote: round?.outcome === null, comment: round !== null },
  refusal: null,
  vote_not_counted: null,
  ...more,
});

export const approvedBy = (by: Readonly<{ id: string; name: string }>, at = '2026-11-14T11:20:00.000Z') =>
  ({ by, choice: 'approve', comment: '', at, discounted: null }) as const;

export const makePending = (more: Partial<PendingReview> = {}): PendingReview => ({
  cob: ADDRESS.cob,
  partner: { number: 9101, name: 'Alder' },
  description: 'Tighten US healthcare.',
  submitted_at: SUBMITTED_AT,
  submitted_by: OTHER,
  changes: { added: 1, removed: 0, updated: 2, overridden: 0, reordered: 1 },
  approvals: 1,
  rejections: 0,
  required: 2,
  mine: null,
  barred: null,
  set: null,
  ...more,
});

/** A fake server with one review that follows the contract: a vote on outdated content is refused. */
export function fakeReviewServer(review: Review = makeReview()) {
  const server = {
    review,
    /** How often the review was fetched. */
    fetches: 0,
    /** Refuses the next vote. */
    refusal: undefined as Error | undefined,
    /** Why an earlier vote stops counting when the next one decides. */
    recounted: undefined as ReviewVote | undefined,
    /** The requests as sent. */
    votes: [] as { choice: string; comment: string | undefined; ifMatch: string | undefined }[],
    comments: [] as { text: string; dial_id: string | null | undefined; reply_to?: string }[],
    resolutions: [] as { id: string; resolved: boolean }[],
  };
  const changeRounds = (change: (round: ReviewRound) => ReviewRound) => {
    const { round, earlier } = server.review;
    server.review = { ...server.review, earlier: earlier.map(change), round: round && change(round) };
  };
  const routes: Partial<Api> = {
    getReview: async () => {
      server.fetches += 1;
      return server.review;
    },
    castVote: async ({ body }, options) => {
      const { round } = server.review;
      server.votes.push({ choice: body.choice, comment: body.comment, ifMatch: options?.ifMatch });
      if (server.refusal) throw server.refusal;
      if (round === null || round.outcome !== null) throw new Problem('conflict', REFUSALS['round-closed']);
      if (options?.ifMatch !== round.hash) throw new Problem('stale', REFUSALS['other-content']);
      const comment = body.comment ?? '';
      const vote = { by: ME, choice: body.choice, comment, at: '2026-11-14T12:00:00.000Z', discounted: null };
      const earlier = server.recounted === undefined ? round.votes : [server.recounted];
      const votes = [...earlier.filter(({ by }) => by.id !== ME.id), vote];
      const outcome = outcomeOf({
        hash: round.hash,
        authors: round.authors.map(({ id }) => id),
        required: round.required,
        votes: votes.map((each) => ({ ...each, person: each.by.id, hash: HASH })),
        outcome: null,
      });
      const abilities = { vote: outcome === null, comment: outcome !== 'approved' };
      server.review = { ...server.review, mine: body.choice, abilities, round: { ...round, votes, outcome } };
      return server.review;
    },
    addComment: async ({ body }) => {
      const { text, dial_id, reply_to = null } = body;
      server.comments.push({ text, dial_id, ...(reply_to !== null && { reply_to }) });
      const { round, earlier } = server.review;
      if (round === null) throw new Problem('conflict', REFUSALS['round-closed']);
      const dial = dial_id ? { id: dial_id, name: 'Dial 2' } : null;
      const comment = makeComment(`new ${server.comments.length}`, { text, dial, reply_to });
      const answered = earlier.find(({ comments }) => comments.some(({ id }) => id === reply_to)) ?? round;
      changeRounds((each) => (each === answered ? { ...each, comments: [...each.comments, comment] } : each));
      return server.review;
    },
    resolveComment: async ({ params: { commentId: id }, body: { resolved } }) => {
      server.resolutions.push({ id, resolved });
      const change = (comment: ReviewComment) =>
        comment.id === id ? { ...comment, resolved: resolved ? { by: ME, at: SUBMITTED_AT } : null } : comment;
      changeRounds((each) => ({ ...each, comments: each.comments.map(change) }));
      return server.review;
    },
  };
  return { server, routes };
}
