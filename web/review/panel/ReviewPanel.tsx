import type { Bucket } from '#contract/bucket.ts';
import { FetchError } from '#web/frame/FetchError.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { Authors } from './Authors.tsx';
import { Comments } from './Comments.tsx';
import { ReviewForm } from './ReviewForm.tsx';
import type { Reviewing } from './useReviewing.ts';
import { Votes } from './Votes.tsx';
import classes from './ReviewPanel.module.css';

/** Who voted, what was said, and this person's own word. */
export function ReviewPanel({ bucket, reviewing }: Readonly<{ bucket: Bucket; reviewing: Reviewing }>) {
  const { query, round, said } = reviewing;
  const review = query.data;
  return (
    <>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label="Votes and comments">
        {review === undefined && query.error === null && (
          <div className={classes.section}>
            <Skeleton lines={6} />
          </div>
        )}
        {review === undefined && query.error !== null && (
          <div className={classes.section}>
            <FetchError title="Failed to load the review" query={query} />
          </div>
        )}
        {review && round && (
          <>
            <Votes round={round} />
            <Authors authors={round.authors} />
            <Comments comments={round.comments} entries={bucket.draft?.entries ?? []} />
          </>
        )}
      </div>
      <p role="status" className="ls-hidden">
        {said}
      </p>
      {review && round?.outcome === null && <ReviewForm bucket={bucket} review={review} reviewing={reviewing} />}
    </>
  );
}
