import { useQuery } from '@tanstack/react-query';
import { useApi } from '#web/api/client.tsx';
import { bucketChangesQuery } from '#web/bucket/query.ts';
import { FetchError } from '#web/frame/FetchError.tsx';
import { ChangeSummary } from '#web/bucket/summary/ChangeSummary.tsx';
import { isMissing } from '#web/bucket/show/BucketUnread.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import classes from './BucketHistory.module.css';
import { type BucketAddress, historyAddress } from '#web/bucket/address.ts';

type ComparisonProps = Readonly<{ address: BucketAddress; from: number; to: number }>;

/** What differs between two versions. */
export function Comparison({ address, from, to }: ComparisonProps) {
  const query = useQuery(bucketChangesQuery(useApi(), address, from, to));
  const title = `v${from} to v${to}`;
  const close = (
    <PageLink to={historyAddress('all')} className={`ls-link ls-push ${classes.close}`}>
      Close comparison
    </PageLink>
  );
  if (query.data)
    return (
      <section aria-label={`Comparison of ${title}`}>
        <p className={`ls-row ls-base ls-gap-14 ${classes.compared}`}>
          <b>{title}</b>
          {close}
        </p>
        <ChangeSummary
          {...query.data}
          note={`${title}, everything else the same`}
          same="The two versions are the same."
        />
      </section>
    );
  if (query.error === null)
    return (
      <Card title={title}>
        <Skeleton lines={6} />
      </Card>
    );
  if (isMissing(query.error))
    return <EmptyState title="These versions cannot be compared" text="One of them does not exist." action={close} />;
  return <FetchError title="Failed to fetch dial metadata" query={query} />;
}
