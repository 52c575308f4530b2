import { Button } from '@mantine/core';
import { Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Bucket, BucketVersion } from '#contract/bucket.ts';
import type { Limit } from '#domain/capacity/limit.ts';
import { importedUse } from '#domain/capacity/capacity.ts';
import { isWaiting } from '#web/base/api/isWaiting.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { useBucketDials, useOlderVersion } from '#web/bucket/query.ts';
import { useOutcome } from '#web/impact/outcomeQuery.ts';
import type { RemoteChange } from '#web/bucket/useBucketWatch.ts';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { later } from '#web/base/page/later.tsx';
import { BucketStatusChip } from '#web/bucket/BucketStatusChip.tsx';
import { LiveTime } from '#web/bucket/LiveTime.tsx';
import { appetiteText } from '#web/bucket/words.ts';
import { BrokenLive } from '#web/example/BrokenLive.tsx';
import { StopStrip } from '#web/review/StopStrip.tsx';
import { dialPractices } from '#web/impact/DialDecisions.tsx';
import { PracticePlace } from '#web/impact/PracticePlace.tsx';
import { type BucketPracticeQuery, useBucketPractice } from '#web/impact/useBucketPractice.ts';
import {
  classLabel,
  bucketParent,
  bucketPath,
  proposalAddress,
  type VersionChoice,
  readVersionChoice,
  addressOf,
  versionAddress,
  bucketName,
} from '#web/bucket/address.ts';
import { listItems, Loaded, type LoadedQuery } from '#web/base/page/Loaded.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { listDays } from '#web/kit/DayBars.tsx';
import { formatDay, utcDay } from '#web/kit/format.ts';
import { useMay } from '#web/base/session/session.tsx';
import { BucketSkeleton } from '#web/bucket/BucketUnread.tsx';
import { CapacityList, LimitDays } from '#web/impact/CapacityList.tsx';
import { EntriesCard } from './EntriesCard.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { RemoteChangeNotice } from './RemoteChangeNotice.tsx';
import { useBucketActions } from './useBucketActions.tsx';
import layout from '#web/bucket/BucketLayout.module.css';
import classes from './BucketView.module.css';
import { RestoreDialog } from './RestoreDialog.tsx';

const PracticeCard = later(async () => (await import('#web/impact/PracticeCard.tsx')).PracticeCard);

type ActiveBucketProps = Readonly<{
  bucket: Bucket;
  remoteChange: RemoteChange | undefined;
  /** Whether this person can vote on the draft in review. */
  mayVote: boolean;
}>;

/** The bucket as live, or an older version. */
export function ActiveBucket({ bucket, remoteChange, mayVote }: ActiveBucketProps) {
  const [search] = useSearchParams();
  const versionChoice = readVersionChoice(search);
  const label = classLabel(bucket.cob);
  const address = addressOf(bucket);
  const { actions, menu, dialog } = useBucketActions(bucket, 'active', mayVote);
  const older = useOlderVersion(bucket, versionChoice);
  const limits = useApiQuery('listBucketLimits', { params: address });
  const practice = useBucketPractice(address, older === undefined);
  const hasOutcome = bucket.live.number !== null && bucket.live.number > 1;
  const isCalm = useIsCalm({ bucket, limits, practice, hasOutcome });
  const { data } = practice?.query ?? {};
  const liveDay = utcDay(new Date(bucket.live.live_at));
  const dials = useMemo(
    () => data && dialPractices(data, listDays(data.from, data.until).length, liveDay),
    [data, liveDay],
  );
  const restore = useDialog<number>((close, number) => (
    <RestoreDialog bucket={bucket} number={number} onClose={close} />
  ));
  const onRestore = bucket.abilities.edit ? restore : undefined;
  useSubject(bucketName(bucket));

  return (
    <AppPage
      title={label}
      subtitle={bucketPath(bucket.partner)}
      parent={bucketParent(bucket.partner)}
      status={<BucketStatusChip bucket={bucket} otherwise="active" />}
      fact={
        <>
          v{bucket.live.number} <LiveTime version={bucket.live} />, appetite {appetiteText(bucket.appetite)}
          {bucket.raise !== null && <WaitingRaise raise={bucket.raise} />}
        </>
      }
      actions={actions}
      menu={menu}
    >
      <RemoteChangeNotice remoteChange={remoteChange} />
      <StopStrip bucket={bucket} />
      {!isCalm && <BucketSkeleton above={practice && <PracticePlace hasOutcome={hasOutcome} />} />}
      {/* All of it at once, so that no part moves another. */}
      <div className={layout.layout} data-waiting={!isCalm || undefined}>
        <div>
          {older === undefined ? (
            <>
              <BrokenLive bucket={bucket} />
              {practice && (
                <Suspense fallback={<PracticePlace hasOutcome={hasOutcome} />}>
                  <PracticeCard practice={practice} live={bucket.live} address={address} />
                </Suspense>
              )}
              <EntriesCard
                entries={bucket.live.entries}
                notes={bucket.live.notes}
                empty="No dials are live in this bucket yet. Add the first with Edit Bucket."
                practice={practice && { dials }}
              />
              {practice === undefined && <NoReports />}
            </>
          ) : (
            <OlderVersion query={older} versionChoice={versionChoice} live={bucket.live.number} onRestore={onRestore} />
          )}
        </div>
        <div className="ls-grid ls-gap-16">
          {older === undefined && <CapacityCard query={limits} />}
          <HistoryCard
            address={address}
            shown={older?.data?.number ?? bucket.live.number}
            versionChoice={versionChoice}
            onRestore={onRestore}
          />
        </div>
      </div>
      {dialog}
    </AppPage>
  );
}

