import {
  isLiveBucketEvent,
  isNotified,
  liveEventOf,
  noticeOf,
  type RoundFacts,
  webhookMessageOf,
} from '#domain/event/projection.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Trx } from '#server/db/transaction.ts';
import { announce } from '#server/live/live.service.ts';
import { notifyPeople } from '#server/notification/notification.service.ts';
import { queueWebhook } from '#server/webhook/webhook.service.ts';
import type { Publish } from './change.ts';

/** What an event does not say itself, read after the change; given by those who keep buckets and reviews. */
export type Readers = Readonly<{
  /** The revision of each of these buckets. */
  revisions: (trx: Trx, bucketIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The newest review round of a bucket; who may vote on it is read where that is asked for. */
  round: (trx: Trx, bucketId: string, withElectorate: boolean) => Promise<RoundFacts>;
}>;
type Options = Readonly<{
  readers: Readers;
  publicUrl: string;
  /** Whether somebody outside is told. */
  webhooks: boolean;
}>;

/** What was changed here leaves a record, and nothing else: for commands, and for what the product does itself. */
export const recordOnly: Publish = (trx, { events, by, at }) => recordAudit(trx, by?.id ?? null, events, at);

/** Notifications, webhook messages, live events and audit records, each made from what happened. */
export const publisher =
  ({ readers, publicUrl, webhooks }: Options): Publish =>
  async (trx, { events, by, at }) => {
    if (by !== null) {
      const occasion = { by, at: at.toISOString() };
      const bucketsOf = (isAsked: (name: (typeof events)[number]['action']) => boolean) => [
        ...new Set(events.filter(({ action }) => isAsked(action)).map(({ object }) => object.id)),
      ];
      const rounds = new Map<string, RoundFacts>();
      const submitted = new Set(bucketsOf((name) => name === 'bucket_submitted'));
      for (const id of bucketsOf(isNotified)) rounds.set(id, await readers.round(trx, id, submitted.has(id)));
      for (const event of events) {
        const round = rounds.get(event.object.id);
        if (round === undefined) continue;
        const notice = noticeOf(event, by, round);
        if (notice) await notifyPeople(trx, notice.people, { ...notice, at, bucket_id: round.bucketId });
        const message = webhooks ? webhookMessageOf(event, occasion, round, publicUrl) : undefined;
        if (message) await queueWebhook(trx, message);
      }
      const live = bucketsOf(isLiveBucketEvent);
      const revisions = live.length === 0 ? new Map<string, string>() : await readers.revisions(trx, live);
      for (const event of events) {
        const told = liveEventOf(event, occasion, (id) => revisions.get(id) ?? '');
        if (told) await announce(trx, told);
      }
    }
    // The end of the chain is locked until the transaction ends, so the records come last.
    await recordOnly(trx, { events, by, at });
  };
