import { randomUUID } from 'node:crypto';
import type { WebhookMessage } from '#domain/event/projection.ts';
import type { Trx } from '#server/db/transaction.ts';
import { insertDelivery } from './webhook.store.ts';

/** Queues a message in the caller's transaction: it is sent if, and only if, that commits. */
export async function queueWebhook(trx: Trx, payload: WebhookMessage): Promise<void> {
  await insertDelivery(trx, { id: randomUUID(), kind: payload.type, payload, at: new Date(payload.timestamp) });
}
