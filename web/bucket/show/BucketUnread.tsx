import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from '#contract/problem.ts';
import { type BucketAddress, BUCKETS_ADDRESS, classLabel, partnerAddress } from '#web/bucket/address.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import classes from './BucketLayout.module.css';

type BucketSkeletonProps = Readonly<{
  /** What stands above the dials. */
  above?: ReactNode;
}>;

/** The place of a bucket's dials and history while they load. */
export const BucketSkeleton = ({ above }: BucketSkeletonProps) => (
  <div className={`ls-appear ${classes.layout}`}>
    <div>
      {above}
      <Card title="Dials" waiting={12} />
    </div>
    <div aria-hidden>
      <Card title="History" waiting={5} />
    </div>
  </div>
);

type BucketUnreadProps = Readonly<{
  address: BucketAddress;
  query: Readonly<{ error: Error | null; isFetching: boolean; refetch: () => unknown }>;
  /** As the page that it becomes. */
  compact?: boolean;
}> &
  BucketSkeletonProps;

/** The page of a bucket without data: loading, failed, or not found. */
export function BucketUnread({ address: { partner, cob }, query, compact, above }: BucketUnreadProps) {
  const named = Number.isInteger(partner);
  const back = named ? partnerAddress(partner) : BUCKETS_ADDRESS;
  return (
    <AppPage
      compact={compact}
      title={classLabel(cob)}
      subtitle={[{ label: 'Buckets', to: BUCKETS_ADDRESS }, ...(named ? [{ label: String(partner), to: back }] : [])]}
      parent={{ to: back, name: named ? String(partner) : 'Buckets' }}
    >
      {query.error === null && <BucketSkeleton above={above} />}
      {query.error !== null && isMissing(query.error) && (
        <EmptyState
          title="This bucket does not exist"
          text="An administrator adds a class of business for a partner; its bucket then appears here."
          action={
            <Button component={PageLink} to={BUCKETS_ADDRESS} variant="default">
              View buckets
            </Button>
          }
        />
      )}
      {query.error !== null && !isMissing(query.error) && <FetchError title="An error has occurred" query={query} />}
    </AppPage>
  );
}

/** An invalid address (a typo, half a link) is refused as invalid; to a person it is the same as not found. */
export const isMissing = (error: Error): boolean =>
  error instanceof Problem && (error.kind === 'not-found' || error.kind === 'invalid-input');
