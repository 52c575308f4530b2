import { Problem } from '#contract/problem.ts';
import type { ReviewSet, SetBucket } from '#contract/review-set.ts';
import { type Choice, outcomeOf } from '#domain/review/round.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import { ADDRESS, dialId, ME, OTHER } from '#web/bucket/testing.tsx';
import { approvedBy, SUBMITTED_AT, makeComment, makeRound, REVIEWER } from '#web/review/testing.ts';
import type { Api } from '#web/testing/page.tsx';

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
  return {
    cob: ADDRESS.cob,
    partner: { number: 9101 + n, name: PARTNERS[n] ?? `Partner ${n}` },
    round: makeRound({ hash: String(n).repeat(64), votes: [approvedBy(REVIEWER)] }),
    mine: null,
    abilities: { vote: true, comment: true },
    refusal: null,
    vote_not_counted: null,
    difference: { counts, changes: [change] },
    number: null,
    impact: { changed: 3111 - 100 * n, risks: 38_412 },
    ...more,
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

type Addressed = Readonly<{ partner: number; cob: string }>;

/** A fake server with a set that follows the contract: a vote counts for all buckets it names, or for none. */
export function fakeSetServer(set: ReviewSet | null = makeSet()) {
  const server = {
    set,
    fetches: 0,
    /** These buckets refuse the next vote, by partner. */
    refusing: {} as Record<number, string>,
    votes: [] as { choice: Choice; comment: string | undefined; partners: number[] }[],
    comments: [] as { text: string; partners: number[] }[],
  };
  const found = (): ReviewSet => {
    if (server.set === null) throw new Problem('not-found', 'There is no such set of reviews.');
    return server.set;
  };
  const change = (buckets: readonly Addressed[], work: (bucket: SetBucket) => SetBucket): ReviewSet => {
    const named = new Set(buckets.map(({ partner }) => partner));
    const after = found().buckets.map((bucket) => (named.has(bucket.partner.number) ? work(bucket) : bucket));
    server.set = { ...found(), buckets: after };
    return server.set;
  };
  const routes: Partial<Api> = {
    getReviewSet: async () => {
      server.fetches += 1;
      return found();
    },
    voteOnSet: async ({ body: { choice, comment, buckets } }) => {
      server.votes.push({ choice, comment, partners: buckets.map(({ partner }) => partner) });
      const refused = buckets
        .filter(({ partner }) => server.refusing[partner] !== undefined)
        .map(({ partner, cob }) => ({ partner, cob, detail: server.refusing[partner] ?? '' }));
      if (refused.length > 0) throw new Problem('conflict', 'Nothing was changed.', { refused });
      const vote = { by: ME, choice, comment: comment ?? '', at: '2026-11-14T12:00:00.000Z', discounted: null };
      return change(buckets, (bucket) => {
        const votes = [...bucket.round.votes.filter(({ by }) => by.id !== ME.id), vote];
        const cast = votes.map((each) => ({ ...each, person: each.by.id, hash: bucket.round.hash }));
        const outcome = outcomeOf({ hash: bucket.round.hash, authors: [], required: 2, votes: cast, outcome: null });
        const abilities = { vote: outcome === null, comment: outcome === null };
        const number = outcome === 'approved' ? 13 : null;
        return { ...bucket, mine: choice, abilities, number, round: { ...bucket.round, votes, outcome } };
      });
    },
    commentOnSet: async ({ body: { text, buckets } }) => {
      server.comments.push({ text, partners: buckets.map(({ partner }) => partner) });
      return change(buckets, (bucket) => {
        const comment = makeComment(`c${bucket.partner.number}`, { text });
        return { ...bucket, round: { ...bucket.round, comments: [...bucket.round.comments, comment] } };
      });
    },
  };
  return { server, routes };
}
