import { createHash } from 'node:crypto';
import { chainText } from '#domain/audit/chain.ts';
import type { AuditEvent } from '#domain/audit/event.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { appendRecords, findLast, lockHead } from './audit.store.ts';

/**
 * Appends records to the chain inside the caller's transaction, so that a change and its record stand or fall together.
 * The end of the chain is locked until that transaction ends: call this last.
 */
export async function recordAudit(
  trx: Trx,
  actorId: string | null,
  events: readonly AuditEvent[],
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  let head = await lockHead(trx);
  const rows = events.map((event) => {
    const previous = head;
    head = createHash('sha256')
      .update(chainText(previous, { at: at.toISOString(), actorId, event }))
      .digest('hex');
    return {
      at,
      actor_id: actorId,
      action: event.action,
      object_type: event.object.type,
      object_id: event.object.id,
      detail: JSON.stringify(event.detail),
      previous_hash: previous,
      hash: head,
    };
  });
  await appendRecords(trx, rows, head);
}

/** Who did this to the object last, and when. */
export async function findLastRecord(
  db: Db | Trx,
  { action, object }: Pick<AuditEvent, 'action' | 'object'>,
): Promise<{ by: string; at: Date } | undefined> {
  return findLast(db, action, object);
}
