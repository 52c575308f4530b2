/** Pending Review before Draft before Active: the newest thing about a bucket is what people look for. */
export const BUCKET_STATUSES = ['active', 'draft', 'pending_review'] as const;
export type BucketStatus = (typeof BUCKET_STATUSES)[number];

export const BUCKET_STATUS_LABELS = {
  active: 'Active',
  draft: 'Draft',
  pending_review: 'Pending Review',
} as const satisfies Record<BucketStatus, string>;

/** What the header says besides the status. */
export const HEADER_STATES = ['review_requested', 'draft_scheduled', 'draft_approved', 'draft_rejected'] as const;
export type HeaderState = (typeof HEADER_STATES)[number];

export type RoundOutcome = 'approved' | 'rejected' | 'cancelled';
/** `approved_at`: since when an approved round waits for its day. */
export type RoundState = Readonly<{ outcome: RoundOutcome | null; approved_at: Date | null }>;

export type DraftState = 'draft' | 'pending_review';

export function bucketStatus(draft: Readonly<{ state: DraftState }> | null): BucketStatus {
  return draft?.state ?? 'active';
}

/**
 * Review Requested while pending, until it is approved for a later day; Draft Rejected after a rejected round until the draft is saved or submitted again;
 * Draft Approved after an activation until a new draft is started. `lastRound` is the newest round of the draft, or of
 * the live version where there is no draft; `savedSince` whether the draft was saved after that round.
 */
export function headerState(
  draft: Readonly<{ state: DraftState }> | null,
  lastRound: RoundState | null,
  savedSince: boolean,
): HeaderState | null {
  if (draft?.state === 'pending_review') return lastRound?.approved_at ? 'draft_scheduled' : 'review_requested';
  if (draft !== null) return lastRound?.outcome === 'rejected' && !savedSince ? 'draft_rejected' : null;
  return lastRound?.outcome === 'approved' ? 'draft_approved' : null;
}
