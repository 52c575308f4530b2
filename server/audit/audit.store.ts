import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { AuditEventRow, Schema } from '#server/db/schema.ts';

/** The end of the chain, locked until the transaction ends. */
export async function lockHead(trx: Transaction<Schema>): Promise<string> {
  const { hash } = await trx.selectFrom('audit_head').select('hash').forUpdate().executeTakeFirstOrThrow();
  return hash;
}

export async function appendRecords(
  trx: Transaction<Schema>,
  rows: readonly Insertable<AuditEventRow>[],
  head: string,
): Promise<void> {
  await trx.insertInto('audit_event').values(rows).execute();
  await trx.updateTable('audit_head').set({ hash: head }).execute();
}

/** The newest record of one of these actions on an object, with who did it. */
export async function findLast(
  db: Kysely<Schema>,
  object: Readonly<{ type: string; id: string }>,
  actions: readonly string[],
  detail: object = {},
): Promise<{ action: string; at: Date; name: string | null } | undefined> {
  return db
    .selectFrom('audit_event as e')
    .leftJoin('person as p', 'p.id', 'e.actor_id')
    .select(['e.action', 'e.at', 'p.name'])
    .where('e.object_type', '=', object.type)
    .where('e.object_id', '=', object.id)
    .where('e.action', 'in', actions)
    .where(sql<boolean>`e.detail @> ${JSON.stringify(detail)}::jsonb`)
    .orderBy('e.seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function listOf(db: Kysely<Schema>, object: Readonly<{ type: string; id: string }>) {
  return db
    .selectFrom('audit_event as e')
    .leftJoin('person as p', 'p.id', 'e.actor_id')
    .select(['e.seq', 'e.at', 'e.actor_id', 'p.name', 'e.action', 'e.detail', 'e.hash', 'e.previous_hash'])
    .where('e.object_type', '=', object.type)
    .where('e.object_id', '=', object.id)
    .orderBy('e.seq')
    .execute();
}

export type ChainRow = Awaited<ReturnType<typeof listAfter>>[number];

/** Whole records in the order they were written. Times go to the millisecond; what is finer was not written by us. */
export async function listAfter(db: Kysely<Schema>, seq: string | undefined, limit: number) {
  return db
    .selectFrom('audit_event')
    .selectAll()
    .select(sql<boolean>`date_trunc('milliseconds', at) <> at`.as('finer_than_written'))
    .$if(seq !== undefined, (query) => query.where(sql<boolean>`seq > ${seq}::bigint`))
    .orderBy('seq')
    .limit(limit)
    .execute();
}

export async function readHead(db: Kysely<Schema>): Promise<string> {
  const { hash } = await db.selectFrom('audit_head').select('hash').executeTakeFirstOrThrow();
  return hash;
}
