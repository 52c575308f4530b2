import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

type Database = Kysely<Schema>;

const KEY = 'sign_in';

export async function findMode(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst();
  return row?.value;
}

/** Of servers that start at the same moment the first one decides. */
export async function insertMode(db: Database, value: string, at: Date): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key: KEY, value, set_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Nobody else changes it until the transaction ends. */
export async function lockMode(trx: Database): Promise<string | undefined> {
  const row = await trx.selectFrom('setting').select('value').where('key', '=', KEY).forUpdate().executeTakeFirst();
  return row?.value;
}

export async function putMode(trx: Database, value: string, at: Date): Promise<void> {
  await trx
    .insertInto('setting')
    .values({ key: KEY, value, set_at: at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, set_at: at }))
    .execute();
}

export async function hasRealPeople(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from person where not is_demo) as found`.execute(db);
  return rows[0]?.found === true;
}

/** Every session and every token ends: the next start makes a new key to sign with. */
export async function endEverySignIn(trx: Database): Promise<void> {
  await trx.deleteFrom('oidc_record').execute();
  await trx.deleteFrom('identity_key').where('purpose', '=', 'signing').execute();
}
