import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { AccessReviewRow } from '#server/db/schema.authority.ts';

/** Everyone, by name. */
export async function listEveryone(db: Db) {
  return db
    .selectFrom('person')
    .select(['id', 'name', 'email', 'permissions', 'deactivated_at', 'verified_at', 'directory'])
    .orderBy(sql`name collate "C"`)
    .orderBy(sql`id collate "C"`)
    .execute();
}

/** Newest first. */
export async function listAccessReviews(db: Db, limit: number) {
  return db
    .selectFrom('access_review as r')
    .innerJoin('person as p', 'p.id', 'r.by')
    .select(['r.at', 'r.by', 'p.name', 'r.people', 'r.note'])
    .orderBy('r.at', 'desc')
    .limit(limit)
    .execute();
}

export async function insertAccessReview(trx: Db, row: Insertable<AccessReviewRow>): Promise<void> {
  await trx.insertInto('access_review').values(row).execute();
}
