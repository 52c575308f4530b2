import type { Notification } from '#contract/notification.ts';
import { bucketAddress } from '#web/bucket/address.ts';

/** What happened, after the name of who did it. */
const DID = {
  review_asked: 'asked for a review',
  voted: 'voted on your draft',
  activated: 'approved it: the draft is Active',
  sent_back: 'rejected it: the draft is back to Draft',
  review_cancelled: 'cancelled the reviews',
} as const satisfies Record<Exclude<Notification['kind'], 'vote_discounted'>, string>;

/** Where nobody is named. */
const HAPPENED = {
  review_asked: 'A review was asked for',
  voted: 'Someone voted on your draft',
  vote_discounted: 'A vote no longer counts',
  activated: 'The draft is Active',
  sent_back: 'The draft is back to Draft',
  review_cancelled: 'The reviews were cancelled',
} as const satisfies Record<Notification['kind'], string>;

type Said = Pick<Notification, 'kind' | 'by'>;

export function notificationText({ kind, by }: Said): string {
  if (by === null) return HAPPENED[kind];
  return kind === 'vote_discounted' ? `${by.name}’s vote no longer counts` : `${by.name} ${DID[kind]}`;
}

/** What went live is on the bucket's page, everything else on that of its draft. */
export function notificationAddress({ kind, cob, partner }: Pick<Notification, 'kind' | 'cob' | 'partner'>): string {
  const bucket = bucketAddress({ partner: partner.number, cob });
  return kind === 'activated' ? bucket : `${bucket}/draft`;
}
