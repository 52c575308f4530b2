import type { Insertable } from 'kysely';
import type { PersonPasswordRow } from '#server/db/schema.people.ts';
import type { Db } from '#server/db/connect.ts';

export async function findPassword(
  db: Db,
  personId: string,
): Promise<{ hash: string; must_change: boolean } | undefined> {
  return db
    .selectFrom('person_password')
    .select(['hash', 'must_change'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
}

export async function putPassword(
  db: Db,
  { person_id, ...row }: Insertable<PersonPasswordRow> & { must_change: boolean },
): Promise<void> {
  await db
    .insertInto('person_password')
    .values({ person_id, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}

/** Replaces the hash of the same password, unless it changed meanwhile. */
export async function rehash(db: Db, personId: string, was: string, hash: string): Promise<void> {
  await db
    .updateTable('person_password')
    .set({ hash })
    .where('person_id', '=', personId)
    .where('hash', '=', was)
    .execute();
}
