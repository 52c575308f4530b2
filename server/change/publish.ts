import {
  isLiveBucketEvent,
  isNotified,
  liveEventOf,
  notificationsOf,
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
  /** The newest review round of each of these buckets; those who are told are read where that is asked for. */
  rounds: (trx: Trx, bucketIds: readonly string[], asked: AskedPeople) => Promise<ReadonlyMap<string, RoundFacts>>;
}>;
/** The buckets whose electorate, and whose participants, are asked for. */
export type AskedPeople = Readonly<{ electorate: ReadonlySet<string>; participants: ReadonlySet<string> }>;
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
      const asked = {
        electorate: new Set(bucketsOf((name) => name === 'bucket_submitted')),
        participants: new Set(bucketsOf((name) => name === 'bucket_commented')),
      };
      const reviewed = bucketsOf(isNotified);
      const rounds = reviewed.length === 0 ? new Map<string, RoundFacts>() : await readers.rounds(trx, reviewed, asked);
      for (const news of notificationsOf(events, by, (id) => rounds.get(id))) await notifyPeople(trx, news, at);
      for (const event of webhooks ? events : []) {
        const round = rounds.get(event.object.id);
        const message = round && webhookMessageOf(event, occasion, round, publicUrl);
        if (message) await queueWebhook(trx, message);
      }
      const live = bucketsOf(isLiveBucketEvent);
      const revisions = live.length === 0 ? new Map<string, string>() : await readers.revisions(trx, live);
      await announce(
        trx,
        events.flatMap((event) => liveEventOf(event, occasion, (id) => revisions.get(id) ?? '') ?? []),
      );
    }
    // The end of the chain is locked until the transaction ends, so the records come last.
    await recordOnly(trx, { events, by, at });
  };
