import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useApi } from '#web/api/client.tsx';
import { EvidencePage } from '#web/review/evidence/EvidencePage.tsx';
import { BucketHistory } from '#web/review/history/BucketHistory.tsx';
import { readEvidence, readHistory } from '#web/review/history/historyAddress.ts';
import { bucketQuery } from '#web/bucket/query.ts';
import { useBucketWatch } from '#web/bucket/show/useBucketWatch.ts';
import { ActiveBucket } from '#web/bucket/view/ActiveBucket.tsx';
import { BucketUnread } from '#web/bucket/show/BucketUnread.tsx';
import { useBucketAddress } from '#web/bucket/view/useBucketAddress.ts';

export function BucketPage() {
  const address = useBucketAddress();
  const query = useQuery(bucketQuery(useApi(), address));
  const news = useBucketWatch(address);
  const [search] = useSearchParams();
  const history = readHistory(search);
  const evidence = readEvidence(search);
  if (query.data && evidence !== undefined) return <EvidencePage bucket={query.data} number={evidence} />;
  if (query.data && history !== undefined) return <BucketHistory bucket={query.data} asked={history} />;
  if (query.data) return <ActiveBucket bucket={query.data} news={news} />;
  return <BucketUnread address={address} query={query} />;
}
