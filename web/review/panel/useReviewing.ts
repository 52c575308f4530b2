import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Problem } from '#contract/problem.ts';
import type { Review, ReviewComment } from '#contract/review.ts';
import type { Choice } from '#domain/review/round.ts';
import { forecastApprovals } from '#domain/review/votes.ts';
import { utcToday } from '#web/kit/format.ts';
import { useApi } from '#web/base/api/client.tsx';
import { ALL_BUCKETS, refresh } from '#web/base/api/nouns.ts';
import { addressOf } from '#web/bucket/address.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { applyReviews } from '#web/review/query.ts';
import { useSession } from '#web/base/session/session.tsx';
import type { FocusTarget, FocusTargets } from './focusTargets.ts';
import {
  commentsIn,
  isOpen,
  keyOf,
  nameOfSigner,
  roundsOf,
  signerIn,
  type ReviewMember,
  type ReviewView,
} from './reviewView.ts';

/** After a vote or a comment: the screen reader announcement and the element that gets the focus. */
type Feedback = Readonly<{ announcement: string; focusTarget?: FocusTarget }>;
const NO_FEEDBACK: Feedback = { announcement: '' };
const NONE: ReadonlyMap<string, string> = new Map();

export type CommentedDial = Readonly<{ id: string; name: string }>;
/** What the comment is about: a dial, the comment it replies to, one bucket of several, or everything. */
type CommentTarget = Readonly<{
  dial?: CommentedDial;
  reply?: ReviewComment;
  /** The drafts with the comment that is replied to; by default all. */
  answered?: readonly ReviewMember[];
  bucket?: string;
}>;
type Ballot = Readonly<{ choice: Choice; buckets: readonly ReviewMember[] }>;
type Options = Readonly<{
  /** The hash of the content on the screen. */
  hashOf?: (member: ReviewMember) => string;
  onVoted?: (after: readonly Review[]) => void;
}>;
export type ReviewState = ReturnType<typeof useReviewing>;

/**
 * This person's unsent vote or comment on one or several drafts. The text survives closing the panel and a refused
 * vote.
 */
