import { type Insertable, sql } from 'kysely';
import type { BucketAddress } from '#domain/event/event.ts';
import type { BucketRow } from '#server/db/schema.ts';
import type { Db } from '#server/db/connect.ts';

export type BucketHead = Awaited<ReturnType<typeof findBucket>> & object;

const heads = (db: Db, { partner, cob }: BucketAddress) =>
  db
    .selectFrom('bucket as b')
    .innerJoin('partner as p', 'p.number', 'b.partner_number')
    .select(['b.id', 'b.cob', 'p.number', 'p.name', 'b.revision', sql<number>`b.appetite::float8`.as('appetite')])
    .where('b.cob', '=', cob)
    .where('b.partner_number', '=', partner);

export async function findBucket(db: Db, address: BucketAddress) {
  return heads(db, address).executeTakeFirst();
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockBucket(trx: Db, address: BucketAddress): Promise<BucketHead | undefined> {
  return heads(trx, address).forUpdate('b').executeTakeFirst();
}

/** The revision of each of these buckets, by the name that events have for it. */
export async function findRevisions(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; revision: string }>`
    select partner_number || '/' || cob as id, revision::text as revision from bucket
    where (partner_number, cob) in (
      select split_part(id, '/', 1)::int, split_part(id, '/', 2) from unnest(${ids}::text[]) as id)`.execute(db);
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

export async function insertBuckets(trx: Db, rows: readonly Insertable<BucketRow>[]): Promise<void> {
  await trx.insertInto('bucket').values(rows).execute();
}

export async function moveRevision(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('bucket')
    .set((of) => ({ revision: of('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
