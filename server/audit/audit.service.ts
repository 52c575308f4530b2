import { chainText, recordTime } from '#domain/audit/chain.ts';
import type { DomainEvent, EventName } from '#domain/event/event.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { appendRecords, findLast, listOf, lockHead, readHead, type RecordFilter } from './audit.store.ts';
import { createHash } from 'node:crypto';

/**
 * Appends records to the chain in the caller's transaction, so that a change and its record are atomic. The end of the
 * chain is locked until that transaction ends: call this last. `clock` is the time of the change; the recorded time is
 * fixed under the lock, so that no record is older than the one before it.
 */
export async function recordAudit(
  trx: Trx,
  actorId: string | null,
  events: readonly DomainEvent[],
  clock: Date,
): Promise<void> {
  if (events.length === 0) return;
  const end = await lockHead(trx);
  const at = new Date(recordTime(clock.getTime(), end.at?.getTime()));
  let { hash } = end;
  const rows = events.map((event) => {
    const previous = hash;
    hash = hashOfRecord(previous, { at: at.toISOString(), actorId, ...event });
    return {
      at,
      actor_id: actorId,
      action: event.action,
      object_type: event.object.type,
      object_id: event.object.id,
      detail: JSON.stringify(event.detail),
      previous_hash: previous,
      hash,
    };
  });
  await appendRecords(trx, rows, { hash, at });
}

/** Whether anything was recorded yet. */
export const hasRecords = async (db: Db): Promise<boolean> => (await readHead(db)).count > 0;

export type ShownRecord = Readonly<{
  seq: number;
  at: string;
  by: Readonly<{ id: string; name: string }> | null;
  action: string;
  detail: unknown;
  hash: string;
  previous_hash: string;
}>;

/** The newest records of an object, oldest first, and whether there are older ones. */
export async function recordsOf(
  db: Db,
  filter: RecordFilter,
  limit: number,
): Promise<{ records: ShownRecord[]; cut: boolean }> {
  const rows = await listOf(db, filter, limit + 1);
  const records = rows.slice(0, limit).map(({ seq, at, actor_id, name, ...row }) => ({
    seq: Number(seq),
    at: at.toISOString(),
    by: actor_id === null ? null : { id: actor_id, name: name ?? '' },
    ...row,
  }));
  return { records: records.toReversed(), cut: rows.length > limit };
}

/** Whether a record still matches its hash. */
export function isUnchanged(
  { at, by, action, detail, hash, previous_hash }: ShownRecord,
  object: DomainEvent['object'],
) {
  return hashOfRecord(previous_hash, { at, actorId: by?.id ?? null, action, object, detail }) === hash;
}

export type LastEvent<A extends EventName> = Readonly<{ action: A; at: Date; by: string; detail: object }>;

/** The newest of these events on an object whose detail matches, with the name of the person. */
export async function findLastEvent<A extends EventName>(
  db: Db,
  object: DomainEvent['object'],
  actions: readonly A[],
  detail?: object,
): Promise<LastEvent<A> | undefined> {
  const found = await findLast(db, object, actions, detail);
  return found && { action: found.action as A, at: found.at, by: found.name ?? 'Lineslip', detail: found.detail };
}

/** A record as it was read: exactly this is verified. */
export type ReadRecord = Readonly<{
  at: string;
  actorId: string | null;
  action: string;
  object: Readonly<{ type: string; id: string }>;
  detail: unknown;
}>;

/** The hash of a record that follows that other hash. */
export function hashOfRecord(previous: string, { at, actorId, action, object, detail }: ReadRecord): string {
  const event = { action, object, detail } as unknown as DomainEvent;
  return createHash('sha256').update(chainText(previous, { at, actorId, event })).digest('hex');
}
