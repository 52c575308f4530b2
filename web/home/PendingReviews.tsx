import { UnstyledButton } from '@mantine/core';
import { FetchError } from '#web/frame/FetchError.tsx';
import type { usePendingReviews } from '#web/review/query.ts';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { PendingRow } from './PendingRow.tsx';
import classes from './PendingReviews.module.css';

type PendingReviewsProps = Readonly<{ reviews: ReturnType<typeof usePendingReviews>; now: Date }>;

export function PendingReviews({ reviews: { query, items, waiting, total }, now }: PendingReviewsProps) {
  const first = waiting[0];
  return (
    <Card
      title="Review pending buckets"
      padded={false}
      {...(items.length > 0 && {
        note: <Note total={total} waiting={waiting.length} />,
        aside: 'Longest waiting first',
      })}
    >
      {query.isLoading && (
        <div className={classes.waiting}>
          <Skeleton lines={6} />
        </div>
      )}
      {query.error !== null && (
        <div className={classes.failed}>
          <FetchError title="Failed to load buckets for review" query={query} />
        </div>
      )}
      {query.data !== undefined && items.length === 0 && (
        <EmptyState
          bare
          headingLevel={3}
          title="No bucket waits for review"
          text="A draft that someone submits for review appears here."
        />
      )}
      {items.length > 0 && (
        <ul className="ls-list">
          {items.map((review) => (
            <PendingRow
              key={`${review.partner.number} ${review.cob}`}
              review={review}
              now={now}
              isNext={review === first}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <UnstyledButton
          className={`ls-wide ls-rule ls-semi ls-accent ${classes.more}`}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </UnstyledButton>
      )}
    </Card>
  );
}

function Note({ total, waiting }: Readonly<{ total: number; waiting: number }>) {
  return (
    <>
      <span className={`ls-bold ls-amber ${classes.total}`}>{total}</span>
      {waiting > 0 && <span>{waiting} awaiting your review</span>}
    </>
  );
}
