import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Problem } from '#contract/problem.ts';
import type { ReviewSet, SetBucket } from '#contract/review-set.ts';
import type { Choice } from '#domain/review/round.ts';
import type { Foreseen } from '#domain/review/set-vote.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { bucketKeys } from '#web/bucket/query.ts';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { applyReviewSet } from '#web/review/query.ts';
import { useSession } from '#web/session/session.tsx';
import { isApprovable, isOpen, keyOf, type SetView } from './setView.ts';

/** The select stands on all buckets. */
export const ALL = '';
const NONE: ReadonlyMap<string, string> = new Map();

type Ballot = Readonly<{ choice: Choice; buckets: readonly SetBucket[] }>;
export type SetReview = ReturnType<typeof useSetReview>;

/** What this person is about to say on a set: to all of it, or to one bucket. It is kept when a vote is refused. */
export function useSetReview({ set, members }: SetView) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { person } = useSession();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(ALL);
  const [missing, setMissing] = useState(false);
  const [refused, setRefused] = useState(NONE);
  const [asked, setAsked] = useState<readonly SetBucket[]>();
  const [said, setSaid] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);

  const open = members.filter(isOpen);
  // The chosen one may have been decided meanwhile.
  const scope = open.some((bucket) => keyOf(bucket) === chosen) ? chosen : ALL;
  const scoped = scope === ALL ? open : open.filter((bucket) => keyOf(bucket) === scope);
  const votable = scoped.filter(({ abilities }) => abilities.vote);
  const approvable = scoped.filter((bucket) => isApprovable(bucket) && !refused.has(keyOf(bucket)));

  const done = (after: ReviewSet, words: string) => {
    setText('');
    setMissing(false);
    setRefused(NONE);
    setSaid(words);
    applyReviewSet(queryClient, api, after);
  };
  const vote = useMutation({
    mutationFn: ({ choice, buckets }: Ballot) =>
      api.voteOnSet({
        params: { setId: set.id },
        body: {
          choice,
          comment: text.trim(),
          buckets: buckets.map((bucket) => ({ ...addressOf(bucket), hash: bucket.round.hash })),
        },
      }),
    onSuccess: (after) => {
      notifySuccess('Review submitted');
      done(after, 'Review submitted');
    },
    // Whatever it was refused for, there is news.
    onError: (error) => {
      notifyError('Failed to submit Review');
      if (!(error instanceof Problem)) return;
      const named = error.document.refused ?? [];
      setRefused(new Map(named.map(({ partner, cob, detail }) => [`${partner}/${cob}`, detail])));
      void queryClient.invalidateQueries({ queryKey: bucketKeys.all });
    },
  });
  const comment = useMutation({
    mutationFn: () =>
      api.commentOnSet({
        params: { setId: set.id },
        body: { text: text.trim(), buckets: scoped.filter(({ abilities }) => abilities.comment).map(addressOf) },
      }),
    onSuccess: (after) => done(after, 'Comment added'),
  });

  const send = (ballot: Ballot) => {
    setSaid('');
    setRefused(NONE);
    comment.reset();
    vote.mutate(ballot);
  };
  return {
    text,
    scope,
    scoped,
    open,
    votable,
    approvable,
    missing,
    refused,
    asked,
    said,
    field,
    vote,
    comment,
    personId: person.id,
    type: (next: string) => {
      setText(next);
      setMissing(false);
    },
    choose: (next: string) => {
      setChosen(next);
      setRefused(NONE);
      vote.reset();
    },
    reject: () => {
      const needed = text.trim() === '';
      setMissing(needed);
      if (needed) field.current?.focus();
      else send({ choice: 'reject', buckets: votable });
    },
    /** What makes a bucket live is asked about first. */
    approve: (foreseen: Foreseen) => {
      setMissing(false);
      if (foreseen.active.length > 0) setAsked(approvable);
      else send({ choice: 'approve', buckets: approvable });
    },
    answer: (goAhead: boolean) => {
      // A frame later, or the Escape that says no would close the panel as well.
      requestAnimationFrame(() => setAsked(undefined));
      if (goAhead && asked) send({ choice: 'approve', buckets: asked });
    },
  };
}
