import type { PendingReview } from '#contract/review.ts';
import { addressOf, bucketAddress, reviewSetAddress } from '#web/bucket/address.ts';

export { reviewSetAddress };

/** Where one votes on what waits: on the page of the draft, or of the set it was submitted with. */
export const pendingReviewAddress = (review: Pick<PendingReview, 'partner' | 'cob' | 'set'>): string =>
  review.set === null ? bucketAddress(addressOf(review), 'draft') : reviewSetAddress(review.set.id);
