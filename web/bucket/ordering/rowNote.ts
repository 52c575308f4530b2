import { ENTRY_NOTES } from '#domain/bucket/check.ts';
import type { BucketDial } from '#contract/bucket.ts';

export type RowNote = (typeof ENTRY_NOTES)[keyof typeof ENTRY_NOTES];

/** Said of a dial that does nothing in the bucket today, by the status the server gave it. */
export function noteOf(dial: Pick<BucketDial, 'deleted' | 'status'> | undefined): RowNote | undefined {
  if (dial === undefined) return undefined;
  if (dial.deleted) return ENTRY_NOTES.deleted;
  if (dial.status === 'expired') return ENTRY_NOTES.expired;
  return dial.status === 'upcoming' ? ENTRY_NOTES.upcoming : undefined;
}
