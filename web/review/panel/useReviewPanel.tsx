import type { ReactNode } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { SetNote } from '#web/review/show/SetNote.tsx';
import { useMay } from '#web/session/session.tsx';
import type { HeaderAction } from '#web/kit/PageHeader.tsx';
import { ReviewPanel } from './ReviewPanel.tsx';
import { usePanelPlace } from './usePanelPlace.tsx';
import { useReviewing } from './useReviewing.ts';

export type ReviewParts = Readonly<{
  aside: ReactNode;
  actions: readonly HeaderAction[];
  /** Below the description: which set it was submitted with. */
  note?: ReactNode;
}>;

/** The review of a draft, beside it or over it. */
export function useReviewPanel(bucket: Bucket): ReviewParts {
  const place = usePanelPlace();
  const allowed = useMay()({ scope: 'review', action: 'view' }) && bucket.draft !== null;
  const reviewing = useReviewing(bucket, allowed);
  // A draft nobody asked to review has no votes to show.
  const nothing = reviewing.query.data !== undefined && reviewing.round === null;
  if (!allowed || nothing) return { aside: undefined, actions: [] };
  const set = reviewing.round?.outcome === null ? reviewing.round.set : null;
  return {
    ...place(<ReviewPanel bucket={bucket} reviewing={reviewing} />, reviewing.asking),
    ...(set && { note: <SetNote set={set} bucket={bucket} /> }),
  };
}