type CalmParts = Readonly<{
  bucket: Bucket;
  limits: Parameters<typeof isWaiting>[0];
  practice: BucketPracticeQuery | undefined;
  hasOutcome: boolean;
}>;

/** Whether every part of the page had its first answer. */
function useIsCalm({ bucket, limits, practice, hasOutcome }: CalmParts): boolean {
  const outcome = useOutcome(addressOf(bucket), practice !== undefined && hasOutcome);
  const dials = useBucketDials(bucket.live.entries);
  return !(practice?.isWaiting === true || [limits, outcome, dials].some(isWaiting));
}

/** For those who can connect an engine. */
function NoReports() {
  if (!useMay()({ scope: 'admin', action: 'view' })) return null;
  return (
    <p className="ls-small ls-ink-3 ls-above-12">
      No engine has reported decisions, so what this bucket did in practice is not known.{' '}
      <a href={FEED_DOCS} target="_blank" rel="noreferrer" className="ls-link">
        How engines report
      </a>
    </p>
  );
}

const FEED_DOCS = new URL('../../../docs/feed.md', import.meta.url).href;

/** ". Raise to 1.50 waits for a second person", as a link for those who may see the proposal. */
function WaitingRaise({ raise: { becomes, proposal } }: Readonly<{ raise: NonNullable<Bucket['raise']> }>) {
  const text = `Raise to ${appetiteText(becomes)} waits for a second person`;
  return (
    <>
      .{' '}
      {proposal === null ? (
        text
      ) : (
        <PageLink to={proposalAddress(proposal)} className="ls-link">
          {text}
        </PageLink>
      )}
    </>
  );
}

type OlderVersionProps = Readonly<{
  query: LoadedQuery<BucketVersion>;
  versionChoice: VersionChoice;
  /** The number of the version that is live now. */
  live: number;
  onRestore: ((number: number) => void) | undefined;
}>;

/** An older version: readable, and restorable with permission to edit. */
function OlderVersion({ query, versionChoice, live, onRestore }: OlderVersionProps) {
  const { data } = query;
  const toLive = (
    <PageLink to={versionAddress(undefined)} className="ls-link ls-push">
      View live version
    </PageLink>
  );
  if (data === undefined)
    return (
      <Loaded
        query={query}
        skeleton={<Card title="Dials" waiting={10} />}
        missing={{ ...missingWords(versionChoice), action: toLive }}
      />
    );
  const isLive = data.number === live;
  return (
    <>
      <p className={`ls-notice ls-row ls-wrap ls-ink-2 ls-below-16 ${classes.older}`} role="status">
        <span>
          <b className="ls-ink">Version {data.number}</b>, <LiveTime version={data} />.{' '}
          {isLive ? 'It is live now.' : `Version ${live} is live now.`}
        </span>
        {toLive}
        {onRestore && !isLive && (
          <Button variant="default" size="xs" onClick={() => onRestore(data.number)}>
            Restore v{data.number}
          </Button>
        )}
      </p>
      <EntriesCard entries={data.entries} notes={data.notes} empty="This version had no dials." />
    </>
  );
}

function missingWords(versionChoice: VersionChoice) {
  if (versionChoice !== undefined && 'day' in versionChoice)
    return { title: `Nothing was live on ${formatDay(versionChoice.day)}`, text: 'This bucket was added later.' };
  return {
    title: `There is no version ${versionChoice?.version ?? ''}`,
    text: 'This bucket has no version with that number.',
  };
}

/** The limits that the bucket uses, as imported. Left out if there are none. */
function CapacityCard({ query }: Readonly<{ query: LoadedQuery<Readonly<{ items: readonly Limit[] }>> }>) {
  return (
    <Loaded query={listItems(query)} title="Failed to load the limits" empty={null}>
      {(limits) => (
        <Card title="Capacity" note={<LimitDays limits={limits} />}>
          <CapacityList uses={limits.map(importedUse)} />
        </Card>
      )}
    </Loaded>
  );
}
