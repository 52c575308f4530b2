import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import { Problem } from '#contract/problem.ts';
import type { Review, ReviewComment, ReviewRound } from '#contract/review.ts';
import { type Choice, isDeciding } from '#domain/review/round.ts';
import { useApi } from '#web/api/client.tsx';
import { bucketKeys, reviewQuery } from '#web/bucket/query.ts';
import { applyReview } from '#web/review/query.ts';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { useSession } from '#web/session/session.tsx';
import { bucketAddress, addressOf } from '#web/bucket/address.ts';

/** After a vote or a comment: the screen reader announcement and the element that gets the focus. */
type Feedback = Readonly<{ announcement: string; focusTarget?: 'vote' | 'outcome' | `comment ${string}` }>;
const NO_FEEDBACK: Feedback = { announcement: '' };

export type CommentedDial = Readonly<{ id: string; name: string }>;
export type ReviewState = ReturnType<typeof useReviewing>;

/**
 * The review of the draft on the screen: its votes and comments, and this person's unsent comment, which survives
 * closing the panel and a refused vote.
 */
export function useReviewing(bucket: Bucket, enabled: boolean) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const address = addressOf(bucket);
  const query = useQuery({ ...reviewQuery(api, address), enabled });
  const { person } = useSession();
  const round = query.data?.round ?? null;
  const [text, setText] = useState('');
  const [dial, setDial] = useState<CommentedDial | null>(null);
  const [reply, setReply] = useState<ReviewComment | null>(null);
  const [writing, setWriting] = useState(false);
  const [missing, setMissing] = useState(false);
  const [feedback, setFeedback] = useState<Feedback>(NO_FEEDBACK);
  const [isConfirming, setIsConfirming] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  // A vote covers the version on the screen. A newer one that arrives meanwhile has to be read first.
  const [seen, setSeen] = useState<string>();
  const isShown = round !== null && bucket.draft?.review?.submitted_at === round.submitted_at;
  if (seen === undefined && isShown) setSeen(round.hash);

  const readAll = () => queryClient.invalidateQueries({ queryKey: bucketKeys.all });
  const clear = () => {
    setText('');
    setDial(null);
    setReply(null);
    setWriting(false);
    setMissing(false);
  };

  const vote = useMutation({
    mutationFn: (choice: Choice) =>
      api.castVote({ params: address, body: { choice, comment: commentText(text, dial) } }, { ifMatch: seen ?? '' }),
    onSuccess: (after) => {
      clear();
      notifySuccess('Review submitted');
      setFeedback({
        announcement: discountedText(after, round),
        focusTarget: after.round?.outcome === null ? 'vote' : 'outcome',
      });
      if (after.round?.outcome === 'approved') void navigate(bucketAddress(address));
      applyReview(queryClient, address, after);
    },
    // A refusal means that the cached data is outdated.
    onError: (error) => {
      notifyError('Failed to submit Review');
      if (error instanceof Problem) void readAll();
    },
  });

  const comment = useMutation({
    mutationFn: () => {
      const body = { text: text.trim(), dial_id: dial?.id ?? null, reply_to: reply?.id ?? null };
      return api.addComment({ params: address, body });
    },
    onSuccess: (after) => {
      const before = new Set(commentsIn(query.data).map(({ id }) => id));
      const added = commentsIn(after).findLast(({ id, by }) => !before.has(id) && by.id === person.id);
      clear();
      setFeedback({ announcement: '', focusTarget: `comment ${added?.id}` });
      applyReview(queryClient, address, after);
    },
  });

  const resolve = useMutation({
    mutationFn: ({ id, resolved }: Readonly<{ id: string; resolved: boolean }>) =>
      api.resolveComment({ params: { ...address, commentId: id }, body: { resolved } }),
    onSuccess: (after, { id, resolved }) => {
      setFeedback({ announcement: resolved ? 'Comment resolved' : 'Comment reopened', focusTarget: `comment ${id}` });
      applyReview(queryClient, address, after);
    },
    onError: (error) => {
      notifyError('Failed to change the comment');
      if (error instanceof Problem) void readAll();
    },
  });

  const others = round?.votes.filter(({ by }) => by.id !== person.id) ?? [];
  const counts = query.data?.vote_not_counted === null;
  const makesLive = round?.outcome === null && counts && isDeciding(others, round.required, 'approve');
  const changed = round !== null && round.outcome === null && seen !== undefined && round.hash !== seen;

  return {
    query,
    round,
    text,
    dial,
    missing,
    feedback,
    field,
    vote,
    comment,
    resolve,
    /** The comment being replied to. */
    reply,
    /** Whether to focus the field when it mounts. */
    writing,
    /** Starts a comment on a dial, a reply, or a comment on the whole draft. */
    write: (about: Readonly<{ dial?: CommentedDial; reply?: ReviewComment }> = {}) => {
      setDial(about.dial ?? null);
      setReply(about.reply ?? null);
      setWriting(true);
      field.current?.focus();
    },
    stale: changed || isStale(vote.error),
    type: (next: string) => {
      setText(next);
      setMissing(false);
      setFeedback(NO_FEEDBACK);
    },
    about: setDial,
    cast: (choice: Choice) => {
      const needed = choice === 'reject' && text.trim() === '';
      setMissing(needed);
      setFeedback(NO_FEEDBACK);
      if (needed) field.current?.focus();
      else if (choice === 'approve' && makesLive) setIsConfirming(true);
      else vote.mutate(choice);
    },
    /** Whether this person's approval makes the draft live, which needs a confirmation. */
    makesLive,
    isConfirming,
    confirm: (isConfirmed: boolean) => {
      // Wait a frame, or the Escape that closes the dialog would close the panel too.
      requestAnimationFrame(() => setIsConfirming(false));
      if (isConfirmed) vote.mutate('approve');
    },
    /** Reloads the review so that the vote covers the changed draft. */
    readAgain: async () => {
      await readAll();
      vote.reset();
      setSeen(undefined);
    },
  };
}

/** Of all rounds of the draft. */
export const commentsIn = (review: Review | undefined): readonly ReviewComment[] =>
  [...(review?.earlier ?? []), review?.round].flatMap((round) => round?.comments ?? []);

const isStale = (error: Error | null): boolean => error instanceof Problem && error.kind === 'stale';

/** A deciding vote may reveal that an earlier one no longer counts. */
function discountedText({ round }: Review, before: ReviewRound | null): string {
  const counted = (id: string) => before?.votes.some(({ by, discounted }) => by.id === id && discounted === null);
  const gone = round?.votes.filter(({ by, discounted }) => discounted !== null && counted(by.id)) ?? [];
  return gone.map(({ by }) => `${by.name}’s vote is not counted`).join('. ');
}

/** A vote is about the whole draft, so the comment names the dial. */
const commentText = (text: string, dial: CommentedDial | null): string =>
  dial === null || text.trim() === '' ? text.trim() : `On “${dial.name}”: ${text.trim()}`;
