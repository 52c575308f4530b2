import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import { useApi } from '#web/api/client.tsx';
import { bucketVersionQuery } from '#web/bucket/query.ts';
import type { BucketNews } from '#web/bucket/show/useBucketWatch.ts';
import { useSubject } from '#web/frame/useSubject.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { LiveTime } from '#web/bucket/show/LiveTime.tsx';
import { appetiteText } from '#web/bucket/show/words.ts';
import { EntriesCard } from './EntriesCard.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { News } from './News.tsx';
import { OlderVersion } from './OlderVersion.tsx';
import { useBucketActions } from './useBucketActions.tsx';
import {
  endOfDay,
  classLabel,
  bucketParent,
  bucketPath,
  type VersionChoice,
  readVersionChoice,
  addressOf,
} from '#web/bucket/address.ts';
import layout from '#web/bucket/show/BucketLayout.module.css';

type ActiveBucketProps = Readonly<{ bucket: Bucket; news: BucketNews | undefined }>;

/** The bucket as it is live, or as it was. */
export function ActiveBucket({ bucket, news }: ActiveBucketProps) {
  const [search] = useSearchParams();
  const asked = readVersionChoice(search);
  const label = classLabel(bucket.cob);
  const address = addressOf(bucket);
  const { actions, menu, dialog } = useBucketActions(bucket, 'active');
  const older = useOlder(bucket, asked);
  useSubject(`${label}, ${bucket.partner.number}`);

  return (
    <AppPage
      title={label}
      subtitle={bucketPath(bucket.partner)}
      parent={bucketParent(bucket.partner)}
      status={<StatusChip status={bucket.header ?? 'active'} />}
      fact={
        <>
          v{bucket.live.number} <LiveTime version={bucket.live} />, appetite {appetiteText(bucket.appetite)}
        </>
      }
      actions={actions}
      menu={menu}
    >
      <News news={news} />
      <div className={layout.layout}>
        <div>
          {older === undefined ? (
            <EntriesCard
              entries={bucket.live.entries}
              notes={bucket.live.notes}
              empty="No dial is live in this bucket yet. Edit Bucket adds the first."
            />
          ) : (
            <OlderVersion query={older} asked={asked} live={bucket.live.number} />
          )}
        </div>
        <HistoryCard address={address} shown={older?.data?.number ?? bucket.live.number} asked={asked} />
      </div>
      {dialog}
    </AppPage>
  );
}

/** Nothing where the live version is what was asked for. */
function useOlder(bucket: Bucket, asked: VersionChoice) {
  const wanted = asked !== undefined && !('version' in asked && asked.version === bucket.live.number);
  const address = addressOf(bucket);
  const which = asked === undefined ? 0 : 'version' in asked ? asked.version : endOfDay(asked.day);
  const query = useQuery({ ...bucketVersionQuery(useApi(), address, which), enabled: wanted });
  return wanted ? query : undefined;
}
