import { type ReactNode, useMemo } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { countByDial, isUnresolved } from '#domain/review/thread.ts';
import type { RowComments } from '#web/bucket/summary/RowComments.tsx';
import { SetNote } from '#web/review/show/SetNote.tsx';
import { useMay } from '#web/session/session.tsx';
import type { HeaderAction } from '#web/kit/PageHeader.tsx';
import { ReviewPanel } from './ReviewPanel.tsx';
import { usePanelPlace } from './usePanelPlace.tsx';
import { commentsIn, useReviewing } from './useReviewing.ts';

export type ReviewParts = Readonly<{
  aside: ReactNode;
  actions: readonly HeaderAction[];
  /** Below the description: which set it was submitted with. */
  note?: ReactNode;
  /** Whether it is not known yet what the rest says. */
  isWaiting: boolean;
  /** The round before, where what changed since then can be shown. */
  since: number | null;
  /** What is said at the changes. */
  rows?: RowComments;
}>;

/** The review of a draft, beside it or over it. */
export function useReviewPanel(bucket: Bucket): ReviewParts {
  const { place, open } = usePanelPlace();
  const allowed = useMay()({ scope: 'review', action: 'view' }) && bucket.draft !== null;
  const reviewing = useReviewing(bucket, allowed);
  const { data: review, isLoading: isWaiting } = reviewing.query;
  const comments = useMemo(() => commentsIn(review), [review]);
  const counts = useMemo(() => countByDial(comments), [comments]);
  // A draft nobody asked to review has no votes to show.
  const nothing = review !== undefined && reviewing.round === null;
  if (!allowed || nothing) return { aside: undefined, actions: [], isWaiting: false, since: null };
  const set = reviewing.round?.outcome === null ? reviewing.round.set : null;
  const mayComment = review?.abilities.comment === true;
  const openAt: RowComments['onOpen'] = (dial) => {
    open();
    const own = comments.filter((comment) => comment.dial?.id === dial.id);
    const first = own.find(isUnresolved) ?? own[0];
    const row = first && document.querySelector<HTMLElement>(`[data-said="comment ${first.id}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    if (mayComment) reviewing.write({ dial });
    else row?.focus();
  };
  return {
    ...place(<ReviewPanel bucket={bucket} reviewing={reviewing} />, reviewing.asking),
    ...(set && { note: <SetNote set={set} bucket={bucket} /> }),
    isWaiting,
    since: review?.since ?? null,
    rows: { countOf: (id) => counts.get(id), mayComment, onOpen: openAt },
  };
}
