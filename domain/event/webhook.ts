import { findClass } from '#domain/cob/class-of-business.ts';
import { type DetailOf, type DomainEvent, type EventName, type EventOf, readBucketId } from './event.ts';
import type { AppetiteEvent } from './live.ts';
import { actorOf, type EventOrigin, isNotified, isOfAppetite, type RoundFacts } from './projection.ts';

type Discounted = DetailOf<'bucket_vote_discounted'>;

export type WebhookMessage = Readonly<{ type: string; timestamp: string; data: object }>;

/** What a message says of its bucket, and of its review if it is about one. */
type MessageFacts = Readonly<{ partner: RoundFacts['partner']; round: RoundFacts | undefined }>;

export const sendsMessage = (name: EventName): boolean =>
  isNotified(name) || name === 'bucket_stopped' || name === 'bucket_restarted';
const PAGE_OF_BUCKET: ReadonlySet<EventName> = new Set(['bucket_activated', 'bucket_stopped', 'bucket_restarted']);

/** One message per event, whatever the number of recipients. */
export function webhookMessageOf(
  event: DomainEvent,
  { by, at }: EventOrigin,
  { partner, round }: MessageFacts,
  publicUrl: string,
): WebhookMessage | undefined {
  if (isOfAppetite(event)) return appetiteMessageOf(event, { by, at }, partner, publicUrl);
  const { action, detail } = event;
  const isStop = action === 'bucket_stopped';
  if (!sendsMessage(action) || (round === undefined && !isStop)) return undefined;
  const { cob } = readBucketId(event.object.id);
  const page = `${publicUrl}/syndicate/${partner.number}/bucket/${cob}`;
  const { choice, because } = detail as Partial<Discounted>;
  const text =
    action === 'bucket_commented'
      ? event.detail.text
      : action === 'bucket_unsignable'
        ? event.detail.reasons.join('; ')
        : undefined;
  const data = {
    url: PAGE_OF_BUCKET.has(action) ? page : `${page}/draft`,
    bucket: { cob, class: findClass(cob)?.label ?? cob, partner },
    by: actorOf(event, by, round),
    ...(round && !isStop && { review: reviewOf(round) }),
    ...(choice && { choice }),
    ...(because && { because }),
    ...(text && { text }),
    ...(isStop && { reason: event.detail.reason, stop: event.detail.stop }),
    ...(action === 'bucket_restarted' && { stop: event.detail.stop }),
  };
  return { type: action, timestamp: at, data };
}

const reviewOf = (round: RoundFacts) => {
  const { number, description, submitted_at, submitted_by, outcome, content_hash, live_on, restart, set } = round;
  return {
    round: number,
    description,
    submitted_at,
    submitted_by,
    outcome,
    content_hash,
    ...(live_on && { live_on }),
    ...(restart && { restart }),
    ...(set && { set }),
  };
};

/** The same for a change of an appetite, which no round is about. */
function appetiteMessageOf(
  { action, object, detail }: EventOf<AppetiteEvent>,
  { by, at }: EventOrigin,
  partner: MessageFacts['partner'],
  publicUrl: string,
): WebhookMessage {
  const { cob } = readBucketId(object.id);
  const data = {
    url: `${publicUrl}/syndicate/${partner.number}/bucket/${cob}`,
    bucket: { cob, class: findClass(cob)?.label ?? cob, partner },
    by,
    appetite: detail,
  };
  return { type: action, timestamp: at, data };
}
