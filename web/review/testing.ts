import { Problem } from '#contract/problem.ts';
import type { Evidence } from '#contract/evidence.ts';
import type {
  PendingReview,
  Review,
  ReviewAuthor,
  ReviewComment,
  ReviewRound,
  ReviewSet,
  ReviewVote,
  SetBucket,
} from '#contract/review.ts';
import type { ShownSigner } from '#contract/authority.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import { type Choice, REFUSALS } from '#domain/review/round.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { ADDRESS, dialId, ME, OTHER } from '#web/bucket/testing.tsx';
import { castFakeVote } from './castFakeVote.ts';

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
  signers: [],
  above_before: [],
  live_on: null,
  approved_at: null,
  restart: null,
  put_off_to: null,
  stopped_because: null,
  brings_forward: null,
  broken_examples: [],
  votes: [],
  authors: [makeAuthor()],
  comments: [],
  set: null,
  ...more,
});

export const makeReview = (round: ReviewRound | null = makeRound(), more: Partial<Review> = {}): Review => ({
  cob: ADDRESS.cob,
  partner: { number: ADDRESS.partner, name: 'Alder' },
  round,
  earlier: [],
  since: null,
  number: null,
  mine: null,
  abilities: { vote: round?.outcome === null, comment: round !== null },
  refusal: null,
  vote_not_counted: null,
  ...more,
});

export const approvedBy = (by: Readonly<{ id: string; name: string }>, at = '2026-11-14T11:20:00.000Z') =>
  ({ by, choice: 'approve', comment: '', at, discounted: null, acts_for: [], signs_for: null }) as const;

/** Reviewer One must be among the approvers, and can. */
export const makeSigner = (more: Partial<ShownSigner> = {}): ShownSigner => ({
  rule: '00000000-0000-4000-8000-0000000000b1',
  people: [REVIEWER],
  reasons: [
    { holds: 'yes', text: 'max line 7,500,000 is above 5,000,000' },
    { holds: 'yes', text: '69.7% of risks change, more than 20%' },
  ],
  is_missing: true,
  can_sign: [REVIEWER],
  deputies: [],
  ...more,
});

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
  live_on: null,
  restart: null,
  impact: { state: 'measured', changed: 26_788, all: 38_412, day: '2026-11-14' },
  examples: { broken: 0, all: 4 },
  mine: null,
  barred: null,
  missing_signers: [],
  set: null,
  ...more,
});

export const SET_ID = '00000000-0000-4000-8000-0000000000aa';
const PARTNERS = ['Alder', 'Beacon', 'Drumlin', 'Fulmar', 'Juniper'] as const;
type Updated = Extract<BucketChange, { kind: 'updated' }>;

const line = { kind: 'value', value: 'max_line', before: 2_500_000, after: 3_500_000 } as const;
const cap = { kind: 'value', value: 'lead_share_cap', before: 30, after: 35 } as const;
const kept = { value: 'max_line', override: 3_000_000, before: 2_500_000, after: 3_500_000 } as const;

/** The change from v5 to v6 of a dial in a bucket. */
export const makeUpdate = (more: Partial<Updated> = {}): Updated => ({
  kind: 'updated',
  dial_id: dialId(1),
  name: 'Cyber excess',
  before: 5,
  after: 6,
  changes: [line],
  kept: [],
  elsewhere: [],
  ...more,
});

export const WITH_KEPT_OVERRIDE = makeUpdate({ changes: [], kept: [kept] });
export const OLDER = makeUpdate({ before: 4, changes: [line, cap] });

/** The n-th bucket of a set, from 0, with someone else's approval by default. */
export function makeSetBucket(
  n: number,
  more: Partial<SetBucket> = {},
  change: BucketChange = makeUpdate(),
): SetBucket {
  const counts = { added: 0, removed: 0, updated: 0, overridden: 0, reordered: 0, [change.kind]: 1 };
  const { round = makeRound({ hash: String(n).repeat(64), votes: [approvedBy(REVIEWER)] }), ...rest } = more;
  return {
    ...makeReview(round),
    partner: { number: 9101 + n, name: PARTNERS[n] ?? `Partner ${n}` },
    difference: { counts, changes: [change], unchanged: [] },
    impact: { changed: 3111 - 100 * n, risks: 38_412, premium: 2_000_000, day: '2026-11-14', values: [] },
    ...rest,
    round: { ...round, set: { id: SET_ID, title: 'Cyber excess, v6', others: [] } },
  };
}

/** Three with the same change and an approval, and two exceptions without a vote. */
export const makeSet = (more: Partial<ReviewSet> = {}): ReviewSet => {
  const bare = (n: number) => ({ round: makeRound({ hash: String(n).repeat(64) }) });
  return {
    id: SET_ID,
    title: 'Cyber excess, v6',
    description: 'Open the $25m to $50m layer.',
    submitted_at: SUBMITTED_AT,
    submitted_by: OTHER,
    dial: { id: dialId(1), name: 'Cyber excess', version: 6 },
    buckets: [
      makeSetBucket(0),
      makeSetBucket(1),
      makeSetBucket(2),
      makeSetBucket(3, bare(3), WITH_KEPT_OVERRIDE),
      makeSetBucket(4, bare(4), OLDER),
    ],
    ...more,
  };
};

