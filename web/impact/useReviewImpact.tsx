import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { Figure } from '#domain/impact/impact.ts';
import { measurementOf } from '#domain/review/measured.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { addressOf } from '#web/bucket/address.ts';
import { later } from '#web/base/page/later.tsx';

const ReviewSheet = later(async () => (await import('#web/impact/measure/ReviewSheet.tsx')).ReviewSheet);

/** The polling interval while it is being measured. */
const POLL_INTERVAL_MS = 1_000;

/** The impact measured at submit; nothing for a draft that was never submitted. */
export function useReviewImpact(bucket: Bucket) {
  const query = useApiQuery(
    'readReviewImpact',
    { params: addressOf(bucket) },
    {
      enabled: bucket.draft?.review != null,
      refetchInterval: ({ state }) => (state.data?.missing === 'on-its-way' ? POLL_INTERVAL_MS : false),
    },
  );
  const stored = measurementOf(query.data?.stored ?? []);
  /** How risks were measured at submit, while the same portfolio is in use. */
  const measured = useMemo(
    () => (stored?.is_used === true ? ({ against: 'live', day: stored.day ?? 'own' } as const) : undefined),
    [stored],
  );
  const [figure, show] = useState<Figure>();
  const hide = useCallback(() => show(undefined), []);
  const sheet = (isBesidePanel: boolean): ReactNode =>
    figure !== undefined &&
    bucket.draft !== null && (
      <Suspense>
        <ReviewSheet
          bucket={bucket}
          draft={bucket.draft}
          figure={figure}
          day={stored?.day ?? null}
          isBesidePanel={isBesidePanel}
          onClose={hide}
        />
      </Suspense>
    );
  return { query, stored, measured, show, sheet };
}

export type ReviewImpact = ReturnType<typeof useReviewImpact>;
