import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** Heard by every server on this database once the transaction is committed, and by none if it is not. */
export async function notify(trx: Db, channel: string, message: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${message})`.execute(trx);
}