type Request = Readonly<{ set?: string | null | undefined; buckets: readonly Readonly<{ partner: number }>[] }>;

/**
 * A fake server with the review of one bucket, and a set. It follows the contract: a vote counts for all buckets it
 * names, or for none; one on outdated content is refused.
 */
export function fakeReviewServer(review: Review = makeReview(), set: ReviewSet | null = null) {
  const server = {
    review,
    set,
    /** How often a review was fetched. */
    fetches: 0,
    /** Refuses the next vote. */
    refusal: undefined as Error | undefined,
    /** These buckets of the set refuse the next vote, by partner. */
    refusing: {} as Record<number, string>,
    /** Why an earlier vote stops counting when the next one decides. */
    recounted: undefined as ReviewVote | undefined,
    /** The requests as sent. */
    votes: [] as { choice: Choice; comment: string; partners: number[]; hashes: string[] }[],
    comments: [] as { text: string; dial_id: string | null; reply_to: string | null; partners: number[] }[],
    resolutions: [] as { id: string; resolved: boolean }[],
  };
  const findSet = (): ReviewSet => {
    if (server.set === null) throw new Problem('not-found', 'There is no such set of reviews.');
    return server.set;
  };
  const change = ({ set: setId, buckets }: Request, work: <R extends Review>(review: R) => R) => {
    if (!setId) {
      server.review = work(server.review);
      return { buckets: [server.review] };
    }
    const isNamed = (bucket: SetBucket) => buckets.some(({ partner }) => partner === bucket.partner.number);
    const after = findSet().buckets.map((bucket) => (isNamed(bucket) ? work(bucket) : bucket));
    server.set = { ...findSet(), buckets: after };
    return { buckets: after.filter(isNamed) };
  };
  const changeComments = (change: (round: ReviewRound) => readonly ReviewComment[]) => {
    const changeRound = (round: ReviewRound) => ({ ...round, comments: change(round) });
    return <R extends Review>(one: R): R => ({
      ...one,
      earlier: one.earlier.map(changeRound),
      round: one.round && changeRound(one.round),
    });
  };
  const routes: Partial<Api> = {
    getReview: async () => {
      server.fetches += 1;
      return server.review;
    },
    getReviewSet: async () => {
      server.fetches += 1;
      return findSet();
    },
    castVote: async ({ body }) => {
      const { choice, comment = '', buckets } = body;
      const hashes = new Map(buckets.map(({ partner, hash = '' }) => [partner, hash]));
      server.votes.push({ choice, comment, partners: [...hashes.keys()], hashes: [...hashes.values()] });
      if (server.refusal) throw server.refusal;
      const refused = buckets
        .filter(({ partner }) => server.refusing[partner] !== undefined)
        .map(({ partner, cob }) => ({ partner, cob, detail: server.refusing[partner] ?? '' }));
      if (refused.length > 0) throw new Problem('conflict', 'Nothing was changed.', { refused });
      return change(body, (one) => {
        const { round } = one;
        if (round === null || round.outcome !== null) throw new Problem('conflict', REFUSALS['round-closed']);
        if (hashes.get(one.partner.number) !== round.hash) throw new Problem('stale', REFUSALS['other-content']);
        const earlier = server.recounted === undefined ? round.votes : [server.recounted];
        const after = castFakeVote(round, { by: ME, choice, comment }, earlier);
        const { outcome } = after;
        const abilities = { vote: outcome === null, comment: outcome !== 'approved' };
        const number = outcome === 'approved' ? 13 : null;
        return { ...one, mine: choice, abilities, number, round: after };
      });
    },
    addComment: async ({ body }) => {
      const { text, dial_id = null, reply_to = null, buckets } = body;
      server.comments.push({ text, dial_id, reply_to, partners: buckets.map(({ partner }) => partner) });
      const dial = dial_id === null ? null : { id: dial_id, name: 'Dial 2' };
      const comment = makeComment(`new ${server.comments.length}`, { text, dial, reply_to });
      return change(body, (one) => {
        const answered = one.earlier.find(({ comments }) => comments.some(({ id }) => id === reply_to)) ?? one.round;
        return changeComments((round) => (round === answered ? [...round.comments, comment] : round.comments))(one);
      });
    },
    resolveComment: async ({ params: { commentId: id }, body: { resolved, buckets } }) => {
      server.resolutions.push({ id, resolved });
      const resolve = (comment: ReviewComment) =>
        comment.id === id ? { ...comment, resolved: resolved ? { by: ME, at: SUBMITTED_AT } : null } : comment;
      return change(
        { set: server.set?.id, buckets },
        changeComments(({ comments }) => comments.map(resolve)),
      );
    },
  };
  return { server, routes };
}
