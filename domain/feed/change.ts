import { type BucketAddress, type DomainEvent, readBucketId } from '#domain/event/event.ts';

/** What a release changed in a bucket. */
export type BucketChange = BucketAddress &
  Readonly<{
    action: 'activated' | 'scheduled' | 'unscheduled' | 'appetite' | 'stopped' | 'restarted' | 'added' | 'review';
    /** The version, day or appetite that it has now; null where the action says enough. */
    became: string | null;
  }>;

export type ReleaseChange = Readonly<{ total: number; buckets: readonly BucketChange[] }>;

/** A release that changed more buckets names the first of them. */
export const MAX_NAMED_BUCKETS = 100;

/** The change of the one bucket that an event is about; undefined for events that no release shows. */
function changeOf(event: DomainEvent): BucketChange | undefined {
  const address = event.object.type === 'bucket' ? readBucketId(event.object.id) : undefined;
  if (address === undefined) return undefined;
  const change = (action: BucketChange['action'], became: string | number | null = null) => ({
    ...address,
    action,
    became: became === null ? null : String(became),
  });
  switch (event.action) {
    case 'bucket_added':
      return change('added', event.detail.appetite);
    case 'bucket_activated':
      return change('activated', event.detail.number);
    case 'bucket_restarted':
      return change('restarted', event.detail.number);
    case 'bucket_stopped':
      return change('stopped');
    case 'bucket_appetite_changed':
      return change('appetite', event.detail.became);
    case 'bucket_scheduled':
      return change('scheduled', event.detail.live_on);
    case 'bucket_put_off':
      return change('scheduled', event.detail.became);
    case 'bucket_called_off':
    case 'bucket_go_live_stopped':
      return change('unscheduled');
    case 'bucket_submitted':
    case 'bucket_reviews_cancelled':
    case 'bucket_sent_back':
      return change('review');
    default:
      return undefined;
  }
}

/** Each bucket once: an activation says more than the restart that came with it. */
export function changesOf(events: readonly DomainEvent[]): ReleaseChange {
  const changes = new Map<string, BucketChange>();
  for (const event of events) {
    const change = changeOf(event);
    if (change !== undefined && changes.get(event.object.id)?.action !== 'activated')
      changes.set(event.object.id, change);
  }
  return { total: changes.size, buckets: [...changes.values()].slice(0, MAX_NAMED_BUCKETS) };
}
