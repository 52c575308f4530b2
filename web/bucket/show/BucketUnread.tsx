import { Button } from '@mantine/core';
import { Problem } from '#contract/problem.ts';
import type { BucketAddress } from '#web/bucket/query.ts';
import { FetchError } from '#web/frame/FetchError.tsx';
import { classLabel } from './words.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { BucketSkeleton } from './BucketSkeleton.tsx';

type BucketUnreadProps = Readonly<{
  address: BucketAddress;
  query: Readonly<{ error: Error | null; isFetching: boolean; refetch: () => unknown }>;
}>;

/** The page of a bucket that is not here: on its way, not to be had, or not existing. */
export function BucketUnread({ address, query }: BucketUnreadProps) {
  const { partner, cob } = address;
  const named = Number.isInteger(partner);
  const back = named ? `/syndicate/${partner}/bucket` : '/syndicate';
  return (
    <AppPage
      title={classLabel(cob)}
      subtitle={[{ label: 'Buckets', to: '/syndicate' }, ...(named ? [{ label: String(partner), to: back }] : [])]}
      parent={{ to: back, name: named ? String(partner) : 'Buckets' }}
    >
      {query.error === null && <BucketSkeleton />}
      {query.error !== null && isMissing(query.error) && (
        <EmptyState
          title="This bucket does not exist"
          text="An administrator adds a class of business for a partner; its bucket then stands here."
          action={
            <Button component={PageLink} to="/syndicate" variant="default">
              View buckets
            </Button>
          }
        />
      )}
      {query.error !== null && !isMissing(query.error) && <FetchError title="An error has occurred" query={query} />}
    </AppPage>
  );
}

/** An address that is no bucket's (a typo, half a link) is refused as invalid; to a person both are the same. */
export const isMissing = (error: Error): boolean =>
  error instanceof Problem && (error.kind === 'not-found' || error.kind === 'invalid-input');
