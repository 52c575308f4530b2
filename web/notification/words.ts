import type { Notification } from '#contract/notification.ts';
import { describeActionText } from '#domain/event/action-text.ts';
import { actionTextForDrafts, EVENT_WORDS } from '#domain/event/words.ts';
import { bucketAddress, classLabel, partnerText } from '#web/bucket/address.ts';
import type { Requirement } from '#domain/user/permission.ts';
import { grantAddress } from '#web/user/query.ts';
import { reviewSetAddress } from '#web/review/address.ts';

type DescribedNotification = Pick<Notification, 'kind' | 'by' | 'set' | 'choice' | 'comments' | 'role'>;

export function notificationText({ kind, by, set, choice, comments, role }: DescribedNotification): string {
  if (by === null) return kind === 'bucket_activated' ? 'This draft went live on its day' : EVENT_WORDS[kind].label;
  if (kind === 'person_access_requested') return `${by.name} asks for access as ${role}`;
  if (kind === 'person_access_granted') return `${by.name} granted you access, as you asked`;
  if (comments > 1) return `${comments} comments, the last by ${by.name}`;
  const drafts = set?.buckets ?? 1;
  if (kind === 'bucket_vote_discounted')
    return `${by.name}’s ${drafts > 1 ? `votes on ${drafts} drafts are not counted` : 'vote is not counted'}`;
  if (kind === 'bucket_voted' && choice !== null)
    return `${by.name} voted to ${choice} ${drafts > 1 ? `${drafts} drafts` : 'this draft'}`;
  return describeActionText({ by: by.name, ...actionTextForDrafts(kind, drafts) }).replace(/\.$/, '');
}

type NotificationTarget = Pick<Notification, 'kind' | 'by' | 'bucket' | 'role' | 'set'>;

/** The page it is about, and the permission to view that. */
export type NotificationPage = Readonly<{ to: string; needs: Requirement }>;

/** Several buckets link to the page of their set, an activation to the bucket, the rest to the draft. */
export function notificationPage(
  { kind, by, bucket, role, set }: NotificationTarget,
  seesSets: boolean,
): NotificationPage | undefined {
  if (bucket === null)
    return kind === 'person_access_requested' && by !== null && role !== null
      ? { to: grantAddress(by.id, role), needs: { scope: 'user', action: 'view' } }
      : undefined;
  const needs = { scope: 'bucket', action: 'view' } as const;
  if (set !== null && set.buckets > 1 && seesSets) return { to: reviewSetAddress(set.id), needs };
  const page = bucketAddress({ partner: bucket.partner.number, cob: bucket.cob });
  return { to: kind === 'bucket_activated' ? page : `${page}/draft`, needs };
}

/** "Cargo, 9101 Alder"; for several buckets the name of the set; nothing if it is about a person. */
export function notificationSubject({ bucket, set }: Pick<NotificationTarget, 'bucket' | 'set'>): string {
  if (set !== null && set.buckets > 1) return set.title;
  return bucket === null ? '' : `${classLabel(bucket.cob)}, ${partnerText(bucket.partner)}`;
}
