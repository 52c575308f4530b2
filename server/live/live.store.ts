import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/** Heard by every server on this database once the transaction is committed, and by none if it is not. */
export async function notify(trx: Kysely<Schema>, channel: string, message: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${message})`.execute(trx);
}
