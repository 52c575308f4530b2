import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { SheetReading } from '#domain/sheet/reading.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { addressOf, bucketAddress, bucketName, bucketPath, classLabel, useBucketAddress } from '#web/bucket/address.ts';
import { isInReview } from '#web/bucket/draftWords.ts';
import { BucketUnread } from '#web/bucket/BucketUnread.tsx';
import { useBucketWatch } from '#web/bucket/useBucketWatch.ts';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { LinkButton } from '#web/base/page/PageLink.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { FileDrop, RefusedFile, useFileField } from '#web/kit/FileDrop.tsx';
import { LoadingIndicator } from '#web/kit/LoadingIndicator.tsx';
import { formatMoment, inSentence } from '#web/kit/format.ts';
import { useFileDrop } from '#web/kit/useFileDrop.ts';
import { SheetChanges } from './SheetChanges.tsx';
import { useDroppedSheet } from './SheetDrop.tsx';
import { type FileRefusal, useSheetFile } from './useSheetFile.ts';
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

type ChooseSheetProps = Readonly<{
  isOver: boolean;
  /** The file that was refused, and why. */
  name: string | undefined;
  refusal: FileRefusal | undefined;
  onFile: (file: File) => void;
}>;

function ChooseSheet({ isOver, name, refusal, onFile }: ChooseSheetProps) {
  const { ask, field } = useFileField({ label: 'Sheet of this bucket', accept: '.xlsx,.xlsm', onFile });
  return (
    <div className="ls-grid ls-gap-14">
      {refusal !== undefined && (
        <RefusedFile
          title={`${name} cannot be imported.`}
          reasons={[describeRefusal(refusal)]}
          action={
            refusal.kind === 'other-bucket' && <LinkButton to={bucketAddress(refusal)} label="Open that bucket" />
          }
        />
      )}
      {field}
      <FileDrop title="Drop the sheet that came back here" isOver={isOver} onChoose={ask}>
        <li>An Excel workbook (.xlsx) that was exported here: Export a sheet, in the menu of the bucket.</li>
        <li>It is compared with what was exported and with what others saved since. You decide where both changed.</li>
        <li>It is read in this browser. Nothing is sent before you save, and saving only makes a draft.</li>
      </FileDrop>
    </div>
  );
}

const SENTENCES = {
  'not-exported': 'This sheet is not of this bucket. Export one, and paste into it.',
  'origin-changed':
    'The hidden sheet that says what was exported has been changed. Export a new one, and paste into it.',
} as const;

function describeRefusal(refusal: FileRefusal): string {
  switch (refusal.kind) {
    case 'unreadable':
      return refusal.sentence;
    case 'other-bucket':
      return `This sheet is of ${classLabel(refusal.cob)}, ${refusal.partner}.`;
    case 'not-exported':
    case 'origin-changed':
      return SENTENCES[refusal.kind];
  }
}
