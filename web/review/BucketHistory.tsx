import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import type { Bucket, BucketVersionRow } from '#contract/bucket.ts';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { Card } from '#web/kit/Card.tsx';
import { BucketStatusChip } from '#web/bucket/BucketStatusChip.tsx';
import { Timeline } from '#web/kit/Timeline.tsx';
import { showsOutcome } from '#web/impact/LiveOutcome.tsx';
import { combineQueries, Loaded } from '#web/base/page/Loaded.tsx';
import { timelineItem } from '#web/review/history/timelineItem.tsx';
import layout from '#web/bucket/BucketLayout.module.css';
import {
  addressOf,
  bucketAddress,
  type BucketAddress,
  bucketPath,
  classLabel,
  type HistoryChoice,
  historyAddress,
  bucketName,
} from '#web/bucket/address.ts';
import { useApiPages } from '#web/base/api/query.ts';
import { useBucketChanges } from '#web/bucket/query.ts';
import { useOutcome } from '#web/impact/outcomeQuery.ts';
import { useMay } from '#web/base/session/session.tsx';
import { historyItems } from '#web/review/history/historyItems.ts';
import { ChangeSummary } from '#web/change/ChangeSummary.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { useNavigate } from 'react-router';
import { StopStrip } from './StopStrip.tsx';
import { AsOfField } from '#web/bucket/AsOfField.tsx';
import { formatDayOrTime } from '#web/kit/format.ts';
import { useNow } from '#web/kit/useNow.ts';
import { ShowMore } from '#web/base/page/ShowMore.tsx';

type BucketHistoryProps = Readonly<{ bucket: Bucket; choice: HistoryChoice }>;

/** How the live version came about: versions, their approvals, and the reviews that came to nothing. */
export function BucketHistory({ bucket, choice }: BucketHistoryProps) {
  const { partner, cob, live } = bucket;
  const address = addressOf(bucket);
  const label = classLabel(cob);
  const now = useNow();
  const history = useHistory(address);
  const compared = choice === 'all' ? undefined : choice;
  useSubject(bucketName(bucket), 'History of');
  return (
    <AppPage
      title={label}
      subtitle={bucketPath(partner, 'History')}
      parent={{ to: bucketAddress(address), name: bucketName(bucket) }}
      status={<BucketStatusChip bucket={bucket} otherwise={bucket.status} />}
      fact={`v${live.number} is live`}
      actions={[{ label: 'View live version', to: bucketAddress(address), variant: 'default' }]}
    >
      <StopStrip bucket={bucket} />
      <div className={layout.layout}>
        <div className="ls-grid ls-gap-16">
          {compared && <Comparison address={address} {...compared} />}
          <Card title="History">
            {history.isReady && <Loaded query={history.rounds} />}
            <Loaded
              query={combineQueries([history.pages], history.isReady ? history.items : undefined)}
              skeleton={8}
              empty={null}
            >
              {(items) => (
                <Timeline
                  items={items.map((item) =>
                    timelineItem(item, {
                      address,
                      live: live.number,
                      now,
                      reviewed: history.reviewed,
                      practice: history.practice,
                    }),
                  )}
                  label="Versions and reviews"
                  visible={Infinity}
                  moreLabel={String}
                />
              )}
            </Loaded>
            {[history.pages, history.rounds].map(
              (query, index) => query.isFetchNextPageError && <ShowMore key={index} query={query} />,
            )}
            {history.hasMore && (
              <Button variant="default" size="xs" loading={history.isLoadingMore} onClick={history.loadMore}>
                Show more
              </Button>
            )}
          </Card>
        </div>
        <CompareCard versions={history.versions} compared={compared} />
      </div>
    </AppPage>
  );
}

