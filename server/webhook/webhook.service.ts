import { randomUUID } from 'node:crypto';
import type { Trx } from '#server/db/transaction.ts';
import { insertDelivery } from './webhook.store.ts';

/** Writes a message to the outbox inside the caller's transaction: it is sent if, and only if, that one is committed. */
export async function queueWebhook(trx: Trx, kind: string, data: object, at: Date): Promise<void> {
  const payload = { type: kind, timestamp: at.toISOString(), data };
  await insertDelivery(trx, { id: randomUUID(), kind, payload, at });
}
