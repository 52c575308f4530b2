import type { BucketVersion } from '#contract/bucket.ts';
import { FetchError } from '#web/frame/FetchError.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { formatDay } from '#web/kit/format.ts';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { isMissing } from '#web/bucket/show/BucketUnread.tsx';
import { LiveTime } from '#web/bucket/show/LiveTime.tsx';
import { EntriesCard } from './EntriesCard.tsx';
import classes from './BucketView.module.css';
import { type VersionChoice, versionAddress } from '#web/bucket/address.ts';

type OlderVersionProps = Readonly<{
  query: Readonly<{
    data: BucketVersion | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  }>;
  asked: VersionChoice;
  /** The number of the version that is live now. */
  live: number;
}>;

/** A version as it was; it can be read, and nothing more. */
export function OlderVersion({ query, asked, live }: OlderVersionProps) {
  const { data, error } = query;
  const toLive = (
    <PageLink to={versionAddress(undefined)} className={`ls-link ${classes.link}`}>
      View live version
    </PageLink>
  );
  if (data === undefined && error === null)
    return (
      <Card title="Dials">
        <Skeleton lines={10} />
      </Card>
    );
  if (data === undefined)
    return error !== null && isMissing(error) ? (
      <EmptyState {...missingWords(asked)} action={toLive} />
    ) : (
      <FetchError title="An error has occurred" query={query} />
    );
  const isLive = data.number === live;
  return (
    <>
      <p className={`ls-row ls-wrap ls-ink-2 ls-below-16 ${classes.older}`} role="status">
        <span>
          <b>Version {data.number}</b>, <LiveTime version={data} />.{' '}
          {isLive ? 'It is live now.' : `Live now is version ${live}.`}
        </span>
        {toLive}
      </p>
      <EntriesCard entries={data.entries} notes={data.notes} empty="No dial was in this version." />
    </>
  );
}

function missingWords(asked: VersionChoice) {
  if (asked !== undefined && 'day' in asked)
    return { title: `Nothing was live on ${formatDay(asked.day)}`, text: 'This bucket was added later.' };
  return {
    title: `There is no version ${asked?.version ?? ''}`,
    text: 'This bucket has no version of that number.',
  };
}
