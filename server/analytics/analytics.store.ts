import { sql } from 'kysely';
import type { EventKind } from '#domain/analytics/event.ts';
import type { Db } from '#server/db/connect.ts';

export type CollectedEvent = Readonly<{
  insertId: string;
  kind: EventKind;
  at: Date;
  properties: Readonly<Record<string, string | number>>;
}>;
export type CollectedProfile = Readonly<Record<string, string>>;

/** The limit of events per person and UTC day; further ones are dropped. */
export const MAX_EVENTS_PER_DAY = 10_000;
const DAY_MS = 86_400_000;

/** A batch can arrive twice (again after a reload): the insert id makes this idempotent. */
export async function insertEvents(
  db: Db,
  personId: string,
  events: readonly CollectedEvent[],
  receivedAt: Date,
): Promise<void> {
  const today = new Date(Math.floor(receivedAt.getTime() / DAY_MS) * DAY_MS);
  const { count } = await db
    .selectFrom('analytics_event')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('distinct_id', '=', personId)
    .where('received_at', '>=', today)
    .executeTakeFirstOrThrow();
  const rows = events.slice(0, Math.max(0, MAX_EVENTS_PER_DAY - Number(count))).map((event) => ({
    insert_id: event.insertId,
    kind: event.kind,
    distinct_id: personId,
    at: event.at,
    received_at: receivedAt,
    properties: JSON.stringify(event.properties),
  }));
  if (rows.length === 0) return;
  await db
    .insertInto('analytics_event')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function mergeProfile(db: Db, personId: string, properties: CollectedProfile): Promise<void> {
  await db
    .insertInto('analytics_profile')
    .values({ distinct_id: personId, properties: JSON.stringify(properties) })
    .onConflict((conflict) =>
      conflict.column('distinct_id').doUpdateSet({
        properties: sql`analytics_profile.properties || excluded.properties`,
        updated_at: sql`now()`,
      }),
    )
    .execute();
}
