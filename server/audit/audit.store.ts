import type { Insertable, Kysely, Transaction } from 'kysely';
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

export async function findLast(
  db: Kysely<Schema>,
  action: string,
  object: Readonly<{ type: string; id: string }>,
): Promise<{ by: string; at: Date } | undefined> {
  return db
    .selectFrom('audit_event')
    .innerJoin('person', 'person.id', 'audit_event.actor_id')
    .select(['person.name as by', 'audit_event.at'])
    .where('object_type', '=', object.type)
    .where('object_id', '=', object.id)
    .where('action', '=', action)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}
