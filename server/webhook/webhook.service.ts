import { randomUUID } from 'node:crypto';
import type { WebhookMessage } from '#domain/event/projection.ts';
import type { Trx } from '#server/db/transaction.ts';
import { insertDelivery } from './webhook.store.ts';

/** Writes a message to the outbox inside the caller's transaction: it is sent if, and only if, that one is committed. */
export async function queueWebhook(trx: Trx, payload: WebhookMessage): Promise<void> {
  await insertDelivery(trx, { id: randomUUID(), kind: payload.type, payload, at: new Date(payload.timestamp) });
}
