import { Button, type ButtonProps } from '@mantine/core';
import type { Bucket } from '#contract/bucket.ts';
import { writeDay } from '#domain/day/day.ts';
import { useApi } from '#web/base/api/client.tsx';
import { addressOf, classLabel } from './address.ts';
import { applySaved, refreshBucket } from './query.ts';
import { useConfirm } from '#web/base/page/useConfirm.tsx';

type DiscardReviewProps = Readonly<{ bucket: Bucket }> & Pick<ButtonProps, 'size'>;

export function DiscardReviewButton({ bucket, size = 'sm' }: DiscardReviewProps) {
  const discard = useDiscardReview(bucket);
  if (!bucket.abilities.discard_review) return null;
  return (
    <Button variant="default" size={size} data-track="Discard Review" onClick={() => discard()}>
      {discardLabel(bucket)}
    </Button>
  );
}

/** Beside an approved day, only the request for an earlier one is discarded. */
export const discardLabel = ({ draft }: Bucket): string =>
  draft?.review?.earlier ? 'Discard Request' : 'Discard Review';

/** Returns a function that asks, cancels the review, and shows the server's reason if it is refused. */
export function useDiscardReview(bucket: Bucket): () => void {
  const api = useApi();
  const { cob, revision } = bucket;
  const review = bucket.draft?.review;
  const earlier = review?.earlier;
  const address = addressOf(bucket);
  return useConfirm({
    title: earlier
      ? `Discard the request for ${writeDay(earlier.live_on)}?`
      : `Do you want to cancel reviews for ${classLabel(cob)}?`,
    text: earlier
      ? `${writeDay(review.live_on ?? '')} stands. Votes on the request no longer count; they stay in the history.`
      : 'This resets the status to Draft. Existing votes no longer count; they stay in the history.',
    submit: discardLabel(bucket),
    keep: earlier ? 'Keep Request' : 'Keep Review',
    change: {
      send: () => api.cancelReviews({ params: address }, { ifMatch: revision }),
      done: earlier ? 'Request cancelled' : 'Reviews cancelled',
      failed: earlier ? 'Failed to cancel the request' : 'Failed to cancel Reviews',
      apply: applySaved,
      onFailed: (queries) => refreshBucket(queries, address),
    },
  });
}
