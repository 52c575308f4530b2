import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { User } from '#contract/user.ts';
import type { Person } from '#domain/user/person.ts';
import type { PersonRow, Schema } from '#server/db/schema.ts';

type Database = Kysely<Schema>;
type Position = Readonly<{ name: string; id: string }>;
export type SeenPerson = Person &
  Readonly<{ permissions: readonly string[]; claims: Record<string, unknown>; directory: PersonRow['directory'] }>;

const COLUMNS = ['id', 'name', 'email', 'given_name', 'family_name', 'permissions', 'last_seen_at'] as const;
type Row = Pick<PersonRow, Exclude<(typeof COLUMNS)[number], 'last_seen_at'>> & { last_seen_at: Date | null };

const toUser = (row: Row): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  given_name: row.given_name,
  family_name: row.family_name,
  permissions: row.permissions,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
});

/** Only people who may sign in: the deactivated stay in history, not in the directory. */
export async function findPerson(db: Database, id: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('person')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  return row && toUser(row);
}

/** What the directory lets a person do, which does not change until the transaction ends. */
export async function lockPermissions(trx: Database, id: string): Promise<readonly string[] | undefined> {
  const row = await trx
    .selectFrom('person')
    .select('permissions')
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row?.permissions;
}

/** Everyone who may sign in and holds this entry; of a hosted tenant's people, as their last token had it. */
export async function findHolders(db: Database, entry: string): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`${entry} = any(permissions)`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** In our own directory, where an e-mail names one person. */
export async function findPersonByEmail(db: Database, email: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('person')
    .select(COLUMNS)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('directory', '=', 'embedded')
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  return row && toUser(row);
}

export async function listPeople(db: Database, limit: number, after?: Position): Promise<User[]> {
  const name = sql<string>`name collate "C"`;
  const id = sql<string>`id collate "C"`;
  const rows = await db
    .selectFrom('person')
    .select(COLUMNS)
    .where('deactivated_at', 'is', null)
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(${name}, ${id}) > (${after?.name}, ${after?.id})`))
    .orderBy(name)
    .orderBy(id)
    .limit(limit)
    .execute();
  return rows.map(toUser);
}

export async function countPeople(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('person')
    .select((of) => of.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Nobody else changes the table until the transaction ends. */
export async function lockPeople(trx: Database): Promise<void> {
  await sql`lock table person in share row exclusive mode`.execute(trx);
}

export async function addPerson(db: Database, person: Person, permissions: readonly string[]): Promise<void> {
  await db
    .insertInto('person')
    .values({ ...profile(person), id: person.id, permissions: [...permissions], directory: 'embedded', claims: null })
    .execute();
}

/** A hosted tenant's people become known here when they first sign in; their entry follows every later token. */
export async function upsertSeen(db: Database, person: SeenPerson, at: Date): Promise<User> {
  const seen = { ...profile(person), claims: JSON.stringify(person.claims), last_seen_at: at };
  const hosted = person.directory === 'hosted' && { permissions: [...person.permissions] };
  const row = await db
    .insertInto('person')
    .values({ ...seen, id: person.id, permissions: [...person.permissions], directory: person.directory })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...seen, ...hosted }))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toUser(row);
}

/** True the first time this session of this person is seen. */
export async function insertSignIn(db: Database, personId: string, sessionKey: string, at: Date): Promise<boolean> {
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
