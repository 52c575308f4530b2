import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

const PURGE_LOCK = 7_153_220_005;

/** What is deleted some time after the moment in this column. Rows without one are kept. */
export type Purged = Readonly<
  | { table: 'analytics_event' | 'notification' | 'sign_in' | 'sign_in_attempt'; column: 'at' }
  | { table: 'webhook_delivery'; column: 'delivered_at' }
  | { table: 'oidc_record'; column: 'expires_at' }
>;

/** False while another server purges. The lock ends with the transaction. */
export async function lockPurge(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${PURGE_LOCK}) as held`.execute(trx);
  return rows[0]?.held === true;
}

/** Deletes the oldest of them, at most `limit`, and says how many there were. */
export async function deleteBefore(
  trx: Db,
  { table, column, before, limit }: Purged & Readonly<{ before: Date; limit: number }>,
): Promise<number> {
  const [from, at] = [sql.table(table), sql.ref(column)];
  const { numAffectedRows } = await sql`delete from ${from} where ctid = any(array(
    select ctid from ${from} where ${at} < ${before} order by ${at} limit ${limit}))`.execute(trx);
  return Number(numAffectedRows);
}
