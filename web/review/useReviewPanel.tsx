import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import type { ReviewRound } from '#contract/review.ts';
import { countChoice } from '#domain/review/round.ts';
import { countedVoteOf } from '#domain/review/votes.ts';
import { takesVotes } from '#domain/review/schedule.ts';
import { countByDial, isUnresolved } from '#domain/review/thread.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';
import { commentOnFocusedChange } from '#web/bucket/dialRows.ts';
import type { RowComments } from '#web/change/RowComments.tsx';
import type { HeaderAction } from '#web/kit/PageHeader.tsx';
import { useLatest } from '#web/kit/useLatest.ts';
import { useChangeKeys, useReviewKeys } from '#web/review/show/useReviewKeys.ts';
import { useMay } from '#web/base/session/session.tsx';
import { BoundNote, BucketPanel, BucketQuestion } from '#web/review/panel/BucketPanel.tsx';
import { BrokenNote, NobodyNote, SetNote } from '#web/review/panel/SubmissionNotes.tsx';
import { commentsIn, findStanding, viewReview } from '#web/review/panel/reviewView.ts';
import { useReviewing } from '#web/review/panel/useReviewing.ts';
import { useSidePanel } from '#web/review/panel/useSidePanel.tsx';

export type ReviewParts = Readonly<{
  aside: ReactNode;
  actions: readonly HeaderAction[];
  /** On a phone, the vote at the foot of the page. */
  bar?: ReactNode;
  /** The votes so far, and how to open them where they are in a drawer. */
  votes?: Readonly<{ given: number; required: number; comments: number; open: () => void }>;
  /** Below the description: the set it was submitted with. */
  note?: ReactNode;
  /** Whether the rest is still loading. */
  isWaiting: boolean;
  /** Of the approved day, if people vote on an earlier one. */
  round?: ReviewRound | undefined;
  /** The previous round, if the changes since then can be shown. */
  since: number | null;
  /** The comments on the changes. */
  rows?: RowComments;
}>;

/** Who must sign may depend on the impact, which is measured after the submission. */
function useMeasuredAgain(bucket: Bucket, onMeasured: () => void): void {
  const { data } = useApiQuery(
    'readReviewImpact',
    { params: addressOf(bucket) },
    { enabled: bucket.draft?.review != null },
  );
  const count = data?.stored.length;
  const before = useRef(count);
  const latest = useLatest(onMeasured);
  useEffect(() => {
    if (before.current === 0 && count !== undefined && count > 0) latest.current();
    before.current = count;
  }, [count, latest]);
}

/** The review of a draft, beside it or in a drawer. */
export function useReviewPanel(bucket: Bucket): ReviewParts {
  const { place, open: openPanel } = useSidePanel();
  const navigate = useNavigate();
  const address = addressOf(bucket);
  const allowed = useMay()({ scope: 'review', action: 'view' }) && bucket.draft !== null;
  const query = useApiQuery('getReview', { params: address }, { enabled: allowed });
  const { data: review, isLoading: isWaiting, refetch } = query;
  useMeasuredAgain(bucket, () => void refetch());
  const round = review?.round ?? null;
  const view = useMemo(() => viewReview(review), [review]);

  // A vote covers the version on the screen. A newer one that arrives meanwhile has to be read first.
  const [seen, setSeen] = useState<string>();
  const open = bucket.draft?.review;
  const isShown = round !== null && (open?.earlier?.asked_at ?? open?.submitted_at) === round.submitted_at;
  if (seen === undefined && isShown) setSeen(round.hash);

  const reviewing = useReviewing(view, {
    hashOf: () => seen ?? '',
    onVoted: ([after]) => {
      if (after?.round?.outcome === 'approved') void navigate(bucketAddress(address));
    },
  });
  const { vote } = reviewing;
  const isChanged = round !== null && takesVotes(round) && seen !== undefined && round.hash !== seen;
  const isStale = isChanged || vote.failure?.stale === true;
  const readAgain = async () => {
    await reviewing.readAll();
    vote.forget();
    setSeen(undefined);
  };

  const comments = useMemo(() => commentsIn(review), [review]);
  const counts = useMemo(() => countByDial(comments), [comments]);
  const mayComment = review?.abilities.comment === true;
  const comment = () => {
    if (commentOnFocusedChange()) return;
    openPanel();
    reviewing.write();
  };
  useChangeKeys(allowed);
  useReviewKeys({ here: bucketAddress(address, 'draft'), onComment: mayComment ? comment : undefined });
  // A draft that was never submitted has no votes to show.
  const nothing = review !== undefined && round === null;
  if (!allowed || nothing) return { aside: undefined, actions: [], isWaiting: false, since: null };
  const standing = review && findStanding(review);
  const openRound = round?.outcome === null ? (standing ?? round) : undefined;
  const [set, broken] = [openRound?.set, openRound?.broken_examples ?? []];
  const openAt: RowComments['onOpen'] = (dial) => {
    openPanel();
    const own = comments.filter((comment) => comment.dial?.id === dial.id);
    const first = own.find(isUnresolved) ?? own[0];
    if (mayComment) reviewing.write({ dial });
    // Wait a frame: on a narrow screen the panel only opens now.
    requestAnimationFrame(() => {
      const element = first && reviewing.targets.get(`comment ${first.id}`);
      element?.scrollIntoView({ block: 'nearest' });
      if (!mayComment) element?.focus();
    });
  };
  const [member] = view.members;
  const onReadAgain = isStale ? () => void readAgain() : undefined;
  return {
    ...place({
      panel: <BucketPanel bucket={bucket} query={query} view={view} reviewing={reviewing} onReadAgain={onReadAgain} />,
      note: member && <BoundNote bucket={bucket} review={member} />,
      question: member && <BucketQuestion bucket={bucket} review={member} reviewing={reviewing} />,
      reviewing,
      onReadAgain,
    }),
    ...(round !== null && {
      votes: {
        given: countChoice(round.votes.map(countedVoteOf), 'approve'),
        required: round.required,
        comments: comments.length,
        open: openPanel,
      },
    }),
    note: (
      <>
        {round !== null && takesVotes(round) && <NobodyNote round={round} />}
        {broken.length > 0 && <BrokenNote examples={broken} />}
        {set && <SetNote set={set} bucket={bucket} />}
      </>
    ),
    isWaiting,
    round: standing ?? round ?? undefined,
    since: review?.since ?? null,
    rows: { countOf: (id) => counts.get(id), mayComment, onOpen: openAt },
  };
}
