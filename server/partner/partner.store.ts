import type { Kysely } from 'kysely';
import type { Partner } from '#contract/bucket.ts';
import type { Schema } from '#server/db/schema.ts';

type Database = Kysely<Schema>;
export type StoredPartner = Partner & Readonly<{ revision: number }>;

/** By number. */
export async function listPartners(db: Database): Promise<StoredPartner[]> {
  return db.selectFrom('partner').select(['number', 'name', 'revision']).orderBy('number').execute();
}

/** Nobody else changes it until the transaction ends. */
export async function lockPartner(trx: Database, number: number): Promise<StoredPartner | undefined> {
  return trx
    .selectFrom('partner')
    .select(['number', 'name', 'revision'])
    .where('number', '=', number)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertPartner(trx: Database, { number, name }: Partner, at: Date): Promise<void> {
  await trx.insertInto('partner').values({ number, name, created_at: at }).execute();
}

export async function updateName(trx: Database, { number, name }: Partner): Promise<void> {
  await trx
    .updateTable('partner')
    .set((of) => ({ name, revision: of('revision', '+', 1) }))
    .where('number', '=', number)
    .execute();
}
