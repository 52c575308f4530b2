import { Button } from '@mantine/core';
import type { Bucket } from '#contract/bucket.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { formatAt } from '#web/kit/format.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { useLink } from '#web/kit/link.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { DiscardReviewButton } from '#web/bucket/show/DiscardReview.tsx';
import { unsavedText } from '#web/bucket/draft/remoteText.ts';
import classes from './Notice.module.css';
import { bucketAddress, classLabel, bucketPath, addressOf } from '#web/bucket/address.ts';

type InReviewProps = Readonly<{ bucket: Bucket; /** Unsaved changes kept in this browser. */ kept: number }>;

/** A bucket in review cannot be edited; it says who asked, and how it can be again. */
export function InReview({ bucket, kept }: InReviewProps) {
  const Link = useLink();
  const address = addressOf(bucket);
  const review = bucket.draft?.review;
  return (
    <AppPage
      title={classLabel(bucket.cob)}
      subtitle={bucketPath(bucket.partner, 'Edit')}
      parent={{ to: bucketAddress(address), name: classLabel(bucket.cob) }}
      status={<StatusChip status="review_requested" />}
    >
      <EmptyState
        title="This bucket is in review and cannot be edited"
        text={
          <>
            {review && `${review.submitted_by.name} submitted this draft for review ${formatAt(review.submitted_at)}. `}
            Discard Review sets it back to Draft.
            {kept > 0 && ` ${unsavedText(kept)} of yours ${kept === 1 ? 'is' : 'are'} kept in this browser until then.`}
          </>
        }
        action={
          <div className={classes.actions}>
            <Button variant="default" component={Link} to={bucketAddress(address, 'draft')} end>
              View draft
            </Button>
            <DiscardReviewButton bucket={bucket} />
          </div>
        }
      />
    </AppPage>
  );
}
