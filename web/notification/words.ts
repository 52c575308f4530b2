import type { Notification } from '#contract/notification.ts';
import { describeActionText } from '#domain/event/deed.ts';
import { deedOfSeveral, EVENT_WORDS } from '#domain/event/words.ts';
import { bucketAddress, classLabel, partnerText } from '#web/bucket/address.ts';
import { reviewSetAddress } from '#web/review/address.ts';

type Told = Pick<Notification, 'kind' | 'by' | 'set' | 'choice'>;

export function notificationText({ kind, by, set, choice }: Told): string {
  if (by === null) return EVENT_WORDS[kind].label;
  const drafts = set?.buckets ?? 1;
  if (kind === 'bucket_vote_discounted')
    return `${by.name}’s ${drafts > 1 ? `votes on ${drafts} drafts are not counted` : 'vote is not counted'}`;
  if (kind === 'bucket_voted' && choice !== null)
    return `${by.name} voted to ${choice} ${drafts > 1 ? `${drafts} drafts` : 'this draft'}`;
  return describeActionText({ by: by.name, ...deedOfSeveral(kind, drafts) }).replace(/\.$/, '');
}

type Place = Pick<Notification, 'kind' | 'cob' | 'partner' | 'set'>;

/** What is about several buckets is on the page of their set, what went live on the bucket's, the rest on the draft's. */
export function notificationAddress({ kind, cob, partner, set }: Place, seesSets: boolean): string {
  if (set !== null && set.buckets > 1 && seesSets) return reviewSetAddress(set.id);
  const bucket = bucketAddress({ partner: partner.number, cob });
  return kind === 'bucket_activated' ? bucket : `${bucket}/draft`;
}

/** "Cargo, 9101 Alder"; of several buckets what the set is called. */
export const notificationSubject = ({ cob, partner, set }: Place): string =>
  set !== null && set.buckets > 1 ? set.title : `${classLabel(cob)}, ${partnerText(partner)}`;
