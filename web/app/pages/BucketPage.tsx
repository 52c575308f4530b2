import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useApi } from '#web/api/client.tsx';
import { readEvidenceChoice, readHistoryChoice, useBucketAddress } from '#web/bucket/address.ts';
import { bucketQuery } from '#web/bucket/query.ts';
import { BucketUnread } from '#web/bucket/show/BucketUnread.tsx';
import { useBucketWatch } from '#web/bucket/show/useBucketWatch.ts';
import { ActiveBucket } from '#web/bucket/view/ActiveBucket.tsx';
import { EvidencePage } from '#web/review/evidence/EvidencePage.tsx';
import { BucketHistory } from '#web/review/history/BucketHistory.tsx';

export function BucketPage() {
  const address = useBucketAddress();
  const query = useQuery(bucketQuery(useApi(), address));
  const news = useBucketWatch(address);
  const [search] = useSearchParams();
  const history = readHistoryChoice(search);
  const evidence = readEvidenceChoice(search);
  const { data: bucket } = query;
  if (bucket === undefined) return <BucketUnread address={address} query={query} />;
  if (evidence !== undefined) return <EvidencePage bucket={bucket} number={evidence} />;
  if (history !== undefined) return <BucketHistory bucket={bucket} choice={history} />;
  return <ActiveBucket bucket={bucket} news={news} />;
}
