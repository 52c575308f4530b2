import { type DomainEvent, readBucketId } from '#domain/event/event.ts';
import {
  asksForVotes,
  isLiveBucketEvent,
  inSetOf,
  isNotified,
  isOfAppetite,
  liveEventsOf,
  notificationsOf,
  type EventOrigin,
  type RoundFacts,
  roundIn,
  SYSTEM,
} from '#domain/event/projection.ts';
import { sendsMessage, type WebhookMessage, webhookMessageOf } from '#domain/event/webhook.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Trx } from '#server/db/transaction.ts';
import { announce } from '#server/live/live.service.ts';
import { clearRequests, notifyPeople } from '#server/notification/notification.service.ts';
import { queueWebhook } from '#server/webhook/webhook.service.ts';
import type { Publish } from './change.ts';

/** Facts that events lack, read after the change; provided by the bucket and review services. */
export type Readers = Readonly<{
  /** The revision of each of these buckets. */
  revisions: (trx: Trx, bucketIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The review round of each bucket, by number or else the current one; electorate and participants where requested. */
  rounds: (
    trx: Trx,
    buckets: ReadonlyMap<string, number | undefined>,
    audience: AudienceRequest,
  ) => Promise<ReadonlyMap<string, RoundFacts>>;
  /** Everyone who may edit buckets. */
  editors: (trx: Trx) => Promise<readonly string[]>;
  /** Everyone who may confirm a raised appetite. */
  confirmers: (trx: Trx) => Promise<readonly string[]>;
  /** Everyone who may change engines and authority. */
  administrators: (trx: Trx) => Promise<readonly string[]>;
  /** The names of the partners, by number. */
  partnerNames: (trx: Trx) => Promise<ReadonlyMap<number, string>>;
}>;
/** The buckets whose electorate, or participants, are needed. */
export type AudienceRequest = Readonly<{ electorate: ReadonlySet<string>; participants: ReadonlySet<string> }>;
type Options = Readonly<{
  readers: Readers;
  publicUrl: string;
  /** Whether a webhook is configured. */
  webhooks: boolean;
  /** Writes the releases that these events make necessary. */
  release: (trx: Trx, events: readonly DomainEvent[], at: Date) => Promise<void>;
}>;

/** Only records the events: for commands and for changes the product makes itself. */
export const recordOnly: Publish = (trx, { events, by, at }) => recordAudit(trx, by?.id ?? null, events, at);

/** Creates notifications, webhook messages, live events and audit records from the events. */
export const publisher = ({ readers, publicUrl, webhooks, release }: Options): Publish => {
  async function messagesOf(
    trx: Trx,
    events: readonly DomainEvent[],
    rounds: ReadonlyMap<string, RoundFacts>,
    occasion: EventOrigin,
  ): Promise<WebhookMessage[]> {
    const sent = events.filter((event) => sendsMessage(event.action) || isOfAppetite(event));
    const names = sent.length === 0 ? new Map<number, string>() : await readers.partnerNames(trx);
    return sent.flatMap((event) => {
      const { partner: number } = readBucketId(event.object.id);
      const facts = { partner: { number, name: names.get(number) ?? '' }, round: rounds.get(event.object.id) };
      return webhookMessageOf(event, occasion, facts, publicUrl) ?? [];
    });
  }

  return async (trx, { events, by, at }) => {
    const author = by ?? SYSTEM;
    const occasion = { by: author, at: at.toISOString() };
    const bucketsOf = (matches: (name: (typeof events)[number]['action']) => boolean) => [
      ...new Set(events.filter(({ action }) => matches(action)).map(({ object }) => object.id)),
    ];
    const audience = {
      electorate: new Set(bucketsOf(asksForVotes)),
      participants: new Set(bucketsOf((name) => name === 'bucket_commented')),
    };
    const named = new Map(
      events.flatMap((event) => (roundIn(event) === undefined ? [] : [[event.object.id, roundIn(event)]])),
    );
    const reviewed = new Map(bucketsOf(isNotified).map((id) => [id, named.get(id)]));
    const rounds = reviewed.size === 0 ? new Map<string, RoundFacts>() : await readers.rounds(trx, reviewed, audience);
    const recorded = events.map((event) => inSetOf(event, rounds.get(event.object.id)));
    const has = (name: DomainEvent['action']) => events.some(({ action }) => action === name);
    const groups = {
      ...(has('bucket_stopped') && { editors: await readers.editors(trx) }),
      ...((has('engine_behind') || has('authority_proposed') || has('bucket_unsignable')) && {
        administrators: await readers.administrators(trx),
      }),
      ...(has('bucket_appetite_proposed') && { confirmers: await readers.confirmers(trx) }),
    };
    for (const notification of notificationsOf(events, author, (id) => rounds.get(id), groups))
      await notifyPeople(trx, notification, at);
    const voted = bucketsOf((name) => name === 'bucket_voted');
    if (voted.length > 0) await clearRequests(trx, author.id, voted, at);
    if (webhooks) await queueWebhook(trx, ...(await messagesOf(trx, events, rounds, occasion)));
    const live = bucketsOf(isLiveBucketEvent);
    const revisions = live.length === 0 ? new Map<string, string>() : await readers.revisions(trx, live);
    await announce(
      trx,
      liveEventsOf(events, occasion, (id) => revisions.get(id) ?? ''),
    );
    // Releases are numbered under a lock, too.
    await release(trx, events, at);
    // Appending locks the end of the audit chain until commit, so it comes last.
    await recordOnly(trx, { events: recorded, by, at });
  };
};
