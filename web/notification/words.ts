import type { Notification } from '#contract/notification.ts';
import { describeActionText } from '#domain/event/action-text.ts';
import { actionTextForDrafts, EVENT_WORDS } from '#domain/event/words.ts';
import { bucketAddress, classLabel, partnerText } from '#web/bucket/address.ts';
import type { Requirement } from '#domain/user/permission.ts';
import { grantAddress } from '#web/user/query.ts';
import { proposalAddress, reviewSetAddress } from '#web/review/address.ts';

type DescribedNotification = Pick<
  Notification,
  'kind' | 'by' | 'set' | 'proposal' | 'buckets' | 'choice' | 'comments' | 'role' | 'text'
>;

export function notificationText(notification: DescribedNotification): string {
  const { kind, by, set, proposal, buckets, choice, comments, role, text: engine } = notification;
  if (kind === 'engine_behind') return `${engine} does not run what is live`;
  if (by === null) return kind === 'bucket_activated' ? 'This draft went live on its day' : EVENT_WORDS[kind].label;
  if (kind === 'person_access_requested') return `${by.name} asks for access as ${role}`;
  if (kind === 'person_access_granted') return `${by.name} granted you access, as you asked`;
  if (kind === 'bucket_stopped' && buckets > 1) return `${by.name} stopped ${buckets} buckets`;
  if (comments > 1) return `${comments} comments, the last by ${by.name}`;
  if (proposal !== null) {
    if (kind === 'bucket_appetite_changed')
      return `${by.name} confirmed the raised appetite of ${proposal.buckets > 1 ? `${proposal.buckets} buckets` : 'this bucket'}`;
    const text = actionTextForDrafts(kind, proposal.buckets, 'buckets');
    return describeActionText({ by: by.name, ...text }).replace(/\.$/, '');
  }
  const drafts = set?.buckets ?? 1;
  if (kind === 'bucket_vote_discounted')
    return `${by.name}’s ${drafts > 1 ? `votes on ${drafts} drafts are not counted` : 'vote is not counted'}`;
  if (kind === 'bucket_voted' && choice !== null)
    return `${by.name} voted to ${choice} ${drafts > 1 ? `${drafts} drafts` : 'this draft'}`;
  return describeActionText({ by: by.name, ...actionTextForDrafts(kind, drafts) }).replace(/\.$/, '');
}

type NotificationTarget = Pick<Notification, 'kind' | 'by' | 'bucket' | 'buckets' | 'role' | 'set' | 'proposal'>;

/** The page it is about, and the permission to view that; null if its recipients may. */
export type NotificationPage = Readonly<{ to: string; needs: Requirement | null }>;

/** Several buckets link to the page of their set, activations and stops to the bucket, the rest to the draft. */
export function notificationPage(
  { kind, by, bucket, buckets, role, set, proposal }: NotificationTarget,
  seesSets: boolean,
): NotificationPage | undefined {
  if (kind === 'engine_behind') return { to: '/admin?tab=engines', needs: { scope: 'admin', action: 'view' } };
  if (bucket === null)
    return kind === 'person_access_requested' && by !== null && role !== null
      ? { to: grantAddress(by.id, role), needs: { scope: 'user', action: 'view' } }
      : undefined;
  if (proposal !== null) return { to: proposalAddress(proposal.id), needs: null };
  const needs = { scope: 'bucket', action: 'view' } as const;
  if (set !== null && set.buckets > 1 && seesSets) return { to: reviewSetAddress(set.id), needs };
  const page = bucketAddress({ partner: bucket.partner.number, cob: bucket.cob });
  if (kind === 'bucket_stopped') return { to: buckets > 1 ? '/syndicate' : page, needs };
  const isLive = kind === 'bucket_activated' || kind === 'bucket_appetite_changed' || kind === 'bucket_outcome_drifted';
  return { to: isLive ? page : `${page}/draft`, needs };
}

/** What someone wrote; the text of an engine is its name. */
export const notificationQuote = ({ kind, text }: Pick<Notification, 'kind' | 'text'>): string =>
  kind === 'engine_behind' ? '' : text;

/** "Cargo, 9101 Alder"; for several buckets the name of the set; nothing if it is about a person. */
export function notificationSubject({
  kind,
  bucket,
  buckets,
  set,
  proposal,
}: Pick<NotificationTarget, 'kind' | 'bucket' | 'buckets' | 'set' | 'proposal'>): string {
  if (kind === 'bucket_stopped' && buckets > 1) return '';
  if (proposal !== null && proposal.buckets > 1) return '';
  if (set !== null && set.buckets > 1) return set.title;
  return bucket === null ? '' : `${classLabel(bucket.cob)}, ${partnerText(bucket.partner)}`;
}
