import type { ReactNode } from 'react';
import classes from './StatusChip.module.css';

const looks = {
  draft: { label: 'Draft', tone: 'grey' },
  ready: { label: 'Ready', tone: 'accent' },
  upcoming: { label: 'Upcoming', tone: 'blue' },
  active: { label: 'Active', tone: 'green' },
  expired: { label: 'Expired', tone: 'grey' },
  superseded: { label: 'Superseded', tone: 'grey' },
  pending_review: { label: 'Pending Review', tone: 'amber' },
  review_requested: { label: 'Review Requested', tone: 'amber' },
  draft_scheduled: { label: 'Approved for a day', tone: 'blue' },
  draft_approved: { label: 'Draft Approved', tone: 'green' },
  draft_rejected: { label: 'Draft Rejected', tone: 'red' },
  stopped: { label: 'Stopped', tone: 'red' },
} as const;

export type Status = keyof typeof looks;

type StatusChipProps = Readonly<{
  status: Status;
  /** In place of its own label. */
  label?: string | undefined;
  /** A few letters in place of a label that is read aloud only. */
  short?: string | undefined;
  /** For dense lists: a visible glyph with a hidden label. */
  glyphOnly?: boolean;
}>;

export function StatusChip({ status, label = looks[status].label, short, glyphOnly = false }: StatusChipProps) {
  const { tone } = looks[status];
  return (
    <span
      className={glyphOnly ? `ls-inline ${classes.glyph}` : `ls-pill ls-small ls-semi ls-fixed ${classes.chip}`}
      data-tone={tone}
    >
      <StatusGlyph status={status} />
      <span className={glyphOnly || short !== undefined ? 'ls-hidden' : undefined}>{label}</span>
      {short !== undefined && <span className="ls-num">{short}</span>}
    </span>
  );
}

const ring = <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />;
const disc = <circle cx="6" cy="6" r="5.5" fill="currentColor" />;
const ringWith = (inside: ReactNode) => (
  <>
    {ring}
    {inside}
  </>
);
const half = ringWith(<path d="M6 3a3 3 0 0 1 0 6z" fill="currentColor" />);

const cut = { fill: 'none', stroke: 'var(--glyph-cut)', strokeWidth: 1.5, strokeLinecap: 'round' } as const;

// Shapes before colours: each is distinguishable in greyscale.
const drawings: Readonly<Record<Status, ReactNode>> = {
  draft: (
    <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 1.53" />
  ),
  ready: ring,
  upcoming: ringWith(<path d="M6 6V3a3 3 0 0 1 3 3z" fill="currentColor" />),
  active: ringWith(<circle cx="6" cy="6" r="2.9" fill="currentColor" />),
  expired: ringWith(<path d="M2.9 9.1 9.1 2.9" stroke="currentColor" strokeWidth="1.5" />),
  superseded: ringWith(<path d="M3.2 6h5.6" stroke="currentColor" strokeWidth="1.5" />),
  pending_review: half,
  review_requested: half,
  draft_scheduled: ringWith(
    <path d="M6 3.2V6l1.9 1.4" fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />,
  ),
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
  stopped: <rect x="1.5" y="1.5" width="9" height="9" rx="1.5" fill="currentColor" />,
};

export function StatusGlyph({ status }: Readonly<{ status: Status }>) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
      {drawings[status]}
    </svg>
  );
}
