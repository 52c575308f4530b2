import { MAX_MISSING_NAMED, MAX_WORK, type OwnDraft, type workRoutes } from '#contract/work.ts';
import type { Answer } from '#contract/route.ts';
import { CHANGE_KINDS, type ChangeCounts, type ChangeKind } from '#domain/bucket/change-kind.ts';
import { headerState } from '#domain/bucket/state.ts';
import { holds } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { readLayers } from '#server/bucket/bucket.layer.ts';
import { listOverdueClasses } from '#server/bucket/class.service.ts';
import type { ChangeKit } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import { dayOf, nearDays } from '#server/dial/dial.row.ts';
import { listOwnDrafts } from '#server/dial/list/dial.list.service.ts';
import { findPersonNames } from '#server/person/person.service.ts';
import { readVoting } from '#server/review/review.needed.ts';
import { OPEN_ROUNDS } from '#server/review/review.queue.store.ts';
import { findVotes, type StoredVote } from '#server/review/review.vote.store.ts';
import { listOwnVersions, type OwnVersion } from './work.store.ts';

type Work = Answer<typeof workRoutes.getMyWork>;
type Votes = Readonly<{ approvals: number; required: number; missing: readonly string[] }>;
/** Before the first of those who can still vote are named: of a set they are known once its drafts are joined. */
type Draft = Omit<OwnDraft, 'votes'> & Readonly<{ votes: Votes | null }>;
type DraftVersion = OwnVersion & Readonly<{ state: OwnDraft['state'] }>;

const isDraft = (version: OwnVersion): version is DraftVersion => version.state !== 'live';

/** Everything that waits for one person, each part by its permission, in a constant number of queries. */
export function workService({ db, now }: Pick<ChangeKit, 'db' | 'now'>) {
  return {
    of: ({ id, permissions }: Actor): Promise<Work> =>
      snapshot(db, async (trx) => {
        const today = dayOf(now());
        const seesDials = holds(permissions.dials, 'view');
        const own = holds(permissions.bucket, 'view') ? await listOwnVersions(trx, id) : [];
        const seesReviews = holds(permissions.review, 'view');
        const open = own.filter(isDraft);
        const presented = seesReviews
          ? await withReviews(trx, { today }, open)
          : open.map((draft) => presentDraft(draft));
        const drafts = joinSets(presented).toSorted((a, b) => rank(a) - rank(b));
        const listed = drafts.slice(0, MAX_WORK);
        const nameVotes = await readNames(trx, listed);
        const buckets = await ownBuckets(trx, own, nearDays(now()));
        const isAdministrator = holds(permissions.admin, 'edit');
        const classes = holds(permissions.bucket, 'view')
          ? await listOverdueClasses(trx, today, isAdministrator ? null : id)
          : [];
        const { dials, total } = seesDials ? await listOwnDrafts(trx, id, MAX_WORK) : { dials: [], total: 0 };
        return {
          drafts: listed.map((draft) => ({ ...draft, votes: draft.votes && nameVotes(draft.votes) })),
          buckets: buckets.slice(0, MAX_WORK),
          dials,
          classes: classes.slice(0, MAX_WORK),
          more: {
            drafts: Math.max(0, drafts.length - MAX_WORK),
            buckets: Math.max(0, buckets.length - MAX_WORK),
            dials: total - dials.length,
          },
        };
      }),
  };
}

async function ownBuckets(db: Db, own: readonly OwnVersion[], near: ReturnType<typeof nearDays>) {
  if (own.length === 0) return [];
  const layers = await readLayers(db, OPEN_ROUNDS, near);
  const nameOf = new Map(own.map(({ bucket_id, partner_name }) => [bucket_id, partner_name]));
  return layers.flatMap(({ bucket_id, partner, cob, newer, ending }) => {
    const name = nameOf.get(bucket_id);
    if (name === undefined || (newer === 0 && ending === 0)) return [];
    return [{ partner: { number: partner, name }, cob, newer, ending }];
  });
}

/** Rejected drafts first, then those in review. */
const rank = ({ rejected, state }: Draft): number => (rejected === null ? (state === 'pending_review' ? 1 : 2) : 0);

