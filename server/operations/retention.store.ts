import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

const PURGE_LOCK = 7_153_220_005;

/** A table whose rows are deleted some time after the date in this column. Rows without one are kept. */
export type PurgedTable = Readonly<
  | { table: 'analytics_event' | 'notification' | 'sign_in' | 'sign_in_attempt'; column: 'at' }
  | { table: 'webhook_delivery'; column: 'delivered_at' }
  | { table: 'oidc_record'; column: 'expires_at' }
  | { table: 'decision_batch'; column: 'received_at' }
  | { table: 'decision_count'; column: 'hour' }
  | { table: 'decision_day'; column: 'day' }
>;

/** False while another server purges. The lock ends with the transaction. */
export async function lockPurge(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${PURGE_LOCK}) as locked`.execute(
    trx,
  );
  return rows[0]?.locked === true;
}

/** Deletes the oldest rows, at most `limit`, and returns their number. */
export async function deleteBefore(
  trx: Db,
  { table, column, before, limit }: PurgedTable & Readonly<{ before: Date; limit: number }>,
): Promise<number> {
  const [from, at] = [sql.table(table), sql.ref(column)];
  const { numAffectedRows } = await sql`delete from ${from} where ctid = any(array(
    select ctid from ${from} where ${at} < ${before} order by ${at} limit ${limit}))`.execute(trx);
  return Number(numAffectedRows);
}
