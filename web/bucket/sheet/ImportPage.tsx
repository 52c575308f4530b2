import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { SheetReading } from '#domain/sheet/reading.ts';
import { useApiQuery } from '#web/api/query.ts';
import { addressOf, bucketAddress, bucketName, bucketPath, classLabel, useBucketAddress } from '#web/bucket/address.ts';
import { isInReview } from '#web/bucket/draft/words.ts';
import { BucketUnread } from '#web/bucket/show/BucketUnread.tsx';
import { useBucketWatch } from '#web/bucket/show/useBucketWatch.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { useSubject } from '#web/frame/BackHistoryProvider.tsx';
import { LinkButton } from '#web/frame/PageLink.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { formatMoment, inSentence } from '#web/kit/format.ts';
import { LoadingIndicator } from '#web/kit/LoadingIndicator.tsx';
import { useFileDrop } from '#web/kit/useFileDrop.ts';
import { ChooseSheet } from './ChooseSheet.tsx';
import { useDroppedSheet } from './SheetDrop.tsx';
import { SheetChanges } from './SheetChanges.tsx';
import { useSheetFile } from './useSheetFile.ts';
import classes from './Sheet.module.css';

/** The sheet of a bucket that came back: compared, asked about, and saved as a draft. */
export function ImportPage() {
  const address = useBucketAddress();
  const query = useApiQuery('getBucket', { params: address }, { refetchOnMount: 'always' });
  useBucketWatch(address);
  if (query.data === undefined) return <BucketUnread address={address} query={query} />;
  return <SheetImport key={`${address.partner} ${address.cob}`} bucket={query.data} />;
}

function SheetImport({ bucket }: Readonly<{ bucket: Bucket }>) {
  const address = useBucketAddress();
  const { state, choose } = useSheetFile(address);
  const isStopped = isInReview(bucket);
  const dropped = useDroppedSheet();
  useEffect(() => {
    if (dropped) choose(dropped);
  }, [dropped, choose]);
  const isOver = useFileDrop(!isStopped && state.step !== 'reading', choose);
  const isWide = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const own = bucketAddress(addressOf(bucket));
  useSubject(bucketName(bucket), 'Import a sheet');
  return (
    <AppPage
      title="Import a sheet"
      subtitle={[
        ...bucketPath(bucket.partner),
        { label: classLabel(bucket.cob), to: own },
        { label: 'Import a sheet' },
      ]}
      parent={{ to: own, name: bucketName(bucket) }}
      fact={state.step === 'read' ? describeFile(state.file, state.reading) : undefined}
    >
      {state.step === 'choose' && isStopped && (
        <EmptyState
          title="Its draft is in review"
          text="A sheet can be imported once the review has ended."
          action={<LinkButton to={bucketAddress(addressOf(bucket), 'draft')} label="View draft" />}
        />
      )}
      {state.step === 'choose' && !isStopped && (
        <ChooseSheet isOver={isOver} name={state.name} refusal={state.refusal} onFile={choose} />
      )}
      {state.step === 'reading' && (
        <div className={`ls-card ls-center ls-gap-10 ${classes.reading}`} role="status">
          <LoadingIndicator size="small" />
          <p className="ls-ink-2 ls-break">Reading {state.name}</p>
        </div>
      )}
      {state.step === 'read' && (
        <SheetChanges
          key={state.file.name + state.file.lastModified}
          file={state.file}
          reading={state.reading}
          bucket={bucket}
          isWide={isWide}
        />
      )}
    </AppPage>
  );
}

const describeFile = (file: File, { origin }: SheetReading): string =>
  `${file.name}, exported ${inSentence(formatMoment(origin.exported_at))}`;
