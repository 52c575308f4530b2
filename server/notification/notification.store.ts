import { sql } from 'kysely';
import { readBucketId } from '#domain/event/event.ts';
import type { NewNotification } from '#domain/event/projection.ts';
import type { Db } from '#server/db/connect.ts';

/** One per recipient. */
export async function insertNotifications(
  trx: Db,
  { kind, by, bucket, set, choice, text, recipients }: NewNotification,
  at: Date,
): Promise<void> {
  if (recipients.size === 0) return;
  const { partner, cob } = readBucketId(bucket);
  await sql`
    insert into notification (person_id, kind, at, "by", bucket_id, set_id, buckets, choice, text)
    select person_id, ${kind}, ${at}, ${by}, b.id, ${set}::uuid, recipient.buckets, ${choice}, ${text}
    from unnest(${[...recipients.keys()]}::text[], ${[...recipients.values()]}::int[]) as recipient (person_id, buckets)
    join bucket b on b.partner_number = ${partner} and b.cob = ${cob}`.execute(trx);
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
    .leftJoin('review_set as s', 's.id', 'n.set_id')
    .select(['n.id', 'n.kind', 'n.at', 'n.by', 'actor.name', 'b.cob', 'n.read_at', 'n.buckets', 'n.choice', 'n.text'])
    .select(['p.number as partner_number', 'p.name as partner_name', 'n.set_id', 's.title as set_title'])
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