export function useReviewing(
  { setId, members, votedOf }: ReviewView,
  { hashOf = ({ round }) => round.hash, onVoted }: Options = {},
) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { person } = useSession();
  const [text, setText] = useState('');
  const [target, setTarget] = useState<CommentTarget>({});
  const [writing, setWriting] = useState(false);
  const [missing, setMissing] = useState(false);
  const [refused, setRefused] = useState(NONE);
  const [ballot, setBallot] = useState<Ballot>();
  const [toConfirm, setToConfirm] = useState<readonly ReviewMember[]>();
  const [feedback, setFeedback] = useState<Feedback>(NO_FEEDBACK);
  const [targets] = useState((): FocusTargets => new Map());
  const field = useRef<HTMLTextAreaElement>(null);

  /** A set takes votes and comments on its open rounds; the page of one draft also takes comments after a rejection. */
  const reviewed = setId === null ? members : members.filter(isOpen);
  // The chosen bucket may have been decided meanwhile.
  const chosen = reviewed.filter((member) => keyOf(member) === target.bucket);
  const scoped = chosen.length === 0 ? reviewed : chosen;
  const votable = scoped.filter(({ abilities }) => abilities.vote);
  const approvable = votable.filter(
    (member) => !refused.has(keyOf(member)) && (setId === null || member.mine !== 'approve'),
  );
  const notCounted = votable[0]?.vote_not_counted ?? null;
  const forecast = forecastApprovals(approvable.map(votedOf), signerIn(roundsOf(approvable), person.id), {
    counts: notCounted === null,
    today: utcToday(),
    nameOf: (id) => nameOfSigner(roundsOf(approvable), id),
  });

  const readAll = () => refresh(queryClient, ...ALL_BUCKETS);
  const finish = (after: readonly Review[], next: Feedback) => {
    setText('');
    setTarget(({ bucket }) => (bucket === undefined ? {} : { bucket }));
    setWriting(false);
    setMissing(false);
    setRefused(NONE);
    setFeedback(next);
    applyReviews(queryClient, after);
  };

  const vote = useChange({
    send: ({ choice, buckets }: Ballot) =>
      api.castVote({
        body: {
          choice,
          comment: commentText(text, target),
          set: setId,
          buckets: buckets.map((member) => ({ ...addressOf(member), hash: hashOf(member) })),
        },
      }),
    done: 'Review submitted',
    failed: 'Failed to submit Review',
    onDone: ({ buckets: after }) => {
      const isOver = after.every(({ round }) => round?.outcome !== null);
      onVoted?.(after);
      finish(after, { announcement: discountedText(after, members), focusTarget: isOver ? 'outcome' : 'vote' });
    },
    // A refusal means that the cached data is outdated.
    onFailed: (_, { error }) => {
      if (!(error instanceof Problem)) return;
      const named = error.document.refused ?? [];
      setRefused(new Map(named.map(({ partner, cob, detail }) => [`${partner}/${cob}`, detail])));
      void readAll();
    },
  });

  const comment = useChange({
    send: () =>
      api.addComment({
        body: {
          text: text.trim(),
          dial_id: target.dial?.id ?? null,
          reply_to: target.reply?.id ?? null,
          set: setId,
          buckets: (target.answered ?? scoped).filter(({ abilities }) => abilities.comment).map(addressOf),
        },
      }),
    failed: 'Failed to comment',
    onDone: ({ buckets: after }) => {
      const before = new Set(members.flatMap(commentsIn).map(({ id }) => id));
      const added = commentsIn(after[0]).findLast(({ id, by }) => !before.has(id) && by.id === person.id);
      finish(after, { announcement: '', focusTarget: `comment ${added?.id}` });
    },
  });

  const resolve = useChange({
    send: ({ on, id, resolved }: Readonly<{ on: readonly Review[]; id: string; resolved: boolean }>) =>
      api.resolveComment({ params: { commentId: id }, body: { resolved, buckets: on.map(addressOf) } }),
    failed: 'Failed to change the comment',
    onDone: ({ buckets: after }, { id, resolved }) => {
      setFeedback({ announcement: resolved ? 'Comment resolved' : 'Comment reopened', focusTarget: `comment ${id}` });
      applyReviews(queryClient, after);
    },
    onFailed: (_, { error }) => void (error instanceof Problem && readAll()),
  });

  const send = (next: Ballot) => {
    setBallot(next);
    setRefused(NONE);
    vote.forget();
    comment.forget();
    void vote.run(next);
  };
  return {
    text,
    target,
    missing,
    feedback,
    targets,
    field,
    vote,
    comment,
    resolve,
    reviewed,
    scoped,
    votable,
    approvable,
    /** Why a vote was refused, by bucket. */
    refused,
    notCounted,
    /** What approving does. */
    forecast,
    toConfirm,
    personId: person.id,
    /** Whether to focus the field when it mounts. */
    writing,
    readAll,
    type: (next: string) => {
      setText(next);
      setMissing(false);
      setFeedback(NO_FEEDBACK);
    },
    choose: (next: CommentTarget) => {
      setTarget(next);
      if (setId === null) return;
      setRefused(NONE);
      vote.forget();
    },
    /** Starts a comment. */
    write: (next: CommentTarget = {}) => {
      setTarget(next);
      setWriting(true);
      field.current?.focus();
    },
    /** Sends the vote that did not reach the server again. */
    retry: () => ballot && send(ballot),
    /** The vote that is being sent. */
    casting: vote.busy ? ballot?.choice : undefined,
    /** Asks for confirmation before a draft goes live. */
    cast: (choice: Choice) => {
      const needed = choice === 'reject' && text.trim() === '';
      setMissing(needed);
      setFeedback(NO_FEEDBACK);
      if (needed) field.current?.focus();
      else if (choice === 'reject') send({ choice, buckets: votable });
      else if (forecast.active.length > 0) setToConfirm(approvable);
      else send({ choice, buckets: approvable });
    },
    confirm: (isConfirmed: boolean) => {
      // Wait a frame, or the Escape that closes the dialog would close the panel too.
      requestAnimationFrame(() => setToConfirm(undefined));
      if (isConfirmed && toConfirm) send({ choice: 'approve', buckets: toConfirm });
    },
  };
}

/** A deciding vote may reveal that an earlier one no longer counts. */
function discountedText(after: readonly Review[], before: readonly ReviewMember[]): string {
  const votesBefore = new Map(before.map((member) => [keyOf(member), member.round.votes]));
  const gone = after.flatMap((review) => {
    const counted = votesBefore.get(keyOf(review))?.filter(({ discounted }) => discounted === null);
    return (review.round?.votes ?? []).filter(
      ({ by, discounted }) => discounted !== null && counted?.some((vote) => vote.by.id === by.id),
    );
  });
  return [...new Set(gone.map(({ by }) => `${by.name}’s vote is not counted`))].join('. ');
}

/** A vote is about the whole draft, so the comment names the dial. */
const commentText = (text: string, { dial }: CommentTarget): string =>
  dial === undefined || text.trim() === '' ? text.trim() : `On “${dial.name}”: ${text.trim()}`;
