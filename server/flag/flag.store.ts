import { sql } from 'kysely';
import type { FlagDefinition } from '#domain/flag/definition.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';

/** All definitions by key, as comparable text, not validated. */
export async function readFlags(db: Db): Promise<string> {
  const { flags } = await db
    .selectFrom('flag')
    .select(sql<string>`coalesce(json_object_agg(key, definition order by key), '{}')::text`.as('flags'))
    .executeTakeFirstOrThrow();
  return flags;
}

/** Adds missing flags and returns their keys. */
export async function insertMissingFlags(
  trx: Trx,
  definitions: Readonly<Record<string, FlagDefinition>>,
): Promise<string[]> {
  const rows = Object.entries(definitions).map(([key, definition]) => ({
    key,
    definition: JSON.stringify(definition),
  }));
  const added = await trx
    .insertInto('flag')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute();
  return added.map(({ key }) => key);
}

/** As written, not validated. */
export async function listDefinitions(db: Db, keys: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await db.selectFrom('flag').select(['key', 'definition']).where('key', 'in', keys).execute();
  return new Map(rows.map(({ key, definition }) => [key, definition]));
}

/** Locks the definition until the transaction ends. */
export async function lockDefinition(trx: Trx, key: string): Promise<unknown> {
  const row = await trx.selectFrom('flag').select('definition').where('key', '=', key).forUpdate().executeTakeFirst();
  return row?.definition;
}

export async function updateDefinition(trx: Trx, key: string, definition: FlagDefinition, at: Date): Promise<void> {
  await trx
    .updateTable('flag')
    .set({ definition: JSON.stringify(definition), updated_at: at })
    .where('key', '=', key)
    .execute();
}
