import { sql } from 'kysely';
import type { EventKind } from '#domain/analytics/event.ts';
import type { Db } from '#server/db/connect.ts';

export type CollectedEvent = Readonly<{
  insertId: string;
  kind: EventKind;
  distinctId: string;
  at: Date;
  properties: Readonly<Record<string, string | number>>;
}>;
export type CollectedProfile = Readonly<{ distinctId: string; properties: Readonly<Record<string, string>> }>;

/** A batch can arrive twice (a beacon, then again after a reload): the insert id keeps each event once. */
export async function insertEvents(db: Db, events: readonly CollectedEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ insertId, kind, distinctId, at, properties }) => ({
    insert_id: insertId,
    kind,
    distinct_id: distinctId,
    at,
    properties: JSON.stringify(properties),
  }));
  await db
    .insertInto('analytics_event')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function mergeProfile(db: Db, { distinctId, properties }: CollectedProfile): Promise<void> {
  await db
    .insertInto('analytics_profile')
    .values({ distinct_id: distinctId, properties: JSON.stringify(properties) })
    .onConflict((conflict) =>
      conflict.column('distinct_id').doUpdateSet({
        properties: sql`analytics_profile.properties || excluded.properties`,
        updated_at: sql`now()`,
      }),
    )
    .execute();
}
