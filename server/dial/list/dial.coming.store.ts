import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/** Found by the next day of change, which every dial has that starts or ends up to then. */
export async function listComing(db: Kysely<Schema>, until: string) {
  return db
    .selectFrom('dial')
    .select(['id', 'name', 'bucket_count', 'active_from', 'active_until'])
    .where('deleted_at', 'is', null)
    .where('status_day', '<=', sql<string>`${until}::date`)
    .orderBy('name_key')
    .orderBy('id')
    .execute();
}
