import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { writeDay } from '#domain/day/day.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf, classLabel } from '#web/bucket/address.ts';
import { applySaved, bucketKeys } from '#web/bucket/query.ts';
import { useChange } from '#web/frame/useChange.ts';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';

type DiscardReviewProps = Readonly<{ bucket: Bucket }> & Pick<ButtonProps, 'size'>;

export function DiscardReviewButton({ bucket, size = 'sm' }: DiscardReviewProps) {
  const [asking, setAsking] = useState(false);
  if (!bucket.abilities.discard_review) return null;
  return (
    <>
      <Button variant="default" size={size} data-track="Discard Review" onClick={() => setAsking(true)}>
        {discardLabel(bucket)}
      </Button>
      {asking && <DiscardReviewDialog bucket={bucket} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Beside an approved day, only the request for an earlier one is discarded. */
export const discardLabel = ({ draft }: Bucket): string =>
  draft?.review?.earlier ? 'Discard Request' : 'Discard Review';

/** Asks, cancels the review, and stays open with the server's reason if it is refused. */
export function DiscardReviewDialog({ bucket, onClose }: Readonly<{ bucket: Bucket; onClose: () => void }>) {
  const api = useApi();
  const { cob, revision } = bucket;
  const review = bucket.draft?.review;
  const address = addressOf(bucket);
  const cancel = useChange({
    send: () => api.cancelReviews({ params: address }, { ifMatch: revision }),
    done: review?.earlier ? 'Request cancelled' : 'Reviews cancelled',
    failed: review?.earlier ? 'Failed to cancel the request' : 'Failed to cancel Reviews',
    apply: applySaved,
    onDone: onClose,
    onFailed: (queries) => queries.invalidateQueries({ queryKey: bucketKeys.one(address) }),
  });
  return (
    <ConfirmDialog
      question={
        review?.earlier
          ? `Discard the request for ${writeDay(review.earlier.live_on)}?`
          : `Do you want to cancel reviews for ${classLabel(cob)}?`
      }
      consequence={
        review?.earlier
          ? `${writeDay(review.live_on ?? '')} stands. Votes on the request no longer count; they stay in the history.`
          : 'This resets the status to Draft. Existing votes no longer count; they stay in the history.'
      }
      confirmLabel={discardLabel(bucket)}
      cancelLabel={review?.earlier ? 'Keep Request' : 'Keep Review'}
      change={cancel}
      onCancel={onClose}
    />
  );
}
