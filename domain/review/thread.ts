import { type BucketEntries, byDial } from '#domain/bucket/entry.ts';
import { CHANGE_KINDS } from '#domain/bucket/change-kind.ts';
import { diffEntries } from '#domain/bucket/diff.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import type { Choice } from './round.ts';

/** As much of a comment as its place in the thread depends on. */
type SaidComment = Readonly<{
  id: string;
  at: string;
  vote: Choice | null;
  /** The comment it answers. */
  reply_to: string | null;
  resolved: object | null;
  dial: Readonly<{ id: string }> | null;
}>;
type GivenVote = Readonly<{ at: string; comment: string }>;
type SaidRound<C, V> = Readonly<{
  closed_at: string | null;
  outcome: RoundOutcome | null;
  comments: readonly C[];
  votes: readonly V[];
}>;

/** What was said or done in a round, after it was submitted. A vote that came with words is shown with them. */
export type ThreadItem<C, V> =
  | Readonly<{ kind: 'comment'; at: string; comment: C; replies: readonly C[] }>
  | Readonly<{ kind: 'vote'; at: string; vote: V }>
  | Readonly<{ kind: 'ended'; at: string; outcome: RoundOutcome }>;

/**
 * A round in the order it went. Replies stand with what they answer. What is said after the end of the round, while the
 * draft is edited, follows the end.
 */
export function orderRound<C extends SaidComment, V extends GivenVote>(round: SaidRound<C, V>): ThreadItem<C, V>[] {
  const { comments, votes, closed_at, outcome } = round;
  const items: ThreadItem<C, V>[] = [
    ...threadComments(comments).map((one) => ({ kind: 'comment' as const, at: one.comment.at, ...one })),
    ...votes.filter(({ comment }) => comment === '').map((vote) => ({ kind: 'vote' as const, at: vote.at, vote })),
    ...(closed_at === null || outcome === null ? [] : [{ kind: 'ended' as const, at: closed_at, outcome }]),
  ];
  // The vote that decides is of the same moment as the end, and comes before it.
  const rank = ({ kind }: ThreadItem<C, V>) => Number(kind === 'ended');
  return items.toSorted((a, b) => a.at.localeCompare(b.at) || rank(a) - rank(b));
}

/** Comments with their replies, both in the order they come in. */
export function threadComments<C extends SaidComment>(
  comments: readonly C[],
): Readonly<{ comment: C; replies: readonly C[] }>[] {
  const replies = Map.groupBy(comments, ({ reply_to }) => reply_to);
  return (replies.get(null) ?? []).map((comment) => ({ comment, replies: replies.get(comment.id) ?? [] }));
}

/** Replies go with their comment, and an approval leaves nothing to be done. */
export const canBeResolved = ({ reply_to, vote }: Pick<SaidComment, 'reply_to' | 'vote'>): boolean =>
  reply_to === null && vote !== 'approve';

export const isUnresolved = (comment: Pick<SaidComment, 'reply_to' | 'vote' | 'resolved'>): boolean =>
  canBeResolved(comment) && comment.resolved === null;

export type CommentCount = Readonly<{ all: number; unresolved: number }>;

/** How much was said at each dial, replies included, and how much of it is unresolved. */
export function countByDial(comments: readonly SaidComment[]): Map<string, CommentCount> {
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

/** What became of a dial that was commented on: it is changed by the draft, as live, or in neither list. */
export type DialPlace = 'changed' | 'as-live' | 'gone';

export function placeDial(live: BucketEntries, draft: BucketEntries): (dialId: string) => DialPlace {
  const diff = diffEntries(live, draft);
  const changed = new Set(
    CHANGE_KINDS.flatMap((kind) => diff[kind].map((one) => ('entry' in one ? one.entry.dial_id : one.dial_id))),
  );
  const kept = byDial(draft);
  return (id) => (changed.has(id) ? 'changed' : kept.has(id) ? 'as-live' : 'gone');
}

export const PLACE_WORDS = {
  changed: null,
  'as-live': 'now as live',
  gone: 'no longer in this draft',
} as const satisfies Record<DialPlace, string | null>;

type NumberedRound = Readonly<{ number: number; outcome: RoundOutcome | null; has_content: boolean }>;

/** The round that a review of the next one starts from: the one before it, if what it was submitted with is kept. */
export function roundBefore(newest: NumberedRound, earlier: readonly NumberedRound[]): number | null {
  if (newest.outcome !== null) return null;
  const before = earlier.find(({ number }) => number === newest.number - 1);
  return before?.has_content === true ? before.number : null;
}

type RejectedRound<C, V> = SaidRound<C, V & Readonly<{ choice: Choice; discounted: string | null }>>;

/**
 * What whoever edits a draft after its rejection has to know: the votes against it, and what else is unresolved, whatever
 * round it was said in. Nothing unless the newest round ended so.
 */
export function findRejection<C extends SaidComment, V extends GivenVote>(
  newest: RejectedRound<C, V>,
  earlier: readonly RejectedRound<C, V>[],
) {
  if (newest.outcome !== 'rejected') return null;
  return {
    votes: newest.votes.filter(({ choice, discounted }) => choice === 'reject' && discounted === null),
    // The words of those votes are told with them.
    unresolved: [...earlier, newest].flatMap(({ comments }) =>
      comments.filter((comment) => isUnresolved(comment) && comment.vote === null),
    ),
  };
}
