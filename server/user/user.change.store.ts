import { sql, type Updateable } from 'kysely';
import type { PersonRow } from '#server/db/schema.people.ts';
import type { Db } from '#server/db/connect.ts';

export type LockedPerson = Awaited<ReturnType<typeof lockPerson>> & object;

const CHANGE_LOCK = 7_153_220_006;

/** Changes of people happen one after the other: whether somebody is left who may make them is a question about all. */
export async function lockChanges(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(CHANGE_LOCK)})`.execute(trx);
}

export async function lockPerson(trx: Db, id: string) {
  return trx
    .selectFrom('person')
    .select(['id', 'name', 'email', 'permissions', 'directory', 'deactivated_at', 'revision'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** People of our own directory, other than this one, who may sign in and hold this entry. */
export async function countOthersWith(trx: Db, id: string, entry: string): Promise<number> {
  const { count } = await trx
    .selectFrom('person')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('id', '<>', id)
    .where('directory', '=', 'embedded')
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`${entry} = any(permissions)`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function updatePerson(
  trx: Db,
  id: string,
  change: Pick<Updateable<PersonRow>, 'permissions' | 'deactivated_at'>,
): Promise<void> {
  await trx
    .updateTable('person')
    .set({ ...change, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute();
}
