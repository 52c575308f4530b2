import type { Bucket } from '#contract/bucket.ts';
import { writeDay } from '#domain/day/day.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';

/** What the header of a bucket says; `otherwise`: if it says nothing. */
export function BucketStatusChip({
  bucket: { header, draft },
  otherwise,
}: Readonly<{ bucket: Pick<Bucket, 'header' | 'draft'>; otherwise: Bucket['status'] }>) {
  const day = draft?.review?.live_on;
  return (
    <StatusChip
      status={header ?? otherwise}
      label={header === 'draft_scheduled' && day ? `Approved · live on ${writeDay(day)}` : undefined}
    />
  );
}
