import { type ComponentProps, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useApiQuery } from '#web/base/api/query.ts';
import {
  addressOf,
  readEvidenceChoice,
  readHistoryChoice,
  readVersionChoice,
  useBucketAddress,
} from '#web/bucket/address.ts';
import { useOlderVersion } from '#web/bucket/query.ts';
import { PracticePlace } from '#web/impact/PracticePlace.tsx';
import { usePrefetchPractice } from '#web/impact/useBucketPractice.ts';
import { BucketSkeleton, BucketUnread } from '#web/bucket/BucketUnread.tsx';
import { useBucketWatch } from '#web/bucket/useBucketWatch.ts';
import { ActiveBucket } from '#web/bucket/view/ActiveBucket.tsx';
import { TryFrame } from '#web/risk/TryFrame.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { later } from '#web/base/page/later.tsx';
import { BucketHistory } from '#web/review/BucketHistory.tsx';

const EvidencePage = later(async () => (await import('#web/review/EvidencePage.tsx')).EvidencePage);
const TryBucket = later(async () => (await import('#web/example/TryBucket.tsx')).TryBucket);

type LiveBucketProps = Omit<ComponentProps<typeof ActiveBucket>, 'mayVote'>;

/** The ability to vote on the draft in review decides which button is primary. */
function LiveBucket({ bucket, remoteChange }: LiveBucketProps) {
  const query = useApiQuery('getReview', { params: addressOf(bucket) }, { enabled: bucket.abilities.review });
  return <ActiveBucket bucket={bucket} remoteChange={remoteChange} mayVote={query.data?.abilities.vote === true} />;
}

/** Tries the shown version: live, or an older one. */
function TryShown({ bucket, onClose }: Pick<ComponentProps<typeof TryBucket>, 'bucket' | 'onClose'>) {
  const [search] = useSearchParams();
  const older = useOlderVersion(bucket, readVersionChoice(search));
  if (older === undefined || older.data?.number === bucket.live.number)
    return <TryBucket bucket={bucket} own="live" onClose={onClose} />;
  const failure = older.error !== null && older.data === undefined && <Loaded query={older} />;
  return (
    <TryBucket bucket={bucket} own="version" version={older.data} onClose={onClose} {...(failure && { failure })} />
  );
}

export function BucketPage() {
  const address = useBucketAddress();
  const query = useApiQuery('getBucket', { params: address });
  const remoteChange = useBucketWatch(address);
  const [search] = useSearchParams();
  const history = readHistoryChoice(search);
  const evidence = readEvidenceChoice(search);
  const hasPractice = usePrefetchPractice(
    address,
    history === undefined && evidence === undefined && readVersionChoice(search) === undefined,
  );
  const { data: bucket } = query;
  if (bucket === undefined)
    return (
      <BucketUnread
        address={address}
        query={query}
        skeleton={<BucketSkeleton above={hasPractice && <PracticePlace />} />}
      />
    );
  if (evidence !== undefined)
    return (
      <Suspense>
        <EvidencePage bucket={bucket} number={evidence} />
      </Suspense>
    );
  if (history !== undefined) return <BucketHistory bucket={bucket} choice={history} />;
  return (
    <TryFrame tried={(onClose) => <TryShown bucket={bucket} onClose={onClose} />}>
      <LiveBucket bucket={bucket} remoteChange={remoteChange} />
    </TryFrame>
  );
}