/** Waiting or rejected drafts of one set count as one item. */
function joinSets(drafts: readonly Draft[]): Draft[] {
  const groups = Map.groupBy(drafts, ({ set, state, approved_for, partner, cob }) =>
    set === null ? `${partner.number} ${cob}` : `${set.id} ${state} ${approved_for}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    return [others.length === 0 ? { ...first, set: null } : others.reduce(joinDrafts, first)];
  });
}

function joinDrafts(a: Draft, b: Draft): Draft {
  const countOf = (kind: ChangeKind) => [kind, a.changes[kind] + b.changes[kind]] as const;
  return {
    ...a,
    changes: Object.fromEntries(CHANGE_KINDS.map(countOf)) as ChangeCounts,
    rejected: a.rejected && unite(a.rejected, b.rejected ?? [], ({ by, comment }) => `${by.id} ${comment}`),
    votes: a.votes && {
      approvals: a.votes.approvals + (b.votes?.approvals ?? 0),
      required: a.votes.required + (b.votes?.required ?? 0),
      missing: [...new Set([...a.votes.missing, ...(b.votes?.missing ?? [])])],
    },
    set: a.set && { ...a.set, buckets: a.set.buckets + 1 },
  };
}

/** Both lists without duplicates. */
const unite = <T>(a: readonly T[], b: readonly T[], keyOf: (item: T) => string): T[] => {
  const keys = new Set(a.map(keyOf));
  return [...a, ...b.filter((item) => !keys.has(keyOf(item)))];
};

type ReviewSummary = Pick<Draft, 'rejected' | 'votes' | 'set'>;
const NO_REVIEW: ReviewSummary = { rejected: null, votes: null, set: null };

const presentDraft = (draft: DraftVersion, summary: ReviewSummary = NO_REVIEW): Draft => ({
  partner: { number: draft.partner, name: draft.partner_name },
  cob: draft.cob,
  state: draft.state,
  since: (draft.state === 'pending_review' && draft.submitted_at ? draft.submitted_at : draft.created_at).toISOString(),
  approved_for: draft.approved_for,
  changes: draft.changes ?? { added: 0, removed: 0, updated: 0, overridden: 0, reordered: 0 },
  ...summary,
});

/** The newest round of each draft: who rejected it, or whose vote is missing. */
async function withReviews(
  db: Db,
  { today }: Readonly<{ today: string }>,
  drafts: readonly DraftVersion[],
): Promise<Draft[]> {
  const rounds = drafts.flatMap(({ round }) => round ?? []);
  if (rounds.length === 0) return drafts.map((draft) => presentDraft(draft));
  const votes = Map.groupBy(await findVotes(db, rounds), ({ round_id }) => round_id);
  const open = drafts.filter(({ state }) => state === 'pending_review');
  const authored = open.flatMap(({ round, authors, started_at, required, authority, shares }) =>
    round === null ? [] : [{ round, authors: authors ?? [], started_at, required: required ?? 0, authority, shares }],
  );
  const votingOf = await readVoting(db, { today }, authored);
  const voting = new Map(authored.map((round) => [round.round, votingOf(round)]));

  const summaryOf = (draft: DraftVersion): ReviewSummary => {
    const given = votes.get(draft.round ?? '') ?? [];
    const set = draft.set && { ...draft.set, buckets: 1 };
    if (headerOf(draft) === 'draft_rejected') return { rejected: given.flatMap(presentRejection), votes: null, set };
    const found = voting.get(draft.round ?? '');
    if (found === undefined) return NO_REVIEW;
    const { approvals, missing, signatures } = found;
    const signersFirst = [...new Set([...signatures.flat(), ...missing])];
    return { rejected: null, set, votes: { approvals, required: draft.required ?? 0, missing: signersFirst } };
  };
  return drafts.map((draft) => presentDraft(draft, summaryOf(draft)));
}

/** Names the first of those who can still vote, and counts the others. */
async function readNames(db: Db, drafts: readonly Draft[]) {
  const first = ({ missing }: Votes) => missing.slice(0, MAX_MISSING_NAMED);
  const names = await findPersonNames(db, [...new Set(drafts.flatMap(({ votes }) => (votes ? first(votes) : [])))]);
  return ({ approvals, required, ...votes }: Votes): NonNullable<OwnDraft['votes']> => {
    const missing = first({ approvals, required, ...votes }).map((id) => ({ id, name: names.get(id) ?? '' }));
    return { approvals, required, missing, others: votes.missing.length - missing.length };
  };
}

function headerOf({ state, round, outcome, approved_at, closed_at, saved_at }: DraftVersion) {
  const savedSince = closed_at !== null && saved_at > closed_at;
  return headerState({ state }, round === null ? null : { outcome, approved_at }, savedSince);
}

const presentRejection = ({ choice, discounted, person_id, name, comment }: StoredVote) =>
  choice === 'reject' && discounted === null ? [{ by: { id: person_id, name }, comment }] : [];
