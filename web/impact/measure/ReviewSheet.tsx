import { useMemo } from 'react';
import type { Bucket, BucketDraft } from '#contract/bucket.ts';
import type { Figure } from '#domain/impact/impact.ts';
import { addressOf } from '#web/bucket/address.ts';
import { useBucketDials } from '#web/bucket/query.ts';
import { useEscape } from '#web/kit/useEscape.ts';
import type { MeasureRequest } from '#web/impact/query.ts';
import { RisksSheet } from './RisksSheet.tsx';
import { nameDials } from '#web/impact/useDialNames.ts';
import classes from './ReviewSheet.module.css';

type ReviewSheetProps = Readonly<{
  bucket: Bucket;
  draft: BucketDraft;
  figure: Figure;
  /** The day it was measured on, or null if each risk was measured on its own date. */
  day: string | null;
  /** Whether the votes are shown beside it. */
  isBesidePanel: boolean;
  onClose: () => void;
}>;

/** The risks behind a figure of the draft in review, over the draft. */
export function ReviewSheet({ bucket, draft, figure, day, isBesidePanel, onClose }: ReviewSheetProps) {
  const live = bucket.live.entries;
  const { lookup } = useBucketDials(useMemo(() => [...live, ...draft.entries], [live, draft]));
  const request = useMemo(
    (): MeasureRequest => ({ entries: draft.entries, against: 'live', day: day ?? 'own' }),
    [draft, day],
  );
  useEscape(onClose);
  return (
    <RisksSheet
      address={addressOf(bucket)}
      request={request}
      figure={figure}
      day={day}
      nameDial={nameDials(draft.entries, [live], lookup).inSentence}
      onClose={onClose}
      className={isBesidePanel ? classes.beside : ''}
    />
  );
}
