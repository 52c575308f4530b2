import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

export type StoredClass = Readonly<{
  cob: string;
  owner: string | null;
  owner_name: string | null;
  next_review: string | null;
  revision: number;
  buckets: number;
}>;

/** The classes with buckets, by slug. */
export async function listClasses(db: Db, cob: string | null = null): Promise<StoredClass[]> {
  const { rows } = await sql<StoredClass>`
    select b.cob, c.owner, p.name as owner_name, c.next_review, coalesce(c.revision, 0) as revision, b.buckets
    from (select cob, count(*)::int as buckets from bucket where coalesce(cob = ${cob}, true) group by cob) b
    left join class_record c on c.cob = b.cob
    left join person p on p.id = c.owner
    order by b.cob collate "C"`.execute(db);
  return rows;
}

type ClassFacts = Readonly<{ owner: string | null; next_review: string | null }>;

/** Waits for other changes of the class; undefined if it has no record yet. */
export async function lockClass(
  trx: Db,
  cob: string,
): Promise<(ClassFacts & Readonly<{ revision: number }>) | undefined> {
  return trx
    .selectFrom('class_record')
    .select(['owner', 'next_review', 'revision'])
    .where('cob', '=', cob)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertClasses(trx: Db, rows: readonly (ClassFacts & Readonly<{ cob: string }>)[]): Promise<void> {
  await trx.insertInto('class_record').values(rows).execute();
}

export async function updateClass(trx: Db, cob: string, facts: ClassFacts): Promise<void> {
  await trx
    .updateTable('class_record')
    .set({ ...facts, revision: sql<number>`revision + 1` })
    .where('cob', '=', cob)
    .execute();
}
