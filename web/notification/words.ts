import type { Notification } from '#contract/notification.ts';
import { describeDeed } from '#domain/event/deed.ts';
import { deedOf, EVENT_WORDS } from '#domain/event/words.ts';
import { bucketAddress } from '#web/bucket/address.ts';

export function notificationText({ kind, by }: Pick<Notification, 'kind' | 'by'>): string {
  if (by === null) return EVENT_WORDS[kind].label;
  if (kind === 'bucket_vote_discounted') return `${by.name}’s vote no longer counts`;
  return describeDeed({ by: by.name, ...deedOf(kind) }).replace(/\.$/, '');
}

/** What went live is on the bucket's page, everything else on that of its draft. */
export function notificationAddress({ kind, cob, partner }: Pick<Notification, 'kind' | 'cob' | 'partner'>): string {
  const bucket = bucketAddress({ partner: partner.number, cob });
  return kind === 'bucket_activated' ? bucket : `${bucket}/draft`;
}
