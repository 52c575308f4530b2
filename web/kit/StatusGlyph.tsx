import type { ReactNode } from 'react';

export type Status =
  | 'draft'
  | 'ready'
  | 'upcoming'
  | 'active'
  | 'expired'
  | 'pending_review'
  | 'review_requested'
  | 'draft_approved'
  | 'draft_rejected';

const ring = <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />;
const disc = <circle cx="6" cy="6" r="5.5" fill="currentColor" />;
const half = (
  <>
    {ring}
    <path d="M6 3a3 3 0 0 1 0 6z" fill="currentColor" />
  </>
);

const cut = { fill: 'none', stroke: 'var(--glyph-cut)', strokeWidth: 1.5, strokeLinecap: 'round' } as const;

// Shape before colour: each reads in greyscale.
const drawings: Readonly<Record<Status, ReactNode>> = {
  draft: (
    <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 1.53" />
  ),
  ready: ring,
  upcoming: (
    <>
      {ring}
      <path d="M6 6V3a3 3 0 0 1 3 3z" fill="currentColor" />
    </>
  ),
  active: (
    <>
      {ring}
      <circle cx="6" cy="6" r="2.9" fill="currentColor" />
    </>
  ),
  expired: (
    <>
      {ring}
      <path d="M2.9 9.1 9.1 2.9" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  pending_review: half,
  review_requested: half,
  draft_approved: (
    <>
      {disc}
      <path d="M3.6 6.2 5.3 7.8 8.4 4.5" strokeLinejoin="round" {...cut} />
    </>
  ),
  draft_rejected: (
    <>
      {disc}
      <path d="M4.2 4.2 7.8 7.8M7.8 4.2 4.2 7.8" {...cut} />
    </>
  ),
};

export function StatusGlyph({ status }: Readonly<{ status: Status }>) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
      {drawings[status]}
    </svg>
  );
}
