import type { PendingReview } from '#contract/review.ts';
import { addressOf, bucketAddress, proposalAddress, reviewSetAddress } from '#web/bucket/address.ts';

export { proposalAddress, reviewSetAddress };

/** Where to vote on pending work: the draft's page, or that of the set it was submitted with. */
export const pendingReviewAddress = (review: Pick<PendingReview, 'partner' | 'cob' | 'set'>): string =>
  review.set === null ? bucketAddress(addressOf(review), 'draft') : reviewSetAddress(review.set.id);
