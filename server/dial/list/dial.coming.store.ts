import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** The first that start or end up to then, by the next day on which they do. */
export async function listComing(db: Db, until: string, limit: number) {
  return db
    .selectFrom('dial')
    .select(['id', 'name', 'bucket_count', 'active_from', 'active_until'])
    .where('deleted_at', 'is', null)
    .where('status_day', '<=', sql<string>`${until}::date`)
    .orderBy('status_day')
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute();
}
