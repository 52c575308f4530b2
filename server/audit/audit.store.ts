import type { Insertable, Transaction } from 'kysely';
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
