import { sql } from 'kysely';
import type { Account } from '#domain/review/counterpart.ts';
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

export type PersonState = Readonly<{ id: string; permissions: readonly string[]; deactivated_at: Date | null }>;

const states = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('person')
    .select(['id', 'permissions', 'deactivated_at'])
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
    .select(['id', 'permissions', 'deactivated_at'])
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`${entry} = any(permissions)`)
    .orderBy('id')
    .execute();
}

/** Whether the last identity token of a person calls their address verified. */
export const EMAIL_VERIFIED = sql<boolean>`coalesce(claims->'email_verified' = 'true'::jsonb, false)`;

/** These accounts, and all who introduced them as long as nobody else confirms them: a few rows each. */
export async function findAccounts(db: Db, ids: readonly string[]): Promise<Account[]> {
  const { rows } = await sql<Account>`
    with recursive circle(id) as (
      select unnest(${[...new Set(ids)]}::text[])
      union
      select unnest(introduced_by) from circle join person using (id) where vouched_at is null
    )
    select id, email, directory, verification, vouched_at, introduced_by, ${EMAIL_VERIFIED} as email_verified
    from circle join person using (id)`.execute(db);
  return rows;
}

type Verification = Readonly<{ method: VerificationMethod; by: string | null; at: Date }>;

/** Confirmed by a second person or the command line. `vouches`: so that they count for everybody. */
export async function confirmIdentity(
  trx: Db,
  id: string,
  { method, by, at, vouches }: Verification & Readonly<{ vouches: boolean }>,
): Promise<void> {
  await trx
    .updateTable('person')
    .set({
      verification: method,
      verified_at: at,
      verified_by: by,
      ...(vouches && { vouched_at: at }),
      revision: NEXT_REVISION,
    })
    .where('id', '=', id)
    .execute();
}

/** Verified by a link that went to their mailbox. True if they were not verified before. */
export async function verifyMailbox(trx: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('person')
    .set({ verification: 'mailbox', verified_at: at, verified_by: null, revision: NEXT_REVISION })
    .where('id', '=', id)
    .where('verification', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Somebody else may have their account: neither verified nor confirmed. True if they were verified before. */
export async function clearVerification(trx: Db, id: string): Promise<boolean> {
  const cleared = { verification: null, verified_at: null, verified_by: null, vouched_at: null };
  const wasVerified = await trx
    .selectFrom('person')
    .select('verification')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  await trx
    .updateTable('person')
    .set({ ...cleared, revision: NEXT_REVISION })
    .where('id', '=', id)
    .where((row) => row.or([row('verification', 'is not', null), row('vouched_at', 'is not', null)]))
    .execute();
  return wasVerified?.verification !== null && wasVerified !== undefined;
}

/** These people added or invited somebody. */
export async function addIntroducers(trx: Db, id: string, introducers: readonly string[]): Promise<void> {
  await trx
    .updateTable('person')
    .set({
      introduced_by: sql<string[]>`array(
        select distinct by from unnest(introduced_by || ${introducers}::text[]) as by where by <> id order by by)`,
    })
    .where('id', '=', id)
    .execute();
}

const NEXT_REVISION = sql<number>`revision + 1`;
