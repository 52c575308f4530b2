import { sql } from 'kysely';
import type { VerificationMethod } from '#domain/user/verification.ts';
import type { Db } from '#server/db/connect.ts';

export type NamedPerson = Readonly<{
  name: string;
  deactivated_at: Date | string | null;
  permissions: readonly string[];
}>;

/** Includes deactivated people. */
export async function findName(db: Db, id: string): Promise<NamedPerson | undefined> {
  return db
    .selectFrom('person')
    .select(['name', 'deactivated_at', 'permissions'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The same as a subquery. */
export const nameOf = (id: string) => sql<NamedPerson | null>`(
  select json_build_object('name', name, 'deactivated_at', deactivated_at, 'permissions', permissions)
  from person where id = ${id})`;

/** The permissions of a person, locked until the transaction ends. */
export async function lockPermissions(trx: Db, id: string): Promise<readonly string[] | undefined> {
  const row = await trx
    .selectFrom('person')
    .select('permissions')
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row?.permissions;
}

export type PersonState = Readonly<{
  id: string;
  permissions: readonly string[];
  deactivated_at: Date | null;
  verified_at: Date | null;
}>;

const states = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('person')
    .select(['id', 'permissions', 'deactivated_at', 'verified_at'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('id');

export async function findStates(db: Db, ids: readonly string[]): Promise<PersonState[]> {
  return states(db, ids).execute();
}

/** Locked until the transaction ends. */
export async function lockStates(trx: Db, ids: readonly string[]): Promise<PersonState[]> {
  return states(trx, ids).forShare().execute();
}

export async function findNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Everyone who may sign in, by name. */
export async function findActive(db: Db): Promise<Readonly<{ id: string; name: string }>[]> {
  return db
    .selectFrom('person')
    .select(['id', 'name'])
    .where('deactivated_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Everyone who may sign in and has this entry; for hosted tenants as of their last token. */
export async function findHolders(db: Db, entry: string): Promise<PersonState[]> {
  return db
    .selectFrom('person')
    .select(['id', 'permissions', 'deactivated_at', 'verified_at'])
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`${entry} = any(permissions)`)
    .orderBy('id')
    .execute();
}

type Verification = Readonly<{ method: VerificationMethod; by: string | null; at: Date }>;

/** Null clears the verification. True if that changed anything. */
export async function setVerification(trx: Db, id: string, verified: Verification | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('person')
    .set({
      verification: verified?.method ?? null,
      verified_at: verified?.at ?? null,
      verified_by: verified?.by ?? null,
      revision: sql<number>`revision + 1`,
    })
    .where('id', '=', id)
    .where('verification', 'is distinct from', verified?.method ?? null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
