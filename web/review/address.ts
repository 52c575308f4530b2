import type { PendingReview } from '#contract/review.ts';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';

/** Where a set of reviews is found. */
export const reviewSetAddress = (setId: string): string => `/review-sets/${setId}`;

/** Where one votes on what waits: on the page of the draft, or of the set it was submitted with. */
export const pendingReviewAddress = (review: Pick<PendingReview, 'partner' | 'cob' | 'set'>): string =>
  review.set === null ? bucketAddress(addressOf(review), 'draft') : reviewSetAddress(review.set.id);
