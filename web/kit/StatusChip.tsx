import { StatusGlyph, type Status } from './StatusGlyph.tsx';
import classes from './StatusChip.module.css';

type Look = Readonly<{ label: string; color: 'grey' | 'accent' | 'blue' | 'green' | 'amber' | 'red' }>;

const looks: Readonly<Record<Status, Look>> = {
  draft: { label: 'Draft', color: 'grey' },
  ready: { label: 'Ready', color: 'accent' },
  upcoming: { label: 'Upcoming', color: 'blue' },
  active: { label: 'Active', color: 'green' },
  expired: { label: 'Expired', color: 'grey' },
  pending_review: { label: 'Pending Review', color: 'amber' },
  review_requested: { label: 'Review Requested', color: 'amber' },
  draft_approved: { label: 'Draft Approved', color: 'green' },
  draft_rejected: { label: 'Draft Rejected', color: 'red' },
};

export type StatusChipProps = Readonly<{
  status: Status;
  /** For dense lists: the glyph to see, the label to hear. */
  glyphOnly?: boolean;
}>;

export function StatusChip({ status, glyphOnly = false }: StatusChipProps) {
  const { label, color } = looks[status];
  return (
    <span className={glyphOnly ? classes.glyph : classes.chip} data-color={color}>
      <StatusGlyph status={status} />
      <span className={glyphOnly ? 'ls-hidden' : undefined}>{label}</span>
    </span>
  );
}
