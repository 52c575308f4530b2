import type { RoundOutcome } from '#domain/bucket/state.ts';
import { OUTCOME_WORDS } from '#web/review/show/words.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import classes from './BucketHistory.module.css';

const STATUSES = { approved: 'draft_approved', rejected: 'draft_rejected' } as const;

export function OutcomeChip({ outcome }: Readonly<{ outcome: RoundOutcome | null }>) {
  if (outcome === null) return <StatusChip status="review_requested" />;
  if (outcome === 'cancelled') return <span className={classes.cancelled}>{OUTCOME_WORDS.cancelled}</span>;
  return <StatusChip status={STATUSES[outcome]} />;
}
