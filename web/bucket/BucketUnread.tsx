import type { ReactNode } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { type BucketAddress, BUCKETS_ADDRESS, classLabel, partnerAddress } from './address.ts';
import { Loaded, type LoadedQuery } from '#web/base/page/Loaded.tsx';
import { LinkButton } from '#web/base/page/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import classes from './BucketLayout.module.css';

/** The place of a bucket's dials and history while they load, and what stands above them. */
export const BucketSkeleton = ({ above }: Readonly<{ above?: ReactNode }>) => (
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
  query: LoadedQuery<Bucket>;
  /** As the page that it becomes. */
  compact?: boolean;
  skeleton?: ReactNode;
}>;

/** The page of a bucket without data: loading, failed, or not found. */
export function BucketUnread({ address, query, compact, skeleton = <BucketSkeleton /> }: BucketUnreadProps) {
  const { partner, cob } = address;
  const named = Number.isInteger(partner);
  const back = named ? partnerAddress(partner) : BUCKETS_ADDRESS;
  return (
    <Loaded
      query={query}
      page={{
        compact,
        title: classLabel(cob),
        subtitle: [{ label: 'Buckets', to: BUCKETS_ADDRESS }, ...(named ? [{ label: String(partner), to: back }] : [])],
        parent: { to: back, name: named ? String(partner) : 'Buckets' },
      }}
      skeleton={skeleton}
      missing={{
        title: 'This bucket does not exist',
        text: 'An administrator adds a class of business for a partner; its bucket then appears here.',
        action: <LinkButton to={BUCKETS_ADDRESS} label="View buckets" />,
      }}
    />
  );
}
