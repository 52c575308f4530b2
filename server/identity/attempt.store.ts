import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

type Database = Kysely<Schema>;

/** Gives the ids of the attempts, in the order of the keys. */
export async function insertAttempts(db: Database, keys: readonly string[], at: Date): Promise<string[]> {
  const rows = await db
    .insertInto('sign_in_attempt')
    .values(keys.map((key) => ({ key, at })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** How many there were since then, and when the first of them was. */
export async function countAttempts(
  db: Database,
  key: string,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  return db
    .selectFrom('sign_in_attempt')
    .select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`min(at)`.as('first')])
    .where('key', '=', key)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
}

export async function deleteAttempts(db: Database, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('id', 'in', ids).execute();
}

export async function clearAttempts(db: Database, key: string): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('key', '=', key).execute();
}

export async function deleteAttemptsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('at', '<', before).execute();
}