/** Versions for those who may view buckets; rounds for those who may view reviews. */
function useHistory(address: BucketAddress) {
  const reviewed = useMay()({ scope: 'review', action: 'view' });
  const versions = useApiPages('listBucketVersions', { params: address });
  const rounds = useApiPages('listRounds', { params: address }, { enabled: reviewed });
  const practice = useOutcome(address);
  const versionRows: readonly BucketVersionRow[] = versions.data?.pages.flatMap(({ items }) => items) ?? [];
  const items = historyItems(
    { items: versionRows, more: versions.hasNextPage },
    { items: rounds.data?.pages.flatMap((page) => page.items) ?? [], more: rounds.hasNextPage },
  );
  return {
    items,
    versions: versionRows,
    reviewed,
    practice: practice.data && showsOutcome(practice.data) ? practice.data : undefined,
    isReady:
      versions.data !== undefined &&
      (practice.data !== undefined || practice.failureCount > 0) &&
      (!reviewed || rounds.data !== undefined || rounds.errorUpdateCount > 0),
    pages: versions,
    rounds,
    hasMore: versions.hasNextPage || rounds.hasNextPage,
    isLoadingMore: versions.isFetchingNextPage || rounds.isFetchingNextPage,
    loadMore: () => {
      if (versions.hasNextPage) void versions.fetchNextPage();
      if (rounds.hasNextPage) void rounds.fetchNextPage();
    },
  };
}

type ComparisonProps = Readonly<{ address: BucketAddress; from: number; to: number }>;

/** The differences between two versions. */
function Comparison({ address, from, to }: ComparisonProps) {
  const query = useBucketChanges(address, from, to);
  const title = `v${from} to v${to}`;
  const close = (
    <PageLink to={historyAddress('all')} className="ls-link ls-push">
      Close comparison
    </PageLink>
  );
  const missing = { title: 'These versions cannot be compared', text: 'One of them does not exist.', action: close };
  const skeleton = <Card title={title} waiting={6} />;
  return (
    <Loaded query={query} title="Failed to fetch dial metadata" skeleton={skeleton} missing={missing}>
      {(changes) => (
        <section aria-label={`Comparison of ${title}`}>
          <p className="ls-row ls-base ls-gap-14 ls-below-8">
            <b className="ls-title">{title}</b>
            {close}
          </p>
          <ChangeSummary
            {...changes}
            note={`${title}, everything else the same`}
            same="The two versions are the same."
          />
        </section>
      )}
    </Loaded>
  );
}

type CompareCardProps = Readonly<{
  versions: readonly BucketVersionRow[];
  compared: Readonly<{ from: number; to: number }> | undefined;
}>;

/** Any two versions, and the one of any day. */
function CompareCard({ versions, compared }: CompareCardProps) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Readonly<{ from?: string | null; to?: string | null }>>({});
  const now = useNow();
  const data = versions.map(({ number, live_at }) => ({
    value: String(number),
    label: `v${number}, ${formatDayOrTime(new Date(live_at), now)}`,
  }));
  const from = chosen.from ?? versionText(compared?.from ?? versions[1]?.number);
  const to = chosen.to ?? versionText(compared?.to ?? versions[0]?.number);
  return (
    <div className="ls-grid ls-gap-16">
      {versions.length > 1 && (
        <Card title="Compare versions">
          <div className="ls-grid ls-gap-12">
            {(['from', 'to'] as const).map((side) => (
              <Select
                key={side}
                label={side === 'from' ? 'From' : 'To'}
                data={data}
                value={side === 'from' ? from : to}
                onChange={(value) => setChosen({ ...chosen, [side]: value })}
                allowDeselect={false}
              />
            ))}
            <Button
              variant="default"
              data-track="Compare"
              disabled={from === null || to === null || from === to}
              onClick={() => void navigate(historyAddress({ from: Number(from), to: Number(to) }))}
            >
              Compare
            </Button>
          </div>
        </Card>
      )}
      <Card title="As it was">
        <AsOfField day={null} />
      </Card>
    </div>
  );
}

const versionText = (number: number | undefined): string | null => (number === undefined ? null : String(number));
