import type { Notification } from '#contract/notification.ts';
import { describeActionText } from '#domain/event/action-text.ts';
import { actionTextForDrafts, EVENT_WORDS } from '#domain/event/words.ts';
import { bucketAddress, classLabel, partnerText } from '#web/bucket/address.ts';
import { reviewSetAddress } from '#web/review/address.ts';

type DescribedNotification = Pick<Notification, 'kind' | 'by' | 'set' | 'choice' | 'comments'>;

export function notificationText({ kind, by, set, choice, comments }: DescribedNotification): string {
  if (by === null) return EVENT_WORDS[kind].label;
  if (comments > 1) return `${comments} comments, the last by ${by.name}`;
  const drafts = set?.buckets ?? 1;
  if (kind === 'bucket_vote_discounted')
    return `${by.name}’s ${drafts > 1 ? `votes on ${drafts} drafts are not counted` : 'vote is not counted'}`;
  if (kind === 'bucket_voted' && choice !== null)
    return `${by.name} voted to ${choice} ${drafts > 1 ? `${drafts} drafts` : 'this draft'}`;
  return describeActionText({ by: by.name, ...actionTextForDrafts(kind, drafts) }).replace(/\.$/, '');
}

type NotificationTarget = Pick<Notification, 'kind' | 'cob' | 'partner' | 'set'>;

/** Several buckets link to the page of their set, an activation to the bucket, the rest to the draft. */
export function notificationAddress({ kind, cob, partner, set }: NotificationTarget, seesSets: boolean): string {
  if (set !== null && set.buckets > 1 && seesSets) return reviewSetAddress(set.id);
  const bucket = bucketAddress({ partner: partner.number, cob });
  return kind === 'bucket_activated' ? bucket : `${bucket}/draft`;
}

/** "Cargo, 9101 Alder"; for several buckets the name of the set. */
export const notificationSubject = ({ cob, partner, set }: NotificationTarget): string =>
  set !== null && set.buckets > 1 ? set.title : `${classLabel(cob)}, ${partnerText(partner)}`;
