import { sql } from 'kysely';
import type { ExampleData } from '#domain/example/example.ts';
import type { Db } from '#server/db/connect.ts';

export type StoredExample = Awaited<ReturnType<typeof listExamplesOf>>[number];

type Saved = ExampleData & Readonly<{ name_key: string; saved_at: Date; saved_by: string }>;

/** By name. */
export const listExamples = (db: Db, bucketId: string) => listExamplesOf(db, [bucketId]);

/** Of several buckets. */
export async function listExamplesOf(db: Db, bucketIds: readonly string[]) {
  return db
    .selectFrom('bucket_example as e')
    .innerJoin('person as p', 'p.id', 'e.saved_by')
    .select(['e.id', 'e.name', 'e.name_key', 'e.risk', 'e.expected', 'e.saved_at', 'e.saved_by', 'e.revision'])
    .select(['p.name as saved_by_name', 'e.bucket_id'])
    .where('e.bucket_id', '=', sql<string>`any(${bucketIds}::uuid[])`)
    .orderBy('e.name_key')
    .execute();
}

const columns = ({ name, name_key, risk, expected, saved_at, saved_by }: Saved) => ({
  name,
  name_key,
  risk: JSON.stringify(risk),
  expected: JSON.stringify(expected),
  saved_at,
  saved_by,
});

export async function insertExamples(
  trx: Db,
  rows: readonly (Saved & Readonly<{ id: string; bucket_id: string }>)[],
): Promise<void> {
  const values = rows.map(({ id, bucket_id, ...saved }) => ({ id, bucket_id, ...columns(saved) }));
  if (values.length > 0) await trx.insertInto('bucket_example').values(values).execute();
}

export async function updateExample(trx: Db, id: string, saved: Saved): Promise<void> {
  await trx
    .updateTable('bucket_example')
    .set((row) => ({ ...columns(saved), revision: row('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteExample(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('bucket_example').where('id', '=', id).execute();
}
