import { Button, type ButtonProps } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf, classLabel } from '#web/bucket/address.ts';
import { bucketKeys } from '#web/bucket/query.ts';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import classes from './DiscardReview.module.css';

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

/** Asks, takes the draft out of review, and stays open with the server's reason when it refuses. */
export function DiscardReviewDialog({ bucket, onClose }: Readonly<{ bucket: Bucket; onClose: () => void }>) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { cob, revision } = bucket;
  const address = addressOf(bucket);
  const cancel = useMutation({
    mutationFn: () => api.cancelReviews({ params: address }, { ifMatch: revision }),
    onSuccess: (after) => {
      notifySuccess('Reviews cancelled');
      queryClient.setQueryData(bucketKeys.one(address), after);
      void queryClient.invalidateQueries({ queryKey: bucketKeys.all });
      onClose();
    },
    onError: () => {
      notifyError('Failed to cancel Reviews');
      void queryClient.invalidateQueries({ queryKey: bucketKeys.one(address) });
    },
  });
  return (
    <ConfirmDialog
      opened
      question={`Do you want to cancel reviews for ${classLabel(cob)}?`}
      consequence={
        <>
          <p>This resets the status to Draft. Votes given so far no longer count; they are kept in the history.</p>
          {cancel.error && (
            <p role="alert" className={classes.refusal}>
              {cancel.error.message}
            </p>
          )}
        </>
      }
      confirmLabel="Discard Review"
      cancelLabel="Keep Review"
      confirming={cancel.isPending}
      onConfirm={() => cancel.mutate()}
      onCancel={onClose}
    />
  );
}
