import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
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
        Discard Review
      </Button>
      {asking && <DiscardReviewDialog bucket={bucket} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Asks, cancels the review, and stays open with the server's reason if it is refused. */
export function DiscardReviewDialog({ bucket, onClose }: Readonly<{ bucket: Bucket; onClose: () => void }>) {
  const api = useApi();
  const { cob, revision } = bucket;
  const address = addressOf(bucket);
  const cancel = useChange({
    send: () => api.cancelReviews({ params: address }, { ifMatch: revision }),
    done: 'Reviews cancelled',
    failed: 'Failed to cancel Reviews',
    apply: applySaved,
    onDone: onClose,
    onFailed: (queries) => queries.invalidateQueries({ queryKey: bucketKeys.one(address) }),
  });
  return (
    <ConfirmDialog
      opened
      question={`Do you want to cancel reviews for ${classLabel(cob)}?`}
      consequence="This resets the status to Draft. Existing votes no longer count; they stay in the history."
      refusal={cancel.failure?.detail}
      confirmLabel="Discard Review"
      cancelLabel="Keep Review"
      confirming={cancel.busy}
      onConfirm={() => void cancel.run()}
      onCancel={onClose}
    />
  );
}
