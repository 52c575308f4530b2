import { Loader, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '#contract/problem.ts';
import { useApi } from '#web/api/client.tsx';
import { Card } from '#web/kit/Card.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { Logo } from '#web/kit/Logo.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { BucketsTable } from './BucketsTable.tsx';
import { dialBucketsQuery } from './details.query.ts';
import classes from './BucketsCard.module.css';

const AT_FIRST = 5;

export type BucketsCardProps = Readonly<{ dialId: string; newestPublished: number | undefined }>;

/** Where the dial is used. It fails by itself: the rest of the page does not depend on it. */
export function BucketsCard({ dialId, newestPublished }: BucketsCardProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery(dialBucketsQuery(useApi(), dialId));
  const [all, setAll] = useState(false);

  if (isPending) {
    return (
      <Card>
        <div role="status" className={classes.finding}>
          <Loader size={18} />
          <span>Finding buckets containing this dial...</span>
        </div>
        <div aria-hidden>
          <Skeleton lines={3} />
        </div>
      </Card>
    );
  }
  if (error) {
    return (
      <ErrorState
        title="Failed to fetch dial metadata"
        detail={error instanceof Problem ? error.document.detail : 'The rest of the page still works.'}
        reference={error instanceof Problem ? error.document.reference : undefined}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  const { items } = data;
  if (items.length === 0) {
    return (
      <Card>
        <p className={classes.none}>
          <Logo size={22} />
          This dial is not in any buckets yet, and therefore is not in use.
        </p>
      </Card>
    );
  }
  const more = items.length > AT_FIRST;
  return (
    <Card
      title="Appears in the following buckets"
      note={<span className={classes.count}>{items.length}</span>}
      padded={false}
      {...(more && {
        aside: (
          <UnstyledButton className={classes.all} aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${items.length}`}
          </UnstyledButton>
        ),
      })}
    >
      <BucketsTable uses={all ? items : items.slice(0, AT_FIRST)} newestPublished={newestPublished} />
    </Card>
  );
}
