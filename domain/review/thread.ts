import { type BucketEntries, byDial } from '#domain/bucket/entry.ts';
import { CHANGE_KINDS } from '#domain/bucket/change-kind.ts';
import { diffEntries } from '#domain/bucket/diff.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import type { Choice } from './round.ts';

type ThreadComment = Readonly<{
  id: string;
  at: string;
  vote: Choice | null;
  /** The parent comment. */
  reply_to: string | null;
  resolved: object | null;
  dial: Readonly<{ id: string }> | null;
}>;
type ThreadVote = Readonly<{ at: string; comment: string }>;
type ThreadRound<C, V> = Readonly<{
  closed_at: string | null;
  outcome: RoundOutcome | null;
  comments: readonly C[];
  votes: readonly V[];
}>;

/** An item of a round after its submission. A vote with a comment is shown as that comment. */
export type ThreadItem<C, V> =
  | Readonly<{ kind: 'comment'; at: string; comment: C; replies: readonly C[] }>
  | Readonly<{ kind: 'vote'; at: string; vote: V }>
  | Readonly<{ kind: 'ended'; at: string; outcome: RoundOutcome }>;

/**
 * A round in chronological order, replies with their parents. Comments made after the round ended follow the end.
 */
export function orderRound<C extends ThreadComment, V extends ThreadVote>(
  round: ThreadRound<C, V>,
): ThreadItem<C, V>[] {
  const { comments, votes, closed_at, outcome } = round;
  const items: ThreadItem<C, V>[] = [
    ...threadComments(comments).map((one) => ({ kind: 'comment' as const, at: one.comment.at, ...one })),
    ...votes.filter(({ comment }) => comment === '').map((vote) => ({ kind: 'vote' as const, at: vote.at, vote })),
    ...(closed_at === null || outcome === null ? [] : [{ kind: 'ended' as const, at: closed_at, outcome }]),
  ];
  // The deciding vote has the same time as the end, and precedes it.
  const rank = ({ kind }: ThreadItem<C, V>) => Number(kind === 'ended');
  return items.toSorted((a, b) => a.at.localeCompare(b.at) || rank(a) - rank(b));
}

/** Comments with their replies, both in input order. */
export function threadComments<C extends ThreadComment>(
  comments: readonly C[],
): Readonly<{ comment: C; replies: readonly C[] }>[] {
  const replies = Map.groupBy(comments, ({ reply_to }) => reply_to);
  return (replies.get(null) ?? []).map((comment) => ({ comment, replies: replies.get(comment.id) ?? [] }));
}

/** Replies are resolved with their parent; approvals need no resolution. */
export const canBeResolved = ({ reply_to, vote }: Pick<ThreadComment, 'reply_to' | 'vote'>): boolean =>
  reply_to === null && vote !== 'approve';

export const isUnresolved = (comment: Pick<ThreadComment, 'reply_to' | 'vote' | 'resolved'>): boolean =>
  canBeResolved(comment) && comment.resolved === null;

export type CommentCount = Readonly<{ all: number; unresolved: number }>;

/** Comments by dial, replies included, and how many are unresolved. */
export function countByDial(comments: readonly ThreadComment[]): Map<string, CommentCount> {
  const counts = new Map<string, CommentCount>();
  for (const { comment, replies } of threadComments(comments)) {
    if (comment.dial === null) continue;
    const { all, unresolved } = counts.get(comment.dial.id) ?? { all: 0, unresolved: 0 };
    counts.set(comment.dial.id, {
      all: all + 1 + replies.length,
      unresolved: unresolved + Number(isUnresolved(comment)),
    });
  }
  return counts;
}

/** Whether the draft changes a commented dial, has it as live, or no longer contains it. */
export type DialPresence = 'changed' | 'as-live' | 'gone';

export function locateDial(live: BucketEntries, draft: BucketEntries): (dialId: string) => DialPresence {
  const diff = diffEntries(live, draft);
  const changed = new Set(
    CHANGE_KINDS.flatMap((kind) => diff[kind].map((one) => ('entry' in one ? one.entry.dial_id : one.dial_id))),
  );
  const inDraft = byDial(draft);
  return (id) => (changed.has(id) ? 'changed' : inDraft.has(id) ? 'as-live' : 'gone');
}

export const DIAL_PRESENCE_TEXT = {
  changed: null,
  'as-live': 'now as live',
  gone: 'no longer in this draft',
} as const satisfies Record<DialPresence, string | null>;

type NumberedRound = Readonly<{ number: number; outcome: RoundOutcome | null; brings_forward: number | null }>;

/** The previous round, to compare the newest with while it is open. One for an earlier day has the same content. */
export function roundBefore(newest: NumberedRound, earlier: readonly NumberedRound[]): number | null {
  if (newest.outcome !== null || newest.brings_forward !== null) return null;
  return earlier.find(({ number }) => number === newest.number - 1)?.number ?? null;
}

type RejectedRound<C, V> = ThreadRound<C, V & Readonly<{ choice: Choice; discounted: string | null }>>;

/**
 * What an editor needs after a rejection: the votes against the draft and all unresolved comments of any round. Null unless
 * the newest round was rejected.
 */
export function findRejection<C extends ThreadComment, V extends ThreadVote>(
  newest: RejectedRound<C, V>,
  earlier: readonly RejectedRound<C, V>[],
) {
  if (newest.outcome !== 'rejected') return null;
  return {
    votes: newest.votes.filter(({ choice, discounted }) => choice === 'reject' && discounted === null),
    // Comments of the rejecting votes are shown with the votes.
    unresolved: [...earlier, newest].flatMap(({ comments }) =>
      comments.filter((comment) => isUnresolved(comment) && comment.vote === null),
    ),
  };
}
