import { sql } from 'kysely';
import type { Person } from '#domain/user/person.ts';
import type { PersonRow } from '#server/db/schema.people.ts';
import type { Db } from '#server/db/connect.ts';

export type StoredPerson = Person & Readonly<{ permissions: readonly string[] }>;
export type OwnPerson = StoredPerson & Readonly<{ is_demo: boolean; deactivated_at: Date | null }>;
export type SeenPerson = StoredPerson &
  Readonly<{ claims: Record<string, unknown>; directory: PersonRow['directory'] }>;

const COLUMNS = ['id', 'name', 'email', 'given_name', 'family_name', 'permissions'] as const;

/** Only people who may sign in: the deactivated stay in history, not in the directory. */
export async function findPerson(db: Db, id: string): Promise<StoredPerson | undefined> {
  return db
    .selectFrom('person')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
}

/** In our own directory, where an e-mail names one person; deactivated or not. */
export async function findByEmail(db: Db, email: string): Promise<OwnPerson | undefined> {
  return db
    .selectFrom('person')
    .select([...COLUMNS, 'is_demo', 'deactivated_at'])
    .where(sql`lower(email)`, '=', sql<string>`lower(${email})`)
    .where('directory', '=', 'embedded')
    .executeTakeFirst();
}

/** For the sign-in page: our own people who may sign in, by name. */
export async function listOwn(db: Db, limit: number): Promise<StoredPerson[]> {
  return db
    .selectFrom('person')
    .select(COLUMNS)
    .where('deactivated_at', 'is', null)
    .where('directory', '=', 'embedded')
    .orderBy(sql`name collate "C"`)
    .orderBy(sql`id collate "C"`)
    .limit(limit)
    .execute();
}

export async function countPeople(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('person')
    .select((of) => of.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countOf(db: Db, ids: readonly string[]): Promise<number> {
  const rows = await db.selectFrom('person').select('id').where('id', 'in', ids).execute();
  return rows.length;
}

/** Nobody else changes the table until the transaction ends. */
export async function lockPeople(trx: Db): Promise<void> {
  await sql`lock table person in share row exclusive mode`.execute(trx);
}

export async function addPerson(
  db: Db,
  person: Person & Readonly<{ is_demo: boolean }>,
  permissions: readonly string[],
  at?: Date,
): Promise<void> {
  const row = {
    ...profile(person),
    id: person.id,
    permissions: [...permissions],
    directory: 'embedded' as const,
    is_demo: person.is_demo,
  };
  await db
    .insertInto('person')
    .values({ ...row, claims: null, ...(at && { created_at: at }) })
    .execute();
}

/** A hosted tenant's people become known here when they first sign in; their entry follows every later token. */
export async function upsertSeen(db: Db, person: SeenPerson, at: Date) {
  const seen = { ...profile(person), claims: JSON.stringify(person.claims), last_seen_at: at };
  const hosted = person.directory === 'hosted' && { permissions: [...person.permissions] };
  return db
    .insertInto('person')
    .values({ ...seen, id: person.id, permissions: [...person.permissions], directory: person.directory })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...seen, ...hosted }))
    .returning([...COLUMNS, 'last_seen_at', 'deactivated_at'])
    .executeTakeFirstOrThrow();
}

/** True the first time this session of this person is seen. */
export async function insertSignIn(db: Db, personId: string, sessionKey: string, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sign_in')
    .values({ person_id: personId, session_key: sessionKey, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const profile = (person: Person) => ({
  name: person.name,
  email: person.email,
  given_name: person.given_name,
  family_name: person.family_name,
});
