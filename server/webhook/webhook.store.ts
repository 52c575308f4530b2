import { sql } from 'kysely';
import type { CardImpact } from '#domain/event/card.ts';
import type { Db } from '#server/db/connect.ts';

export type NewDelivery = Readonly<{ id: string; kind: string; payload: object; at: Date }>;

export async function insertDeliveries(trx: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await trx
    .insertInto('webhook_delivery')
    .values(
      deliveries.map(({ id, kind, payload, at }) => ({
        id,
        kind,
        payload: JSON.stringify(payload),
        created_at: at,
        next_at: at,
      })),
    )
    .execute();
}

export type Due = Readonly<{ id: string; payload: Record<string, unknown>; attempts: number }>;

/**
 * Claims due messages, oldest first, and counts the attempt at once. Concurrent servers get different ones. If a server
 * dies, the message can be claimed again after `until`.
 */
export async function claimDue(db: Db, at: Date, until: Date, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update webhook_delivery set attempts = attempts + 1, next_at = ${until}
    where id in (
      select id from webhook_delivery where next_at <= ${at} order by next_at, created_at
      limit ${limit} for update skip locked)
    returning id, payload, attempts`.execute(db);
  return rows;
}

export async function setDelivered(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ delivered_at: at, next_at: null, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Schedules a retry; without a time the message is abandoned. */
export async function setFailed(db: Db, id: string, error: string, nextAt: Date | null): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ last_error: error, next_at: nextAt })
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .execute();
}

/** What was measured of the newest round with this content: the risks that change, of all. */
export async function findImpact(db: Db, contentHash: string): Promise<CardImpact> {
  const { rows } = await sql<NonNullable<CardImpact>>`
    select i.measured->>'day' as day, (i.measured->'impact'->'changed'->>'risks')::int as changed, (i.measured->'impact'->'all'->>'risks')::int as "all"
    from review_round r join review_impact i on i.round_id = r.id
    where r.content_hash = ${contentHash} and i.measured is not null
    order by r.submitted_at desc, i.number desc limit 1`.execute(db);
  return rows[0] ?? null;
}
