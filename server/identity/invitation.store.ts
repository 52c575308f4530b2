import { type Insertable, type Kysely, sql } from 'kysely';
import type { InvitationRow } from '#server/db/schema.people.ts';
import type { Schema } from '#server/db/schema.ts';

type Database = Kysely<Schema>;

export async function insertInvitation(trx: Database, row: Insertable<InvitationRow>): Promise<void> {
  await trx.insertInto('invitation').values(row).execute();
}

/** Whatever link a person has stops working. */
export async function closeInvitations(trx: Database, personId: string, at: Date): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ used_at: at })
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute();
}

export async function closeInvitation(trx: Database, tokenHash: string, at: Date): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .execute();
}

export async function markAccepted(trx: Database, tokenHash: string, at: Date): Promise<void> {
  await trx.updateTable('invitation').set({ accepted_at: at }).where('token_hash', '=', tokenHash).execute();
}

/** Newest first. */
export async function listLinks(db: Database, personId: string, limit: number) {
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

export async function countUnread(db: Database, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('invitation')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('person_id', '=', personId)
    .where('told_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function markRead(db: Database, personId: string, upTo: Date, at: Date): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ told_at: at })
    .where('person_id', '=', personId)
    .where('told_at', 'is', null)
    .where('created_at', '<=', upTo)
    .execute();
}

export async function findOpen(
  db: Database,
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

const withPeople = (db: Database) =>
  db
    .selectFrom('invitation as i')
    .innerJoin('person as p', 'p.id', 'i.person_id')
    .leftJoin('person as by', 'by.id', 'i.created_by')
    .select([
      'i.person_id',
      'i.expires_at',
      'i.used_at',
      'p.name',
      'p.email',
      'p.deactivated_at',
      'by.name as by_name',
    ]);

export type StoredInvitation = Awaited<ReturnType<typeof findInvitation>> & object;

export async function findInvitation(db: Database, tokenHash: string) {
  return withPeople(db).where('i.token_hash', '=', tokenHash).executeTakeFirst();
}

/** Nobody else uses it until the transaction ends. */
export async function lockInvitation(trx: Database, tokenHash: string): Promise<StoredInvitation | undefined> {
  return withPeople(trx).where('i.token_hash', '=', tokenHash).forUpdate('i').executeTakeFirst();
}
