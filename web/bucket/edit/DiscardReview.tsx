import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { DiscardReviewDialog } from '#web/bucket/show/DiscardReview.tsx';

type DiscardReviewProps = Readonly<{ bucket: Bucket }> & Pick<ButtonProps, 'size'>;

export function DiscardReview({ bucket, size = 'sm' }: DiscardReviewProps) {
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
