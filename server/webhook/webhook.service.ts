import { randomUUID } from 'node:crypto';
import type { WebhookMessage } from '#domain/event/webhook.ts';
import type { Trx } from '#server/db/transaction.ts';
import { insertDeliveries } from './webhook.store.ts';

/** Queues messages in the caller's transaction: they are sent if, and only if, that commits. */
export async function queueWebhook(trx: Trx, ...payloads: readonly WebhookMessage[]): Promise<void> {
  await insertDeliveries(
    trx,
    payloads.map((payload) => ({
      id: randomUUID(),
      kind: payload.type,
      payload,
      at: new Date(payload.timestamp),
    })),
  );
}
