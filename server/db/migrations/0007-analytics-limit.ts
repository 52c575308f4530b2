import { type Kysely, sql } from 'kysely';

/** What a person sent today is counted before more is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index analytics_event_by_person on analytics_event (distinct_id, received_at)`.execute(db);
}
