import { sql } from 'kysely';
import type { Role } from '#domain/user/role.ts';
import type { Db } from '#server/db/connect.ts';

export type StoredRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

/** The open request of a person, or the declined one. */
export async function findRequest(db: Db, personId: string) {
  return db
    .selectFrom('access_request as r')
    .leftJoin('person as p', 'p.id', 'r.declined_by')
    .select(['r.role', 'r.reason', 'r.asked_at', 'r.notified_at', 'r.declined_at', 'r.decline_reason'])
    .select('p.name as declined_by')
    .where('r.person_id', '=', personId)
    .executeTakeFirst();
}

export async function putRequest(
  trx: Db,
  personId: string,
  request: Readonly<{ role: Role; reason: string; asked_at: Date; notified_at: Date }>,
): Promise<void> {
  const open = { ...request, declined_at: null, declined_by: null, decline_reason: '' };
  await trx
    .insertInto('access_request')
    .values({ ...open, person_id: personId })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(open))
    .execute();
}

/** The role of the open request that is gone now, if there was one. */
export async function closeRequest(trx: Db, personId: string): Promise<Role | undefined> {
  const closed = await trx
    .deleteFrom('access_request')
    .where('person_id', '=', personId)
    .returning(['role', 'declined_at'])
    .executeTakeFirst();
  return closed?.declined_at === null ? closed.role : undefined;
}

export async function declineRequest(
  trx: Db,
  personId: string,
  { by, reason, at }: Readonly<{ by: string | null; reason: string; at: Date }>,
): Promise<Role | undefined> {
  const declined = await trx
    .updateTable('access_request')
    .set({ declined_at: at, declined_by: by, decline_reason: reason })
    .where('person_id', '=', personId)
    .where('declined_at', 'is', null)
    .returning('role')
    .executeTakeFirst();
  return declined?.role;
}

/** Requests of this person since then, whatever became of them. */
export async function countRequests(db: Db, personId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('audit_event')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('object_type', '=', 'person')
    .where('object_id', '=', personId)
    .where('action', '=', 'person_access_requested')
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}
