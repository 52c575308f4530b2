import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

const KEY = 'sign_in';

export async function findMode(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst();
  return row?.value;
}

/** If several servers start together, the first one decides. */
export async function insertMode(db: Db, value: string, at: Date): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key: KEY, value, set_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Locks the mode until the transaction ends. */
export async function lockMode(trx: Db): Promise<string | undefined> {
  const row = await trx.selectFrom('setting').select('value').where('key', '=', KEY).forUpdate().executeTakeFirst();
  return row?.value;
}

export async function putMode(trx: Db, value: string, at: Date): Promise<void> {
  await trx
    .insertInto('setting')
    .values({ key: KEY, value, set_at: at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, set_at: at }))
    .execute();
}

export async function hasRealPeople(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from person where not is_demo) as found`.execute(db);
  return rows[0]?.found === true;
}

/** Ends every session and token: the next start creates a new signing key. */
export async function endEverySignIn(trx: Db): Promise<void> {
  await trx.deleteFrom('oidc_record').execute();
  await trx.deleteFrom('identity_key').where('purpose', '=', 'signing').execute();
}
