import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Schema } from '#server/db/schema.ts';

export type FlagDefinition = Readonly<{
  state: 'ENABLED' | 'DISABLED';
  variants: Readonly<Record<string, unknown>>;
  defaultVariant: string;
  targeting?: object;
}>;

/** All definitions by key, as text that is ready to compare. They are what people wrote: not checked yet. */
export async function readFlags(db: Db): Promise<string> {
  const { flags } = await db
    .selectFrom('flag')
    .select(sql<string>`coalesce(json_object_agg(key, definition order by key), '{}')::text`.as('flags'))
    .executeTakeFirstOrThrow();
  return flags;
}

/** Adds the flags that are not there yet and says which those were. */
export async function insertMissingFlags(
  trx: Transaction<Schema>,
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
