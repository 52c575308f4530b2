import { sql } from 'kysely';
import type { NotifiedEvent } from '#domain/event/live.ts';
import type { Db } from '#server/db/connect.ts';

export type News = Readonly<{ kind: NotifiedEvent; at: Date; by: string; bucket_id: string }>;

/** One for each of these people. */
export async function insertNotifications(trx: Db, people: readonly string[], news: News): Promise<void> {
  if (people.length === 0) return;
  const { kind, at, by, bucket_id } = news;
  await sql`
    insert into notification (person_id, kind, at, "by", bucket_id)
    select person_id, ${kind}, ${at}, ${by}, ${bucket_id}::uuid
    from unnest(${people}::text[]) as told (person_id)`.execute(trx);
}

export type Position = Readonly<{ at: string; id: string }>;
export type StoredNotification = Awaited<ReturnType<typeof listNotifications>>[number];

/** Newest first. */
export async function listNotifications(db: Db, personId: string, limit: number, after: Position | undefined) {
  return db
    .selectFrom('notification as n')
    .innerJoin('bucket as b', 'b.id', 'n.bucket_id')
    .innerJoin('partner as p', 'p.number', 'b.partner_number')
    .leftJoin('person as actor', 'actor.id', 'n.by')
    .select(['n.id', 'n.kind', 'n.at', 'n.by', 'actor.name', 'b.cob', 'n.read_at'])
    .select(['p.number as partner_number', 'p.name as partner_name'])
    .where('n.person_id', '=', personId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(n.at, n.id) < (${after?.at}::timestamptz, ${after?.id}::bigint)`),
    )
    .orderBy('n.at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countUnread(db: Db, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notification')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function markRead(db: Db, personId: string, upTo: Date, at: Date): Promise<void> {
  await db
    .updateTable('notification')
    .set({ read_at: at })
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .where('at', '<=', upTo)
    .execute();
}
