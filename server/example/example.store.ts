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

/** Two examples may exchange their names, which are unique at every moment: all are freed first. */
export async function updateExamples(trx: Db, rows: readonly (Saved & Readonly<{ id: string }>)[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await trx
    .updateTable('bucket_example')
    .set({ name_key: sql<string>`'#' || id::text` })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  await sql`
    update bucket_example as e
    set name = r.name, name_key = r.name_key, risk = r.risk, expected = r.expected,
      saved_at = r.saved_at, saved_by = r.saved_by, revision = e.revision + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r
      (id uuid, name text, name_key text, risk jsonb, expected jsonb, saved_at timestamptz, saved_by text)
    where e.id = r.id`.execute(trx);
}

export async function deleteExamples(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('bucket_example')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}
