import type { Kysely } from 'kysely';
import type { Partner } from '#contract/bucket.ts';
import type { Schema } from '#server/db/schema.ts';

/** By number. */
export async function listPartners(db: Kysely<Schema>): Promise<Partner[]> {
  return db.selectFrom('partner').select(['number', 'name']).orderBy('number').execute();
}
