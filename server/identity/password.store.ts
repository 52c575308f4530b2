import { type Insertable, sql } from 'kysely';
import type { PersonPasswordRow, InvitationRow } from '#server/db/schema.people.ts';
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

export async function insertInvitation(trx: Db, row: Insertable<InvitationRow>): Promise<void> {
  await trx.insertInto('invitation').values(row).execute();
}

/** Invalidates all links of a person. */
export async function closeInvitations(trx: Db, personId: string, at: Date): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ used_at: at })
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute();
}

export async function closeInvitation(trx: Db, tokenHash: string, at: Date): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .execute();
}

export async function markAccepted(trx: Db, tokenHash: string, at: Date, isRead: boolean): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ accepted_at: at, ...(isRead && { notified_at: at }) })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Newest first. */
export async function listLinks(db: Db, personId: string, limit: number) {
  return db
    .selectFrom('invitation as i')
    .leftJoin('person as by', 'by.id', 'i.created_by')
    .select(['i.created_at', 'i.created_by', 'by.name'])
    .select(sql<boolean>`i.accepted_at is not null`.as('used'))
    .where('i.person_id', '=', personId)
    .orderBy('i.created_at', 'desc')
    .limit(limit)
    .execute();
}

export async function countUnread(db: Db, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('invitation')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('person_id', '=', personId)
    .where('notified_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function markRead(db: Db, personId: string, upTo: Date, at: Date): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ notified_at: at })
    .where('person_id', '=', personId)
    .where('notified_at', 'is', null)
    .where('created_at', '<=', upTo)
    .execute();
}

export async function findOpen(
  db: Db,
  personId: string,
  now: Date,
): Promise<{ created_at: Date; expires_at: Date } | undefined> {
  return db
    .selectFrom('invitation')
    .select(['created_at', 'expires_at'])
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

const withPeople = (db: Db) =>
  db
    .selectFrom('invitation as i')
    .innerJoin('person as p', 'p.id', 'i.person_id')
    .leftJoin('person as by', 'by.id', 'i.created_by')
    .select([
      'i.person_id',
      'i.expires_at',
      'i.used_at',
      'i.mailed',
      'i.created_by',
      'p.name',
      'p.email',
      'p.deactivated_at',
      'by.name as by_name',
    ]);

export type StoredInvitation = Awaited<ReturnType<typeof findInvitation>> & object;

export async function findInvitation(db: Db, tokenHash: string) {
  return withPeople(db).where('i.token_hash', '=', tokenHash).executeTakeFirst();
}

/** Locks the invitation until the transaction ends. */
export async function lockInvitation(trx: Db, tokenHash: string): Promise<StoredInvitation | undefined> {
  return withPeople(trx).where('i.token_hash', '=', tokenHash).forUpdate('i').executeTakeFirst();
}
