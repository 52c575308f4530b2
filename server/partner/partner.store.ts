import type { Partner } from '#contract/bucket.ts';
import type { Db } from '#server/db/connect.ts';

export type StoredPartner = Partner & Readonly<{ revision: number }>;

/** By number. */
export async function listPartners(db: Db): Promise<StoredPartner[]> {
  return db.selectFrom('partner').select(['number', 'name', 'revision']).orderBy('number').execute();
}

/** Locks the partner until the transaction ends. */
export async function lockPartner(trx: Db, number: number): Promise<StoredPartner | undefined> {
  return trx
    .selectFrom('partner')
    .select(['number', 'name', 'revision'])
    .where('number', '=', number)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertPartner(trx: Db, { number, name }: Partner, at: Date): Promise<void> {
  await trx.insertInto('partner').values({ number, name, created_at: at }).execute();
}

export async function updateName(trx: Db, { number, name }: Partner): Promise<void> {
  await trx
    .updateTable('partner')
    .set((of) => ({ name, revision: of('revision', '+', 1) }))
    .where('number', '=', number)
    .execute();
}
