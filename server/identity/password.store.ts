import type { Insertable, Kysely } from 'kysely';
import type { PersonPasswordRow } from '#server/db/schema.people.ts';
import type { Schema } from '#server/db/schema.ts';

type Database = Kysely<Schema>;

export async function findPassword(
  db: Database,
  personId: string,
): Promise<{ hash: string; must_change: boolean } | undefined> {
  return db
    .selectFrom('person_password')
    .select(['hash', 'must_change'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
}

export async function putPassword(
  db: Database,
  { person_id, ...row }: Insertable<PersonPasswordRow> & { must_change: boolean },
): Promise<void> {
  await db
    .insertInto('person_password')
    .values({ person_id, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}

/** The same password, kept in another way; one that was set meanwhile stays. */
export async function rehash(db: Database, personId: string, was: string, hash: string): Promise<void> {
  await db
    .updateTable('person_password')
    .set({ hash })
    .where('person_id', '=', personId)
    .where('hash', '=', was)
    .execute();
}
