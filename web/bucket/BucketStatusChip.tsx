import type { Bucket } from '#contract/bucket.ts';
import { writeDay } from '#domain/day/day.ts';
import { formatShortDay } from '#web/kit/format.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';

/** What the header of a bucket says; `otherwise`: if it says nothing. */
export function BucketStatusChip({
  bucket: { header, draft, stop },
  otherwise,
}: Readonly<{ bucket: Pick<Bucket, 'header' | 'draft' | 'stop'>; otherwise: Bucket['status'] }>) {
  // Not the good news about a live version that answers nothing.
  if (stop !== null && (header === 'draft_approved' || (header ?? otherwise) === 'active'))
    return <StatusChip status="stopped" />;
  const day = draft?.review?.live_on;
  const earlier = draft?.review?.earlier;
  if (earlier)
    return <StatusChip status="review_requested" label={`Earlier day asked: ${formatShortDay(earlier.live_on)}`} />;
  return (
    <StatusChip
      status={header ?? otherwise}
      label={header === 'draft_scheduled' && day ? `Approved · live on ${writeDay(day)}` : undefined}
    />
  );
}
