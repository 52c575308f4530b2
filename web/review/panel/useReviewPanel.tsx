import { type ReactNode, useMemo } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { countByDial, isUnresolved } from '#domain/review/thread.ts';
import type { RowComments } from '#web/bucket/summary/RowComments.tsx';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';
import { SetNote } from '#web/review/show/SetNote.tsx';
import { findFocusedChange, useChangeKeys, useReviewKeys } from '#web/review/show/useReviewKeys.ts';
import { useMay } from '#web/session/session.tsx';
import type { HeaderAction } from '#web/kit/PageHeader.tsx';
import { ReviewPanel } from './ReviewPanel.tsx';
import { useSidePanel } from './useSidePanel.tsx';
import { commentsIn, useReviewing } from './useReviewing.ts';

export type ReviewParts = Readonly<{
  aside: ReactNode;
  actions: readonly HeaderAction[];
  /** Below the description: the set it was submitted with. */
  note?: ReactNode;
  /** Whether the rest is still loading. */
  isWaiting: boolean;
  /** The previous round, if the changes since then can be shown. */
  since: number | null;
  /** The comments on the changes. */
  rows?: RowComments;
}>;

/** The review of a draft, beside it or in a drawer. */
export function useReviewPanel(bucket: Bucket): ReviewParts {
  const { place, open } = useSidePanel();
  const allowed = useMay()({ scope: 'review', action: 'view' }) && bucket.draft !== null;
  const reviewing = useReviewing(bucket, allowed);
  const { data: review, isLoading: isWaiting } = reviewing.query;
  const comments = useMemo(() => commentsIn(review), [review]);
  const counts = useMemo(() => countByDial(comments), [comments]);
  const mayComment = review?.abilities.comment === true;
  const comment = () => {
    const button = findFocusedChange();
    if (button) return button.click();
    open();
    reviewing.write();
  };
  useChangeKeys(allowed);
  useReviewKeys({
    here: bucketAddress(addressOf(bucket), 'draft'),
    onComment: mayComment ? comment : undefined,
  });
  // A draft that was never submitted has no votes to show.
  const nothing = review !== undefined && reviewing.round === null;
  if (!allowed || nothing) return { aside: undefined, actions: [], isWaiting: false, since: null };
  const set = reviewing.round?.outcome === null ? reviewing.round.set : null;
  const openAt: RowComments['onOpen'] = (dial) => {
    open();
    const own = comments.filter((comment) => comment.dial?.id === dial.id);
    const first = own.find(isUnresolved) ?? own[0];
    if (mayComment) reviewing.write({ dial });
    // Wait a frame: on a narrow screen the panel only opens now.
    requestAnimationFrame(() => {
      const element = first && document.querySelector<HTMLElement>(`[data-focus-target="comment ${first.id}"]`);
      element?.scrollIntoView({ block: 'nearest' });
      if (!mayComment) element?.focus();
    });
  };
  return {
    ...place(<ReviewPanel bucket={bucket} reviewing={reviewing} />, reviewing.isConfirming),
    ...(set && { note: <SetNote set={set} bucket={bucket} /> }),
    isWaiting,
    since: review?.since ?? null,
    rows: { countOf: (id) => counts.get(id), mayComment, onOpen: openAt },
  };
}
