import { type BucketEntries, sameEntries } from './entry.ts';

type ReviewedDraft = Readonly<{ entries: BucketEntries; review: Readonly<{ restart: boolean }> | null }>;

/** Whether a review changes nothing but the stop. */
export const isRestartOnly = (live: BucketEntries, draft: ReviewedDraft | null): boolean =>
  draft?.review?.restart === true && sameEntries(live, draft.entries);
