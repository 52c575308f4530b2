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

/** What is read out after a vote or a comment, and which part of the panel then has the focus. */
type Said = Readonly<{ text: string; show?: 'vote' | 'outcome' | `comment ${string}` }>;
const NOTHING_SAID: Said = { text: '' };

export type CommentedDial = Readonly<{ id: string; name: string }>;
export type Reviewing = ReturnType<typeof useReviewing>;

/**
 * The review of the draft on the screen: its votes and comments, and what this person is about to say. It is kept while
 * the panel is closed, and when a vote is refused.
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
  const [said, setSaid] = useState<Said>(NOTHING_SAID);
  const [asking, setAsking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  // A vote is for what was read. What arrives by itself while one reads has to be read first.
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
      api.castVote({ params: address, body: { choice, comment: spoken(text, dial) } }, { ifMatch: seen ?? '' }),
    onSuccess: (after) => {
      clear();
      notifySuccess('Review submitted');
      setSaid({ text: discountedText(after, round), show: after.round?.outcome === null ? 'vote' : 'outcome' });
      if (after.round?.outcome === 'approved') void navigate(bucketAddress(address));
      applyReview(queryClient, address, after);
    },
    // Whatever it was refused for, there is news.
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
      setSaid({ text: '', show: `comment ${added?.id}` });
      applyReview(queryClient, address, after);
    },
  });

  const resolve = useMutation({
    mutationFn: ({ id, resolved }: Readonly<{ id: string; resolved: boolean }>) =>
      api.resolveComment({ params: { ...address, commentId: id }, body: { resolved } }),
    onSuccess: (after, { id, resolved }) => {
      setSaid({ text: resolved ? 'Comment resolved' : 'Comment reopened', show: `comment ${id}` });
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
    said,
    field,
    vote,
    comment,
    resolve,
    /** The comment that is answered. */
    reply,
    /** Whether the field is to have the focus once it is there. */
    writing,
    /** To write something about a dial, in reply to a comment, or about the whole. */
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
      setSaid(NOTHING_SAID);
    },
    about: setDial,
    cast: (choice: Choice) => {
      const needed = choice === 'reject' && text.trim() === '';
      setMissing(needed);
      setSaid(NOTHING_SAID);
      if (needed) field.current?.focus();
      else if (choice === 'approve' && makesLive) setAsking(true);
      else vote.mutate(choice);
    },
    /** Whether this person's approval makes the draft live; it is asked about first. */
    makesLive,
    asking,
    answer: (goAhead: boolean) => {
      // A frame later, or the Escape that says no would close the panel as well.
      requestAnimationFrame(() => setAsking(false));
      if (goAhead) vote.mutate('approve');
    },
    /** The person has the changed draft before them now. */
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

/** A vote that would have decided may find that an earlier one no longer counts. */
function discountedText({ round }: Review, before: ReviewRound | null): string {
  const counted = (id: string) => before?.votes.some(({ by, discounted }) => by.id === id && discounted === null);
  const gone = round?.votes.filter(({ by, discounted }) => discounted !== null && counted(by.id)) ?? [];
  return gone.map(({ by }) => `${by.name}’s vote is not counted`).join('. ');
}

/** A vote speaks of the whole draft; which dial was meant is said in words. */
const spoken = (text: string, dial: CommentedDial | null): string =>
  dial === null || text.trim() === '' ? text.trim() : `On “${dial.name}”: ${text.trim()}`;
