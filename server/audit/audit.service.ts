import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Page } from '#contract/page.ts';
import { chainText, recordTime } from '#domain/audit/chain.ts';
import type { DomainEvent, EventName } from '#domain/event/event.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import { appendRecords, findLast, listOf, lockHead, readHead, type RecordFilter } from './audit.store.ts';

/**
 * Appends records to the chain in the caller's transaction, so that a change and its record are atomic. The end of the
 * chain is locked until that transaction ends: call this last. `clock` is the time of the change; the recorded time is
 * fixed under the lock, so that no record is older than the one before it.
 */
export const recordAudit = (
  trx: Trx,
  actorId: string | null,
  events: readonly DomainEvent[],
  clock: Date,
): Promise<void> => recordOccasions(trx, [{ actorId, events, clock }]);

/** What one person did at one time. */
export type AuditOccasion = Readonly<{ actorId: string | null; events: readonly DomainEvent[]; clock: Date }>;

/** The same for several changes of one transaction, in their order. */
export async function recordOccasions(trx: Trx, occasions: readonly AuditOccasion[]): Promise<void> {
  if (occasions.every(({ events }) => events.length === 0)) return;
  const end = await lockHead(trx);
  let { hash } = end;
  let at = end.at;
  const rows = occasions.flatMap(({ actorId, events, clock }) => {
    const time = new Date(recordTime(clock.getTime(), at?.getTime()));
    if (events.length > 0) at = time;
    return events.map((event) => {
      const previous = hash;
      hash = hashOfRecord(previous, { at: time.toISOString(), actorId, ...event });
      return {
        at: time,
        actor_id: actorId,
        action: event.action,
        object_type: event.object.type,
        object_id: event.object.id,
        detail: JSON.stringify(event.detail),
        previous_hash: previous,
        hash,
      };
    });
  });
  for (let start = 0; start < rows.length; start += MAX_ROWS) {
    const batch = rows.slice(start, start + MAX_ROWS);
    const last = batch.at(-1);
    if (last !== undefined) await appendRecords(trx, batch, last);
  }
}

/** Per statement: the protocol limits its parameters. */
const MAX_ROWS = 1000;

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
    ...row,
    ...presentActor({ at, actor_id, name }),
    seq: Number(seq),
  }));
  return { records: records.toReversed(), cut: rows.length > limit };
}

/** Who did something with an object, and when, newest first. */
export async function listActions(
  db: Db,
  filter: RecordFilter,
  { cursor, limit }: Paged,
): Promise<Page<Readonly<{ by: ShownRecord['by']; at: string }>>> {
  const rows = await listOf(db, { ...filter, below: readCursor(z.int(), cursor) }, limit + 1);
  const { items, next } = cutPage(rows, limit, ({ seq }) => Number(seq));
  return { items: items.map(presentActor), next };
}

const presentActor = ({
  at,
  actor_id,
  name,
}: Readonly<{ at: Date; actor_id: string | null; name: string | null }>) => ({
  at: at.toISOString(),
  by: actor_id === null ? null : { id: actor_id, name: name ?? '' },
});

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
