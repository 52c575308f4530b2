import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Problem } from '#contract/problem.ts';
import type { ReviewSet, SetBucket } from '#contract/review-set.ts';
import type { Choice } from '#domain/review/round.ts';
import type { ApprovalForecast } from '#domain/review/set-vote.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { bucketKeys } from '#web/bucket/query.ts';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { applyReviewSet } from '#web/review/query.ts';
import { useSession } from '#web/session/session.tsx';
import { isApprovable, isOpen, keyOf, type SetView } from './setView.ts';

/** The value of the select for all buckets. */
export const ALL = '';
const NONE: ReadonlyMap<string, string> = new Map();

type Ballot = Readonly<{ choice: Choice; buckets: readonly SetBucket[] }>;
export type SetReview = ReturnType<typeof useSetReview>;

/** This person's unsent vote or comment on a set or one of its buckets. The text survives a refused vote. */
export function useSetReview({ set, members }: SetView) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { person } = useSession();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(ALL);
  const [missing, setMissing] = useState(false);
  const [refused, setRefused] = useState(NONE);
  const [toConfirm, setToConfirm] = useState<readonly SetBucket[]>();
  const [announcement, setAnnouncement] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);

  const open = members.filter(isOpen);
  // The chosen bucket may have been decided meanwhile.
  const scope = open.some((bucket) => keyOf(bucket) === chosen) ? chosen : ALL;
  const scoped = scope === ALL ? open : open.filter((bucket) => keyOf(bucket) === scope);
  const votable = scoped.filter(({ abilities }) => abilities.vote);
  const approvable = scoped.filter((bucket) => isApprovable(bucket) && !refused.has(keyOf(bucket)));

  const done = (after: ReviewSet, words: string) => {
    setText('');
    setMissing(false);
    setRefused(NONE);
    setAnnouncement(words);
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
    // A refusal means that the cached data is outdated.
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
    setAnnouncement('');
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
    toConfirm,
    announcement,
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
    /** Asks for confirmation before a bucket goes live. */
    approve: (foreseen: ApprovalForecast) => {
      setMissing(false);
      if (foreseen.active.length > 0) setToConfirm(approvable);
      else send({ choice: 'approve', buckets: approvable });
    },
    confirm: (isConfirmed: boolean) => {
      // Wait a frame, or the Escape that closes the dialog would close the panel too.
      requestAnimationFrame(() => setToConfirm(undefined));
      if (isConfirmed && toConfirm) send({ choice: 'approve', buckets: toConfirm });
    },
  };
}
